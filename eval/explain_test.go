package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ckengine/engine"
)

// TestExplanationAddsUp compares an explanation with the evaluation it explains.
func TestExplanationAddsUp(t *testing.T) {
	forPositions(t, 5000, func(p engine.Position, _ *Weights, e *Evaluator) error {
		x := e.Explain(&p)
		sum := 0.0
		for _, g := range x.Groups {
			sum += g.Worth
		}
		for _, b := range x.Blocks {
			sum += b.Worth
		}
		if math.Abs(sum-float64(x.Sum)) > 1 {
			return fmt.Errorf("the parts add up to %f, the sum is %v: %+v", sum, x.Sum, x)
		}
		if x.Score != e.Evaluate(&p) || Clamp(x.Sum/Score(x.Divisor)) != x.White {
			return fmt.Errorf("%v is explained by %+v", e.Evaluate(&p), x)
		}
		if len(x.Pieces) != p.Pieces(engine.White).Count()+p.Pieces(engine.Black).Count() {
			return fmt.Errorf("%d pieces", len(x.Pieces))
		}
		return nil
	})
}

func TestWhatAPieceIsWorth(t *testing.T) {
	w := &Weights{Variant: engine.Canadian, Terms: make([]Weight, NewLayout(engine.Canadian).Size())}
	w.Terms[menTerm] = Weight{1000, 1000}
	w.Terms[firstKingTerm] = Weight{3000, 3000}
	w.Terms[nextKingsTerm] = Weight{2500, 2500}
	p := position("B:WK71,K72,60:B1,K2", engine.Canadian)
	x := newEvaluator(w).Explain(&p)
	for i, want := range []Score{100, 300, 100, 250, 250} { // by square
		if piece := x.Pieces[i]; piece.Worth != want {
			t.Errorf("the piece on %d is worth %v, want %v", engine.Canadian.Number(piece.Square), piece.Worth, want)
		}
	}
	if x.Sum != 250 || x.Score != -x.White {
		t.Errorf("%+v", x)
	}
}

func TestHandmadeExplanation(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 0))
	for _, v := range engine.Variants() {
		e := NewHandmade(v)
		for range 1000 {
			p := randomPosition(r, v)
			x := e.Explain(&p)
			if x.Evaluation != "handmade" || len(x.Groups) > 0 || x.Score != e.Evaluate(&p) || Clamp(x.Sum/Score(x.Divisor)) != x.White {
				t.Fatalf("%s, %s: %v is explained by %+v", v, p.FEN(), e.Evaluate(&p), x)
			}
		}
	}
	// The last piece may be taken away too: what is left is the move alone.
	p := position("W:W60:B", engine.Canadian)
	if x := NewHandmade(engine.Canadian).Explain(&p); len(x.Pieces) != 1 || x.Pieces[0].Worth < 100 || x.Pieces[0].Worth > 150 {
		t.Errorf("%+v", x)
	}
}
