package eval

import "ckengine/engine"

// Mobility is a first look at where pieces can go unharmed: it sees the men of the other
// side who could capture at once. Distant kings and what a capture opens are the
// search's business.

// moreMovers returns how many more men White has than Black with a step forward to a
// square where no man of the other side could capture them.
func moreMovers(white, black, empty engine.Bitboard) int {
	emptyUL, emptyUR, emptyDL, emptyDR := empty.UpLeft(), empty.UpRight(), empty.DownLeft(), empty.DownRight()
	whiteUL, whiteUR, whiteDL, whiteDR := white.UpLeft(), white.UpRight(), white.DownLeft(), white.DownRight()
	blackUL, blackUR, blackDL, blackDR := black.UpLeft(), black.UpRight(), black.DownLeft(), black.DownRight()

	// A man who steps aside the line of an enemy and an empty square can be captured across
	// it; one who steps up to an enemy leaves an empty square behind himself.
	whiteLeft := whiteUL.And(empty).AndNot(blackDR.Or(blackDL.And(emptyUR)).Or(blackUR.And(emptyDL)))
	whiteRight := whiteUR.And(empty).AndNot(blackDL.Or(blackDR.And(emptyUL)).Or(blackUL.And(emptyDR)))
	blackRight := blackDR.And(empty).AndNot(whiteUL.Or(whiteDL.And(emptyUR)).Or(whiteUR.And(emptyDL)))
	blackLeft := blackDL.And(empty).AndNot(whiteUR.Or(whiteDR.And(emptyUL)).Or(whiteUL.And(emptyDR)))
	return whiteLeft.DownRight().Or(whiteRight.DownLeft()).Count() -
		blackRight.UpLeft().Or(blackLeft.UpRight()).Count()
}

// attackedBy returns the squares where men could capture a piece: one neighbour is a man
// and the opposite one is empty.
func attackedBy(men, empty engine.Bitboard) engine.Bitboard {
	falling := men.DownRight().And(empty.UpLeft()).Or(men.UpLeft().And(empty.DownRight()))
	rising := men.DownLeft().And(empty.UpRight()).Or(men.UpRight().And(empty.DownLeft()))
	return falling.Or(rising)
}

// kingReach returns the squares that any of the kings can move to without a capture.
func kingReach(kings, empty engine.Bitboard) (reach engine.Bitboard) {
	for on := kings.UpLeft().And(empty); !on.IsEmpty(); on = on.UpLeft().And(empty) {
		reach = reach.Or(on)
	}
	for on := kings.UpRight().And(empty); !on.IsEmpty(); on = on.UpRight().And(empty) {
		reach = reach.Or(on)
	}
	for on := kings.DownLeft().And(empty); !on.IsEmpty(); on = on.DownLeft().And(empty) {
		reach = reach.Or(on)
	}
	for on := kings.DownRight().And(empty); !on.IsEmpty(); on = on.DownRight().And(empty) {
		reach = reach.Or(on)
	}
	return reach
}
