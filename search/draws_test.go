package search

import (
	"testing"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
)

// drawnCounters returns counters that have run out: five moves of each side with one king
// against one.
func drawnCounters(t *testing.T) engine.DrawCounters {
	t.Helper()
	p, err := engine.ParseFEN("W:WK1:BK7", engine.Canadian)
	if err != nil {
		t.Fatal(err)
	}
	c := engine.InternationalDraws.Counters(p)
	for i := 0; !c.IsDrawn(); i++ {
		next := p
		next = next.Play(p.Moves()[0])
		c = c.After(&p, p.Moves()[0], &next)
		p = next
		if i > 100 {
			t.Fatal("the counter does not run out")
		}
	}
	return c
}

func TestWhoCannotMoveHasLostDespiteACounter(t *testing.T) {
	counters := drawnCounters(t)
	for fen, want := range map[string]eval.Score{
		"B:WK61,K56:BK67":  eval.Loss(0), // shut in
		"B:WK1:B":          eval.Loss(0), // nothing left
		"B:WK1,K12:BK40":   eval.DrawScore,
		"W:WK1,K12:BK40,2": eval.DrawScore,
	} {
		p, err := engine.ParseFEN(fen, engine.Canadian)
		if err != nil {
			t.Fatal(err)
		}
		for depth := range 3 {
			w := newWorker(eval.New(engine.Canadian), tt.New(1), DefaultParams())
			timer := startTimer(t.Context(), Limits{}, engine.NewGame(p, engine.InternationalDraws))
			w.begin(engine.NewGame(p, engine.InternationalDraws), timer, 0, noise{})
			w.frames[0].counters = counters
			if got := w.search(0, depth, -eval.Infinity, eval.Infinity); got != want {
				t.Errorf("%s at depth %d: %v, want %v", fen, depth, got, want)
			}
			timer.release()
		}
	}
}
