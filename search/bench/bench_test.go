package bench_test

import (
	"context"
	"fmt"
	"testing"

	"ckengine/engine"
	"ckengine/search"
	"ckengine/search/bench"
)

func TestPositionsCoverTheGame(t *testing.T) {
	positions := bench.Positions()
	if len(positions) != 50 {
		t.Errorf("%d positions, want 50", len(positions))
	}
	seen := map[engine.Position]bool{}
	fewest, most, withKings := 99, 0, 0
	for _, p := range positions {
		pieces := p.Pieces(engine.White).Or(p.Pieces(engine.Black)).Count()
		fewest, most = min(fewest, pieces), max(most, pieces)
		if !p.Kings(engine.White).Or(p.Kings(engine.Black)).IsEmpty() {
			withKings++
		}
		if seen[p] || !p.HasMoves() {
			t.Errorf("%s: twice, or without a move", p.FEN())
		}
		seen[p] = true
	}
	if fewest > 5 || most < 55 || withKings < 5 {
		t.Errorf("%d to %d pieces, %d positions with kings", fewest, most, withKings)
	}
}

func TestTheSameNodesEachTime(t *testing.T) {
	first := bench.Run(t.Context(), 5, search.Options{}, nil)
	second := bench.Run(t.Context(), 5, search.Options{}, nil)
	if first.Nodes != second.Nodes || first.CutNodes != second.CutNodes || first.Positions != 50 {
		t.Errorf("%+v, then %+v", first, second)
	}
	if rate := first.FirstMoveRate(); rate <= 0 || rate > 1 {
		t.Errorf("first-move rate %v", rate)
	}
}

func ExampleRun() {
	totals := bench.Run(context.Background(), 4, search.Options{}, nil)
	fmt.Println(totals.Positions, "positions")
	// Output: 50 positions
}
