package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"ckengine/engine"
)

func newGame(t *testing.T, v engine.Variant) *engine.Game {
	t.Helper()
	return engine.NewGame(engine.Start(v), engine.InternationalDraws)
}

// checkLegal plays a line from a position.
func checkLegal(t *testing.T, p engine.Position, line []engine.Move) {
	t.Helper()
	for i, m := range line {
		legal := false
		for _, l := range p.Moves() {
			legal = legal || l == m
		}
		if !legal {
			t.Fatalf("move %d of the line is illegal: %+v", i+1, line)
		}
		p = p.Play(m)
	}
}

func TestLinesAreLegal(t *testing.T) {
	for _, v := range engine.Variants() {
		s := New(Options{Variant: v, HashMiB: 8})
		g := newGame(t, v)
		seen := 0
		r := s.Search(t.Context(), g, Limits{Depth: 8, MultiPV: 3}, func(l Line) {
			seen++
			checkLegal(t, g.Position(), l.Moves)
		})
		if len(r.Lines) != 3 || seen < 8*3 {
			t.Errorf("%s: %d lines in the end, %d on the way", v, len(r.Lines), seen)
		}
		for i, l := range r.Lines {
			checkLegal(t, g.Position(), l.Moves)
			if l.Rank != i+1 || i > 0 && l.Score > r.Lines[i-1].Score || i > 0 && l.Moves[0] == r.Lines[i-1].Moves[0] {
				t.Errorf("%s: line %d is out of order: %+v", v, i+1, r.Lines)
			}
		}
	}
}

func TestSameSearchSameNodes(t *testing.T) {
	var nodes [2]int64
	for i := range nodes {
		s := New(Options{Variant: engine.Canadian, HashMiB: 4})
		nodes[i] = s.Search(t.Context(), newGame(t, engine.Canadian), Limits{Depth: 9}, nil).Nodes
	}
	if nodes[0] != nodes[1] {
		t.Errorf("%d nodes, then %d", nodes[0], nodes[1])
	}
}

func TestNodeLimitHolds(t *testing.T) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 4})
	for _, limit := range []int64{1, 2, 10, 1000, 50_000} {
		r := s.Search(t.Context(), newGame(t, engine.Canadian), Limits{Nodes: limit}, nil)
		if _, found := r.Best(); !found || r.Nodes > limit {
			t.Errorf("limit %d: %d nodes, a move: %v", limit, r.Nodes, found)
		}
	}
}

func TestStopFromAnotherGoroutine(t *testing.T) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 4})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	r := s.Search(ctx, newGame(t, engine.Canadian), Limits{}, nil)
	if _, found := r.Best(); !found {
		t.Error("a stopped search has no move")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	r = s.Search(stopped, newGame(t, engine.Canadian), Limits{}, nil)
	if _, found := r.Best(); !found {
		t.Error("a search stopped before it began has no move")
	}
}

func TestPonderingIgnoresTheClockUntilTheHit(t *testing.T) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 4})
	hit := make(chan struct{})
	deep := false
	r := s.Search(t.Context(), newGame(t, engine.Canadian), Limits{MoveTime: 1, Ponder: hit}, func(l Line) {
		if l.Depth >= 8 && !deep {
			deep = true
			close(hit)
		}
	})
	if !deep || len(r.Lines) == 0 || r.Lines[0].Depth < 8 {
		t.Errorf("the search ended before the hit: %+v", r)
	}
}

func TestThreadsSearchTogether(t *testing.T) {
	for _, threads := range []int{2, 4} {
		s := New(Options{Variant: engine.Canadian, HashMiB: 4, Threads: threads})
		g := newGame(t, engine.Canadian)
		r := s.Search(t.Context(), g, Limits{Depth: 9, MultiPV: 2}, func(l Line) { checkLegal(t, g.Position(), l.Moves) })
		if len(r.Lines) != 2 || r.Lines[0].Depth != 9 {
			t.Errorf("%d threads: %+v", threads, r.Lines)
		}
		r = s.Search(t.Context(), g, Limits{Nodes: 30_000}, nil)
		if _, found := r.Best(); !found || r.Nodes > 30_000 {
			t.Errorf("%d threads: %d nodes, a move: %v", threads, r.Nodes, found)
		}
	}
}

func TestSearchMovesRestrictsTheRoot(t *testing.T) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 4})
	g := newGame(t, engine.Canadian)
	for _, only := range g.Position().Moves() {
		r := s.Search(t.Context(), g, Limits{Depth: 3, SearchMoves: []engine.Move{only}, MultiPV: 4}, nil)
		if best, _ := r.Best(); best != only || len(r.Lines) != 1 {
			t.Errorf("asked for %+v alone, got %+v", only, r.Lines)
		}
	}
}

// TestNoAllocationPerNode compares a short search with one of many times its nodes.
func TestNoAllocationPerNode(t *testing.T) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 4})
	g := newGame(t, engine.Canadian)
	search := func(nodes int64) float64 {
		return testing.AllocsPerRun(3, func() {
			s.Clear()
			s.Search(t.Context(), g, Limits{Nodes: nodes}, nil)
		})
	}
	few, many := search(1_000), search(200_000)
	// Deeper iterations make lines, some dozens of them.
	if many-few > 200 {
		t.Errorf("%v allocations for 1,000 nodes, %v for 200,000", few, many)
	}
}

// BenchmarkStop measures the time from a stop to the result, with more threads than cores.
func BenchmarkStop(b *testing.B) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 16, Threads: 4})
	g := engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws)
	var delays []time.Duration
	for b.Loop() {
		ctx, stop := context.WithCancel(b.Context())
		var stopped time.Time
		time.AfterFunc(50*time.Millisecond, func() {
			stopped = time.Now()
			stop()
		})
		s.Search(ctx, g, Limits{}, nil)
		delays = append(delays, time.Since(stopped))
	}
	slices.Sort(delays)
	b.ReportMetric(float64(delays[len(delays)/2].Microseconds()), "µs-to-stop")
}

func BenchmarkSearch(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			g := engine.NewGame(engine.Start(v), engine.InternationalDraws)
			var nodes int64
			for b.Loop() {
				s := New(Options{Variant: v, HashMiB: 16})
				nodes += s.Search(b.Context(), g, Limits{Depth: 12}, nil).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
