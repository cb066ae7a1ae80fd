package eval

import "ckengine/engine"

// sixRows are the squares of the lattice's first six rows: where white runaways stand,
// and the men who could stop them.
const sixRows uint64 = 0xfff | 0xfff<<13 | 0xfff<<26

// RunawayMen returns the men of a side, at most five rows from promotion, who have no
// enemy man in front of them wherever their steps may lead.
func RunawayMen(p *engine.Position, side engine.Side) engine.Bitboard {
	own, other := p.Men(side), p.Men(side.Opponent())
	zone := runawayZone(p.Variant())
	if side == engine.White {
		return engine.Bitboard{Lo: whiteRunaways(own.Lo, other.Lo, zone)}
	}
	shift := lastRowsShift(p.Variant())
	men := blackRunaways(lastRows(own, shift), lastRows(other, shift), zone)
	return engine.Bitboard{Lo: men << shift, Hi: men >> (64 - shift)}
}

// runawayZone returns the squares of a board's first six rows, which are also those of
// its last six rows moved down to bit 0.
func runawayZone(v engine.Variant) uint64 { return v.Mask().Lo & sixRows }

// lastRowsShift returns the bit at which the last six rows of a board begin.
func lastRowsShift(v engine.Variant) uint { return uint(13 * (v.Width() - 6) / 2) }

// lastRows moves the rows from bit shift on down to bit 0. Only the largest board has
// squares in the high word, and there the shift is 39.
func lastRows(b engine.Bitboard, shift uint) uint64 {
	return b.Lo>>(shift&63) | b.Hi<<(64-39)
}

// whiteRunaways returns the white runaways on the first six rows.
func whiteRunaways(white, black, zone uint64) uint64 {
	// Without a loop, since it is asked for in every evaluation.
	one := (black<<6 | black<<7) & zone
	two := (one<<6 | one<<7) & zone
	three := (two<<6 | two<<7) & zone
	four := (three<<6 | three<<7) & zone
	five := four<<6 | four<<7
	return white & zone &^ (one | two | three | four | five)
}

// blackRunaways returns the black runaways on the last six rows, moved down to bit 0.
func blackRunaways(black, white, zone uint64) uint64 {
	one := (white>>6 | white>>7) & zone
	two := (one>>6 | one>>7) & zone
	three := (two>>6 | two>>7) & zone
	four := (three>>6 | three>>7) & zone
	five := four>>6 | four>>7
	return black & zone &^ (one | two | three | four | five)
}
