package engine

import (
	"iter"
	"math/bits"
)

// Bitboard is a set of squares of the lattice.
//
// Two rows of the board take 13 bits: the k-th dark square of row r, counted
// from Black's side, is bit 13*(r/2) + 6*(r%2) + k. Diagonal neighbours then lie
// 6 and 7 bits apart on every row, and the bits that are no square (12, 25, ...)
// catch what would run over the edge. The smaller boards are the upper left part
// of the same lattice, so one set of shifts serves them all.
type Bitboard struct{ Lo, Hi uint64 }

// The four diagonal directions as steps in the lattice, seen with Black at the top.
const (
	upLeft    = -7
	upRight   = -6
	downLeft  = 6
	downRight = 7
)

// bitOf returns the set that holds s alone.
func bitOf(s Square) Bitboard {
	if s < 64 {
		return Bitboard{Lo: 1 << (s & 63)}
	}
	return Bitboard{Hi: 1 << (s & 63)}
}

// And returns the squares in both sets.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or returns the squares in either set.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the squares in exactly one of the sets.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// AndNot returns the squares of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// IsEmpty reports whether the set has no square.
func (b Bitboard) IsEmpty() bool { return b.Lo|b.Hi == 0 }

// Count returns the number of squares in the set.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// Has reports whether s is in the set.
func (b Bitboard) Has(s Square) bool {
	word := b.Lo
	if s >= 64 {
		word = b.Hi
	}
	return word>>(s&63)&1 != 0
}

// With returns the set with s added.
func (b Bitboard) With(s Square) Bitboard { return b.Or(bitOf(s)) }

// Without returns the set with s removed.
func (b Bitboard) Without(s Square) Bitboard { return b.AndNot(bitOf(s)) }

// First returns the lowest square of the set, which must not be empty.
func (b Bitboard) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	return Square(64 + bits.TrailingZeros64(b.Hi))
}

// last returns the highest square of the set, which must not be empty.
func (b Bitboard) last() Square {
	if b.Hi != 0 {
		return Square(127 - bits.LeadingZeros64(b.Hi))
	}
	return Square(63 - bits.LeadingZeros64(b.Lo))
}

// All yields the squares of the set in ascending order.
func (b Bitboard) All() iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for lo := b.Lo; lo != 0; lo &= lo - 1 {
			if !yield(Square(bits.TrailingZeros64(lo))) {
				return
			}
		}
		for hi := b.Hi; hi != 0; hi &= hi - 1 {
			if !yield(Square(64 + bits.TrailingZeros64(hi))) {
				return
			}
		}
	}
}

// UpLeft returns the upper left neighbours of the squares, Black being at the top.
// Like its sisters it leaves bits that are no square of the board to be masked out.
func (b Bitboard) UpLeft() Bitboard { return Bitboard{b.Lo>>7 | b.Hi<<57, b.Hi >> 7} }

// UpRight returns the upper right neighbours.
func (b Bitboard) UpRight() Bitboard { return Bitboard{b.Lo>>6 | b.Hi<<58, b.Hi >> 6} }

// DownLeft returns the lower left neighbours.
func (b Bitboard) DownLeft() Bitboard { return Bitboard{b.Lo << 6, b.Hi<<6 | b.Lo>>58} }

// DownRight returns the lower right neighbours.
func (b Bitboard) DownRight() Bitboard { return Bitboard{b.Lo << 7, b.Hi<<7 | b.Lo>>57} }

// window returns the 29 bits around s: bit 14 is s itself, bit 14+d its neighbour at step d.
func (b Bitboard) window(s Square) uint32 {
	if s < 14 {
		return uint32(b.Lo << ((14 - s) & 63))
	}
	n := (s - 14) & 63
	if s >= 64+14 {
		return uint32(b.Hi >> n)
	}
	return uint32(b.Lo>>n | b.Hi<<1<<((63-n)&63))
}
