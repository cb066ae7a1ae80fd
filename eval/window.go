package eval

import (
	"math/bits"

	"ckengine/engine"
)

// The window is bits 7 to 70 of the lattice, one word. Outside of it are the first row,
// the last one of the largest board, and the first square of the second row (bit 6): no
// piece can be captured there, and no king's way leads on from there. So the window is
// enough to see attacks and the ways of kings, and the steps that end outside are added.
const (
	windowBit = 7
	cornerBit = 6
	outsideLo = 1<<windowBit - 1
)

// moreMovers returns what moversOf does, and what attackedBy does in the window for the
// men of both sides.
func moreMovers(white, black, empty engine.Bitboard) (more int, byWhite, byBlack uint64) {
	free := window(empty)
	emptyUL, emptyUR, emptyDL, emptyDR := neighbours(empty)
	blackUL, blackUR, blackDL, blackDR := neighbours(black)
	whiteUL, whiteUR, whiteDL, whiteDR := neighbours(white)
	blackFalling := blackUL&emptyDR | blackDR&emptyUL
	blackRising := blackUR&emptyDL | blackDL&emptyUR
	whiteFalling := whiteUL&emptyDR | whiteDR&emptyUL
	whiteRising := whiteUR&emptyDL | whiteDL&emptyUR

	// Where a man can step who comes from the opposite side. He leaves an empty square
	// behind, so he is captured too by whom he steps up to.
	toUL := free &^ (blackUL | blackRising)
	toUR := free &^ (blackUR | blackFalling)
	toDL := free &^ (whiteDL | whiteFalling)
	toDR := free &^ (whiteDR | whiteRising)

	// Moved on to where the men stand: White's from bit 13 on, Black's from bit 0 on. Only
	// the first one of each can step to bit 6.
	corner := empty.Lo >> cornerBit & 1
	whiteSteps := whiteDL & (toUL<<1 | toUR | corner)
	blackSteps := black.Lo & (toDL<<1 | toDR | corner)
	whiteFirst := white.Lo & pairMask & (empty.Lo<<6 | empty.Lo<<7) // to the first row, from the second
	blackLast := black.Hi & (empty.Hi>>6 | empty.Hi>>7)             // to the last row
	more = bits.OnesCount64(whiteSteps) + bits.OnesCount64(whiteFirst) -
		bits.OnesCount64(blackSteps) - bits.OnesCount64(blackLast)
	return more, whiteFalling | whiteRising, blackFalling | blackRising
}

// kingReach returns what reachOf does: the squares in the window, and those outside it as
// so many bits.
func kingReach(kings, empty engine.Bitboard) (inner, outer uint64) {
	free := window(empty)
	// Who comes from one side moves on to the other.
	fromUL, fromUR, fromDL, fromDR := neighbours(kings)
	upLeft := slideUp(free&fromDR, free, 7)
	upRight := slideUp(free&fromDL, free, 6)
	downLeft := slideDown(free&fromUR, free, 6)
	downRight := slideDown(free&fromUL, free, 7)

	first := (upLeft | upRight<<1 | kings.Lo>>7 | kings.Lo>>6 | kings.Lo&1<<cornerBit) & empty.Lo & outsideLo
	last := (downLeft>>51 | downRight>>50 | kings.Hi<<6 | kings.Hi<<7) & empty.Hi &^ outsideLo
	return upLeft | upRight | downLeft | downRight, first | last
}

// window returns the part of a set in the window.
func window(b engine.Bitboard) uint64 { return b.Lo>>windowBit | b.Hi<<(64-windowBit) }

// neighbours tells of each square in the window whether its neighbours are in a set.
// Bits 64 and 77 are no squares, so that no bit of the high word is missing.
func neighbours(b engine.Bitboard) (upLeft, upRight, downLeft, downRight uint64) {
	below := b.Lo>>13 | b.Hi<<51
	return b.Lo, b.Lo >> 1, below, below >> 1
}

// slideUp adds to squares the free ones above them in one direction, up to eleven each.
func slideUp(squares, free uint64, step uint) uint64 {
	squares |= free & (squares >> step)
	free &= free >> step
	squares |= free & (squares >> (2 * step))
	free &= free >> (2 * step)
	squares |= free & (squares >> (4 * step))
	return squares | free&(squares>>(4*step))
}

// slideDown adds to squares the free ones below them in one direction, up to eleven each.
func slideDown(squares, free uint64, step uint) uint64 {
	squares |= free & (squares << step)
	free &= free << step
	squares |= free & (squares << (2 * step))
	free &= free << (2 * step)
	squares |= free & (squares << (4 * step))
	return squares | free&(squares<<(4*step))
}
