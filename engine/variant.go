package engine

import (
	"fmt"
	"strings"
)

// Square is a square by its bit in the lattice, 0 to 76, see [Bitboard]. The
// number that people read and write depends on the board: [Variant.Number].
type Square uint8

// Side is one of the two players.
type Side uint8

// The two sides. White moves first and moves up, towards square 1.
const (
	White Side = iota
	Black
)

// Opponent returns the other side.
func (s Side) Opponent() Side { return s ^ 1 }

// String returns "white" or "black".
func (s Side) String() string {
	if s == White {
		return "white"
	}
	return "black"
}

// Kind tells men and kings apart.
type Kind uint8

// The two kinds of pieces.
const (
	Man Kind = iota
	King
)

// String returns "man" or "king".
func (k Kind) String() string {
	if k == Man {
		return "man"
	}
	return "king"
}

// Variant is a board with its set-up. The rules are the same on all of them.
type Variant uint8

// The three variants.
const (
	Canadian      Variant = iota // 12x12, 72 squares, 30 men a side
	International                // 10x10, 50 squares, 20 men a side
	Brazilian                    // 8x8, 32 squares, 12 men a side
	variantCount
)

var variantFacts = [variantCount]struct {
	name     string
	width    int
	manRows  int
	gameType int
}{
	{"canadian", 12, 5, 27},
	{"international", 10, 4, 20},
	{"brazilian", 8, 3, 26},
}

// Variants returns all variants, Canadian first.
func Variants() []Variant { return []Variant{Canadian, International, Brazilian} }

// ParseVariant reads the name of a variant in any case.
func ParseVariant(name string) (Variant, error) {
	for _, v := range Variants() {
		if strings.EqualFold(strings.TrimSpace(name), v.String()) {
			return v, nil
		}
	}
	return 0, fmt.Errorf("variant %q: want canadian, international or brazilian", name)
}

// VariantWithSquares returns the variant whose board has n dark squares.
func VariantWithSquares(n int) (Variant, bool) {
	for _, v := range Variants() {
		if v.Squares() == n {
			return v, true
		}
	}
	return 0, false
}

// String returns "canadian", "international" or "brazilian".
func (v Variant) String() string { return variantFacts[v].name }

// MarshalText writes the name, so that a Variant can stand in JSON and in flags.
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads a name as [ParseVariant] does.
func (v *Variant) UnmarshalText(text []byte) (err error) {
	*v, err = ParseVariant(string(text))
	return err
}

// Width returns the number of rows and columns.
func (v Variant) Width() int { return variantFacts[v].width }

// Squares returns the number of dark squares.
func (v Variant) Squares() int { return v.Width() * v.Width() / 2 }

// MenPerSide returns the number of men that each side starts with.
func (v Variant) MenPerSide() int { return variantFacts[v].manRows * v.Width() / 2 }

// GameType returns the number that PDN gives to the game.
func (v Variant) GameType() int { return variantFacts[v].gameType }

// Square returns the square with a number from 1 to [Variant.Squares], counted
// from the upper left with Black at the top.
func (v Variant) Square(number int) (Square, bool) {
	if number < 1 || number > v.Squares() {
		return 0, false
	}
	perRow := v.Width() / 2
	return squareAt((number-1)/perRow, (number-1)%perRow), true
}

// Number returns the number of a square of the board, or 0 for a bit that is none.
func (v Variant) Number(s Square) int { return int(geometries[v].number[s&127]) }

// Mask returns the squares of the board.
func (v Variant) Mask() Bitboard { return masks[v&3] }

// PromotionRow returns the squares on which a man of side is crowned.
func (v Variant) PromotionRow(side Side) Bitboard { return geometries[v].promotion[side&1] }

// Row returns the row of a square, 0 being Black's back row.
func (v Variant) Row(s Square) int {
	return int(s)/13*2 + int(s)%13/6
}

// Column returns the column of a square, 0 being the left one with Black at the top.
func (v Variant) Column(s Square) int {
	inPair := int(s) % 13
	if inPair < 6 {
		return 2*inPair + 1
	}
	return 2 * (inPair - 6)
}

// Rotate returns where a square comes to lie when the board is turned by 180 degrees.
func (v Variant) Rotate(s Square) Square {
	rotated, _ := v.Square(v.Squares() + 1 - v.Number(s))
	return rotated
}

// squareAt returns the k-th dark square of a row.
func squareAt(row, k int) Square { return Square(13*(row/2) + 6*(row%2) + k) }

// geometry holds what differs between the boards, indexed by square where it is a table.
type geometry struct {
	mask      Bitboard
	promotion [2]Bitboard
	number    [128]uint8
}

// masks has the squares of each board by themselves, since every node of a search asks
// for them several times.
var masks = [4]Bitboard{
	Canadian:      geometries[Canadian].mask,
	International: geometries[International].mask,
	Brazilian:     geometries[Brazilian].mask,
}

// geometries has four entries so that an index masked by 3 needs no bounds check.
var geometries = buildGeometries()

func buildGeometries() [4]geometry {
	var all [4]geometry
	for _, v := range Variants() {
		g := &all[v]
		for n := 1; n <= v.Squares(); n++ {
			s, _ := v.Square(n)
			g.mask = g.mask.With(s)
			g.number[s] = uint8(n)
			switch v.Row(s) {
			case 0:
				g.promotion[White] = g.promotion[White].With(s)
			case v.Width() - 1:
				g.promotion[Black] = g.promotion[Black].With(s)
			}
		}
	}
	return all
}
