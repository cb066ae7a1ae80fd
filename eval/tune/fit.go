package tune

import (
	"context"
	"errors"
	"fmt"

	"ckengine/engine"
	"ckengine/eval"
)

// Options says how to fit.
type Options struct {
	L2           float64       // penalty for the cells of patterns: L2/2 * the square of the distance from the prior, in logits; 0 is for the usual one
	SharedL2     float64       // the same for the weights that cells share, from 0; 0 is for the usual one
	StructuralL2 float64       // the same for the other terms
	Iterations   int           // the most
	Gradient     float64       // ends when no derivative of the loss is greater, see [Iteration]
	MinVisits    int           // a cell in fewer training positions has the prior's weight and what its shares say
	Threads      int           // changes nothing in the result
	Generation   int           // number of the evaluation that comes out; 0 is the next after the corpus's last
	Prior        *eval.Weights // where the fit starts, and what the penalty pulls to; nil is all zero
}

// DefaultOptions returns the options that fits are made with.
func DefaultOptions() Options {
	return Options{StructuralL2: 1e-7, Iterations: 400, Gradient: 1e-5, MinVisits: 3, Threads: 1}
}

// The usual penalties hold a weight back as so many positions would that show it and say nothing: a cell by more than
// what it shares with others, which says the same in fewer weights.
const (
	cellHolding   = 240
	sharedHolding = 60
	mostPositions = 3_000_000 // of a greater corpus more are needed to say as much
)

// usualL2 returns the penalty that a fit to so many positions is made with.
func usualL2(holding float64, positions int) float64 {
	return holding / float64(min(positions, mostPositions))
}

// Result is what a fit found.
type Result struct {
	Weights   *eval.Weights
	Last      Iteration
	Fitted    int  // terms whose weights were fitted
	Kept      int  // cells left to the prior and to what they share because too few positions show them
	Saturated int  // weights that do not fit into the file and were cut
	Converged bool // the gradient fell below the limit
}

// fewest is the number of training positions that a fit needs; the pattern cells of one game alone are hundreds.
const fewest = 1000

// Fit finds the weights that foretell the results of the training positions best. It is
// an error if there are fewer than 1000 of them, if the prior is of another variant, if
// a man comes out worthless, or if ctx ends.
func (d *Data) Fit(ctx context.Context, o Options, report func(Iteration)) (*Result, error) {
	if d.Training < fewest {
		return nil, fmt.Errorf("%d positions to train with, of %d in %d games: want %d at least", d.Training, d.Positions, d.Games, fewest)
	}
	if o.L2 == 0 {
		o.L2 = usualL2(cellHolding, d.Training)
	}
	if o.SharedL2 == 0 {
		o.SharedL2 = usualL2(sharedHolding, d.Training)
	}
	prior, err := d.prior(o.Prior)
	if err != nil {
		return nil, err
	}
	m, l2 := d.model(prior, o)
	x, last, err := minimize(ctx, newObjective(d.training, m, l2, o.Threads), stop{o.Gradient, o.Iterations},
		func(i Iteration, x []float64) Iteration {
			i.HeldOut = meanLoss(d.heldOut, m.weights(nil, x), o.Threads)
			report(i)
			return i
		})
	if err != nil {
		return nil, err
	}
	scale, err := d.manWorth(m, x, o.Prior)
	if err != nil {
		return nil, err
	}
	r := &Result{Last: last, Fitted: len(m.terms), Kept: d.layout.Size() - len(m.terms), Converged: last.Gradient < o.Gradient}
	r.Weights, r.Saturated = export(d.Variant, m.weights(nil, x), scale)
	manifest, rounded := &r.Weights.Manifest, logits(r.Weights)
	d.describe(manifest, o)
	manifest.Iterations = last.Number
	manifest.TrainingLoss = meanLoss(d.training, rounded, o.Threads)
	if d.HeldOut > 0 {
		manifest.HeldOutLoss = meanLoss(d.heldOut, rounded, o.Threads)
	}
	return r, nil
}

