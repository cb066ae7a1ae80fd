package engine

import (
	"fmt"

	"pgregory.net/rapid"
)

// anyPosition draws positions of all boards, from nearly empty to crowded, whether or
// not a game could lead to them.
func anyPosition() *rapid.Generator[Position] {
	return rapid.Custom(func(t *rapid.T) Position {
		v := rapid.SampledFrom(Variants()).Draw(t, "variant")
		empties := rapid.IntRange(2, 12).Draw(t, "empties")
		setup := NewSetup(v)
		setup.SetSideToMove(rapid.SampledFrom([]Side{White, Black}).Draw(t, "side"))
		for number := 1; number <= v.Squares(); number++ {
			piece := rapid.IntRange(0, 4+empties).Draw(t, fmt.Sprint(number))
			if piece < 4 {
				// A man on the last row and a piece too many are left out.
				_ = setup.Put(number, Side(piece&1), Kind(piece>>1))
			}
		}
		p, err := setup.Position()
		if err != nil {
			p = Start(v)
		}
		return p
	})
}
