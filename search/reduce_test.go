package search

import (
	"testing"

	"ckengine/engine"
)

// reductionOf returns the reduction of a quiet move of the start position, as the place-th one.
func reductionOf(w *worker, depth, place int, isPV bool) int {
	here := &w.frames[0]
	here.position = engine.Start(engine.Canadian)
	here.list.generate(&here.position)
	m := here.list.moves[0]
	here.list.next = place
	w.descend(0, m)
	return w.reduction(0, m, depth, isPV)
}

func TestReductionsGrowAndLeaveAPly(t *testing.T) {
	w := New(Options{Variant: engine.Canadian, HashMiB: 1}).workers[0]
	for depth := 1; depth <= MaxDepth; depth++ {
		for place := 1; place < usualMoves; place++ {
			r := reductionOf(w, depth, place, false)
			if place == 1 && r != 0 {
				t.Errorf("depth %d: the first move is reduced by %d plies", depth, r)
			}
			if r < 0 || r > depth-1 && depth > 1 {
				t.Errorf("depth %d, move %d: reduced by %d plies", depth, place, r)
			}
			if pv := reductionOf(w, depth, place, true); pv > r {
				t.Errorf("depth %d, move %d: reduced by %d plies in the PV, elsewhere by %d", depth, place, pv, r)
			}
			if place > 2 && r < reductionOf(w, depth, place-1, false) {
				t.Errorf("depth %d, move %d: reduced by %d plies, less than the move before", depth, place, r)
			}
		}
	}
	w.isExact = true
	if r := reductionOf(w, 30, 30, false); r != 0 {
		t.Errorf("reduced by %d plies in an exact search", r)
	}
}

// A move that offers a piece is reduced less than a quiet one in the same place.
func TestOffersAreReducedLess(t *testing.T) {
	w := New(Options{Variant: engine.Canadian, HashMiB: 1}).workers[0]
	here := &w.frames[0]
	p, err := engine.ParseFEN("W:W43,50:B32", engine.Canadian)
	if err != nil {
		t.Fatal(err)
	}
	here.position = p
	here.list.generate(&here.position)
	here.list.next = 10
	reductions := map[bool]int{}
	for _, m := range here.list.moves {
		w.descend(0, m)
		reductions[w.frames[1].position.CanCapture()] = w.reduction(0, m, 12, false)
	}
	if len(reductions) != 2 || reductions[true] >= reductions[false] {
		t.Errorf("by whether the move offers something: %v", reductions)
	}
}

// A move that the history thinks little of is reduced more than one that often cut off.
func TestReductionsFollowTheHistory(t *testing.T) {
	w := New(Options{Variant: engine.Canadian, HashMiB: 1}).workers[0]
	w.begin(engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws), &timer{}, 0, noise{})
	m := w.frames[0].position.Moves()[0]
	chance := &w.history.chance[w.frames[0].position.SideToMove()&1][historyIndex(m)]
	last := maxReduced
	for _, share := range []int16{0, historyOne / 2, historyOne} {
		*chance = share
		r := reductionOf(w, 20, 10, false)
		if r >= last {
			t.Errorf("a chance of %d/%d reduces by %d plies, a smaller one by %d", share, historyOne, r, last)
		}
		last = r
	}
}
