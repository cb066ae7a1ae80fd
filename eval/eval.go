package eval

import (
	"ckengine/engine"
)

// Evaluator evaluates positions of one variant. It is immutable, so any number of
// goroutines may share it.
type Evaluator struct {
	name     string
	learned  *learned // nil for the hand-made evaluation
	handmade handmade
}

// New returns the best evaluator there is for a variant: the embedded learned weights,
// or the hand-made ones where nothing has been learned.
func New(v engine.Variant) *Evaluator {
	return defaults[v]()
}

// NewLearned returns the evaluator that uses the given weights.
func NewLearned(w *Weights) (*Evaluator, error) {
	l, err := newLearned(w)
	if err != nil {
		return nil, err
	}
	return &Evaluator{name: w.Checksum(), learned: l}, nil
}

// NewHandmade returns the evaluator with the hand-made weights of a variant.
func NewHandmade(v engine.Variant) *Evaluator {
	return &Evaluator{name: "handmade", handmade: newHandmade(v)}
}

// Name tells evaluators apart: the [Weights.Checksum] of the weights, or "handmade".
func (e *Evaluator) Name() string { return e.name }

// Evaluate returns the worth of a position in which nothing is to be captured, to the
// side to move.
func (e *Evaluator) Evaluate(p *engine.Position) Score {
	if e.learned == nil {
		return e.handmade.evaluate(p)
	}
	return e.learned.evaluate(p)
}