// model returns what is fitted when the weights start as they are in prior, and the penalty for each parameter.
func (d *Data) model(prior []float64, o Options) (m *model, l2 []float64) {
	m = &model{base: prior}
	m.shares, m.shared = d.layout.Shares()
	visits := d.training.visits(d.layout.Size())
	for _, g := range d.layout.Groups() {
		for term := g.First; term < g.First+g.Count; term++ {
			switch {
			case !g.Pattern:
				m.terms, l2 = append(m.terms, int32(term)), append(l2, o.StructuralL2)
			case int(visits[term]) >= o.MinVisits:
				m.terms, l2 = append(m.terms, int32(term)), append(l2, o.L2)
			}
		}
	}
	for range m.shared {
		l2 = append(l2, o.SharedL2)
	}
	return m, l2
}

// describe fills in what the fit was made from, and how.
func (d *Data) describe(m *eval.Manifest, o Options) {
	m.Generation = o.Generation
	if m.Generation == 0 {
		m.Generation = d.Runs[len(d.Runs)-1].Generation + 1
	}
	for _, run := range d.Runs {
		m.Runs = append(m.Runs, eval.Run{
			Generation: run.Generation, Evaluation: run.Evaluation, DrawRule: run.DrawRule.String(), Seed: run.Seed, Nodes: run.Nodes,
		})
	}
	m.Games, m.Positions, m.Corpus = d.Games, d.Training+d.HeldOut, checksum(d)
	m.Wins, m.Draws, m.Losses = d.Results[engine.WhiteWins], d.Results[engine.Draw], d.Results[engine.BlackWins]
	m.L2, m.SharedL2, m.StructuralL2, m.MinVisits, m.HoldOut = o.L2, o.SharedL2, o.StructuralL2, o.MinVisits, d.HoldOut
	if o.Prior != nil {
		m.Prior = o.Prior.Checksum()
	}
}

// prior returns weights in logits, all 0 for nil.
func (d *Data) prior(w *eval.Weights) ([]float64, error) {
	switch {
	case w == nil:
		return make([]float64, 2*d.layout.Size()), nil
	case w.Variant != d.Variant:
		return nil, fmt.Errorf("the prior is for the %s board, the corpus for the %s board", w.Variant, d.Variant)
	case w.Manifest.Scale <= 0:
		return nil, errors.New("the prior does not say what a man is worth in logits, so it did not come from a fit")
	}
	return logits(w), nil
}

// logits returns weights in the unit in which they were fitted: opening and ending of each.
func logits(w *eval.Weights) []float64 {
	all := make([]float64, 0, 2*len(w.Terms))
	unit := w.Manifest.Scale / manUnits
	for _, t := range w.Terms {
		all = append(all, float64(t.Opening)*unit, float64(t.Ending)*unit)
	}
	return all
}

// Validate returns an error that names the first option out of range.
func (o *Options) Validate() error {
	switch {
	case !(o.L2 >= 0) || !(o.SharedL2 >= 0) || !(o.StructuralL2 >= 0):
		return fmt.Errorf("l2 %v, for shared weights %v, for structural terms %v: want 0 or more", o.L2, o.SharedL2, o.StructuralL2)
	case o.Iterations < 1:
		return fmt.Errorf("%d iterations: want 1 or more", o.Iterations)
	case !(o.Gradient >= 0):
		return fmt.Errorf("gradient %v: want 0 or more", o.Gradient)
	case o.MinVisits < 0:
		return fmt.Errorf("min-visits %d: want 0 or more", o.MinVisits)
	case o.Threads < 1:
		return fmt.Errorf("%d threads: want 1 or more", o.Threads)
	case o.Generation < 0:
		return fmt.Errorf("generation %d: want 0 or more", o.Generation)
	}
	return nil
}
