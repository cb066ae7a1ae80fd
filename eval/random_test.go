package eval

import (
	"math/rand/v2"

	"ckengine/engine"
)

// randomPosition returns a position with pieces on random squares, from crowded ones
// of men to a few kings.
func randomPosition(r *rand.Rand, v engine.Variant) engine.Position {
	most := []int{3, v.MenPerSide() / 2, v.MenPerSide()}[r.IntN(3)]
	kingsInTen := []int{0, 1, 5}[r.IntN(3)]
	setup := engine.NewSetup(v)
	setup.SetSideToMove(engine.Side(r.IntN(2)))
	for side := engine.White; side <= engine.Black; side++ {
		for range 1 + r.IntN(most) {
			kind := engine.Man
			if r.IntN(10) < kingsInTen {
				kind = engine.King
			}
			// A square that is taken or not for men costs this piece, no more.
			_ = setup.Put(1+r.IntN(v.Squares()), side, kind)
		}
	}
	p, err := setup.Position()
	if err != nil {
		return randomPosition(r, v)
	}
	return p
}

// randomWeights returns weights anywhere within the bounds.
func randomWeights(r *rand.Rand, v engine.Variant) *Weights {
	w := &Weights{Variant: v, Terms: make([]Weight, NewLayout(v).Size())}
	for i := range w.Terms {
		w.Terms[i] = Weight{int16(r.IntN(2*MaxWeight+1) - MaxWeight), int16(r.IntN(2*MaxWeight+1) - MaxWeight)}
	}
	return w
}

// smallWeights returns weights with which an evaluation stays within its bounds.
func smallWeights(r *rand.Rand, v engine.Variant) *Weights {
	w := randomWeights(r, v)
	for i, t := range w.Terms {
		w.Terms[i] = Weight{t.Opening % 100, t.Ending % 100}
	}
	return w
}

// newEvaluator returns the evaluator with given weights.
func newEvaluator(w *Weights) *Evaluator {
	e, err := NewLearned(w)
	if err != nil {
		panic(err)
	}
	return e
}

func position(fen string, v engine.Variant) engine.Position {
	p, err := engine.ParseFEN(fen, v)
	if err != nil {
		panic(err)
	}
	return p
}

func hasKings(p engine.Position) bool {
	return !p.Kings(engine.White).Or(p.Kings(engine.Black)).IsEmpty()
}
