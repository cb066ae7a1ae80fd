package stats

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPairsByResult(t *testing.T) {
	tests := []struct {
		a, b        Result
		want        Pairs
		pentanomial [5]int
		wdl         WDL
	}{
		{Loss, Loss, Pairs{LL: 1}, [5]int{1, 0, 0, 0, 0}, WDL{Losses: 2}},
		{Loss, Draw, Pairs{LD: 1}, [5]int{0, 1, 0, 0, 0}, WDL{Draws: 1, Losses: 1}},
		{Draw, Draw, Pairs{DD: 1}, [5]int{0, 0, 1, 0, 0}, WDL{Draws: 2}},
		{Win, Loss, Pairs{WL: 1}, [5]int{0, 0, 1, 0, 0}, WDL{Wins: 1, Losses: 1}},
		{Win, Draw, Pairs{WD: 1}, [5]int{0, 0, 0, 1, 0}, WDL{Wins: 1, Draws: 1}},
		{Win, Win, Pairs{WW: 1}, [5]int{0, 0, 0, 0, 1}, WDL{Wins: 2}},
	}
	for _, test := range tests {
		for _, order := range [][2]Result{{test.a, test.b}, {test.b, test.a}} {
			var p Pairs
			p.Add(order[0], order[1])
			if diff := cmp.Diff(test.want, p); diff != "" {
				t.Errorf("%v and %v (-want +got):\n%s", order[0], order[1], diff)
			}
			if p.Pentanomial() != test.pentanomial || p.WDL() != test.wdl || p.Count() != 1 {
				t.Errorf("%v and %v: %v, %v, %d pairs", order[0], order[1], p.Pentanomial(), p.WDL(), p.Count())
			}
		}
	}
}

func drawCounts(t *rapid.T) Counts {
	few := rapid.IntRange(0, 50)
	return Counts{drawPairs(t), WDL{few.Draw(t, "wins"), few.Draw(t, "draws"), few.Draw(t, "losses")}}
}

func TestCountsFromBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawCounts(t), drawCounts(t)
		if a.Reversed().Reversed() != a {
			t.Fatal("reversed twice is another")
		}
		if a.Merge(b) != b.Merge(a) || a.Merge(b).WDL() != a.WDL().Merge(b.WDL()) {
			t.Fatal("merging depends on the order")
		}
		if a.Reversed().WDL() != a.WDL().Reversed() {
			t.Fatal("wins and losses of the reversed pairs do not fit")
		}
		if games := float64(a.WDL().Games()); a.WDL().Points()+a.Reversed().WDL().Points() != games {
			t.Fatal("the points of both sides are not the games")
		}
		near := func(name string, x, y float64) {
			if !(x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-6*max(1, math.Abs(x))) {
				t.Fatalf("%s: %v from one side, %v from the other", name, x, y)
			}
		}
		near("Elo", a.Elo().Value, -a.Reversed().Elo().Value)
		near("low Elo", a.Elo().Low, -a.Reversed().Elo().High)
		near("normalized Elo", a.NormalizedElo().Value, -a.Reversed().NormalizedElo().Value)
		near("error of normalized Elo", a.NormalizedElo().Margin(), a.Reversed().NormalizedElo().Margin())
		near("LOS", a.LOS(), 1-a.Reversed().LOS())
	})
}
