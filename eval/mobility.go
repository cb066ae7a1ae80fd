package eval

import "ckengine/engine"

// Mobility is a first look at where pieces can go unharmed: it sees the men of the other
// side who could capture at once. Distant kings and what a capture opens are the
// search's business. Here it stands in plain terms, set by set; what [Evaluator.Evaluate]
// counts in one word is the same.

// moversOf returns how many more men White has than Black with a step forward to a
// square where no man of the other side could capture them, by where each side is
// attacked.
func moversOf(white, black, empty engine.Bitboard, attacked [2]engine.Bitboard) int {
	whiteSafe, blackSafe := empty.AndNot(attacked[engine.White]), empty.AndNot(attacked[engine.Black])
	// A man leaves an empty square behind, and so is captured too by whom he steps up to.
	upLeft := white.UpLeft().And(whiteSafe).AndNot(black.DownRight())
	upRight := white.UpRight().And(whiteSafe).AndNot(black.DownLeft())
	downLeft := black.DownLeft().And(blackSafe).AndNot(white.UpRight())
	downRight := black.DownRight().And(blackSafe).AndNot(white.UpLeft())
	return upLeft.DownRight().Or(upRight.DownLeft()).Count() - downLeft.UpRight().Or(downRight.UpLeft()).Count()
}

// attackedBy returns the squares where men could capture a piece: one neighbour is a man
// and the opposite one is empty.
func attackedBy(men, empty engine.Bitboard) engine.Bitboard {
	falling := men.DownRight().And(empty.UpLeft()).Or(men.UpLeft().And(empty.DownRight()))
	rising := men.DownLeft().And(empty.UpRight()).Or(men.UpRight().And(empty.DownLeft()))
	return falling.Or(rising)
}

// reachOf returns the squares that any of the kings can move to without a capture.
func reachOf(kings, empty engine.Bitboard) (reach engine.Bitboard) {
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
