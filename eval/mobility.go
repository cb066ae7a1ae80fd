package eval

import (
	"math/bits"

	"ckengine/engine"
)

// Mobility is a first look at where pieces can go unharmed: it sees the men of the other
// side who could capture at once. Distant kings and what a capture opens are the
// search's business.

// The steps of men are looked at in two windows of the lattice, each one word: its first
// ten rows, and its last four moved down. A step belongs to the window in which all
// neighbours of its square are: on twelve rows, those to the last three to the second one.
const (
	secondWindow     = 52 // its first bit
	secondWindowHi   = 64 - secondWindow
	firstWindowSteps = 1<<(secondWindow+6) - 1
	lastWindowSteps  = 0x3f<<6 | 0xfff<<13
)

// moreMovers returns how many more men White has than Black with a step forward to a
// square where no man of the other side could capture them.
func moreMovers(white, black, empty engine.Bitboard) int {
	if empty.Hi|white.Hi|black.Hi == 0 {
		return moreMoversIn(white.Lo, black.Lo, empty.Lo, empty.Lo)
	}
	lastEmpty := empty.Lo>>secondWindow | empty.Hi<<secondWindowHi
	return moreMoversIn(white.Lo, black.Lo, empty.Lo, empty.Lo&firstWindowSteps) +
		moreMoversIn(white.Lo>>secondWindow|white.Hi<<secondWindowHi,
			black.Lo>>secondWindow|black.Hi<<secondWindowHi, lastEmpty, lastEmpty&lastWindowSteps)
}

// moreMoversIn is moreMovers in one window, for steps to the given squares.
func moreMoversIn(white, black, empty, steps uint64) int {
	const left, right = 6, 7 // a neighbour below; above it is -right and -left

	// A man who steps between an enemy and an empty square is captured, and so is one
	// who steps up to an enemy: he leaves an empty square behind.
	emptyUL, emptyUR, emptyDL, emptyDR := empty>>right, empty>>left, empty<<left, empty<<right
	blackUL, blackUR, blackDL, blackDR := black>>right, black>>left, black<<left, black<<right
	whiteUL, whiteUR, whiteDL, whiteDR := white>>right, white>>left, white<<left, white<<right
	whiteLeft := whiteUL & steps &^ (blackDR | blackDL&emptyUR | blackUR&emptyDL)
	whiteRight := whiteUR & steps &^ (blackDL | blackDR&emptyUL | blackUL&emptyDR)
	blackLeft := blackDL & steps &^ (whiteUR | whiteDR&emptyUL | whiteUL&emptyDR)
	blackRight := blackDR & steps &^ (whiteUL | whiteDL&emptyUR | whiteUR&emptyDL)
	return bits.OnesCount64(whiteLeft<<right|whiteRight<<left) - bits.OnesCount64(blackLeft>>left|blackRight>>right)
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
