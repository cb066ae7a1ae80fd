package engine

import (
	"fmt"

	"pgregory.net/rapid"
)

// anyPosition draws positions of all boards, from nearly empty to crowded, whether or
// not a game could lead to them. In some of them one side stands on every second
// row, which gives the other captures of many pieces.
func anyPosition() *rapid.Generator[Position] {
	return rapid.Custom(func(t *rapid.T) Position {
		v := rapid.SampledFrom(Variants()).Draw(t, "variant")
		empties := rapid.IntRange(0, 12).Draw(t, "empties")
		inRows := rapid.Bool().Draw(t, "in rows")
		setup := NewSetup(v)
		setup.SetSideToMove(rapid.SampledFrom([]Side{White, Black}).Draw(t, "side"))
		for number := 1; number <= v.Squares(); number++ {
			piece := rapid.IntRange(0, 4+empties).Draw(t, fmt.Sprint(number))
			side, kind := Side(piece&1), Kind(piece>>1)
			square, _ := v.Square(number)
			if piece < 4 && (!inRows || v.Row(square)&1 == int(side)) {
				// A man on the last row and a piece too many are left out.
				_ = setup.Put(number, side, kind)
			}
		}
		p, err := setup.Position()
		if err != nil {
			p = Start(v)
		}
		return p
	})
}
