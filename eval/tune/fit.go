package tune

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ckengine/engine"
	"ckengine/eval"
)

// Options says how to fit.
type Options struct {
	L2           float64       // penalty for the cells of patterns: L2/2 * the square of the distance from the prior, in logits; 0 is for usualL2
	StructuralL2 float64       // the same for the other terms
	Iterations   int           // the most
	Gradient     float64       // ends when no derivative of the loss is greater, see [Iteration]
	MinVisits    int           // a cell in fewer training positions keeps the prior's weight
	Threads      int           // changes nothing in the result
	Generation   int           // number of the evaluation that comes out; 0 is the next after the corpus's last
	Prior        *eval.Weights // where the fit starts, and what the penalty pulls to; nil is all zero
}

// DefaultOptions returns the options that fits are made with.
func DefaultOptions() Options {
	return Options{StructuralL2: 1e-7, Iterations: 200, Gradient: 1e-5, MinVisits: 3, Threads: 1}
}

// usualL2 returns the penalty that a fit to so many positions is made with. Each cell
// is held back as by so many positions of its own that say nothing, and in a great
// corpus by more.
func usualL2(positions int) float64 {
	const holding, least = 60, 2e-5
	return max(least, holding/float64(positions))
}

// Result is what a fit found.
type Result struct {
	Weights   *eval.Weights
	Last      Iteration
	Fitted    int  // terms whose weights were fitted
	Kept      int  // cells that kept the prior's weight because too few positions show them
	Saturated int  // weights that do not fit into the file and were cut
	Converged bool // the gradient fell below the limit
}

const (
	manTerm = 0 // the difference of men comes first in every layout

	manUnits      = 1000 // what a man weighs in the average position, in tenths of a hundredth of a man
	leastManWorth = 0.01 // logits; a corpus in which a man is worth less teaches nothing
	fewest        = 1000 // training positions; the pattern cells of one game alone are hundreds
)

// Fit finds the weights that foretell the results of the training positions best. It
// rewrites the rows, so that data serve for one fit. It is an error if there are fewer
// than 1000 of them, if the prior is of another variant, if a man comes out worthless,
// or if ctx ends.
func (d *Data) Fit(ctx context.Context, o Options, report func(Iteration)) (*Result, error) {
	if d.Training < fewest {
		return nil, fmt.Errorf("%d positions to train with, of %d in %d games: want %d at least", d.Training, d.Positions, d.Games, fewest)
	}
	if o.L2 == 0 {
		o.L2 = usualL2(d.Training)
	}
	prior, err := d.prior(o.Prior)
	if err != nil {
		return nil, err
	}
	isCell := cells(d.layout)
	visits := d.training.visits(d.layout.Size())
	var fixed []pair
	if o.Prior != nil {
		fixed = prior
	}
	c := chooseColumns(d.layout.Size(), func(term int) bool { return !isCell[term] || int(visits[term]) >= o.MinVisits }, fixed)
	d.training.narrow(c)
	d.heldOut.narrow(c)

	l2 := make([]float64, len(c.terms))
	for column, term := range c.terms {
		l2[column] = o.StructuralL2
		if isCell[term] {
			l2[column] = o.L2
		}
	}
	w, last, err := minimize(ctx, newObjective(d.training, c.vector(prior), l2, o.Threads), stop{o.Gradient, o.Iterations},
		func(i Iteration, w []float64) Iteration {
			i.HeldOut = meanLoss(d.heldOut, w, o.Threads)
			report(i)
			return i
		})
	if err != nil {
		return nil, err
	}
	for column, term := range c.terms {
		prior[term] = pair{w[2*column], w[2*column+1]}
	}
	r := &Result{Last: last, Fitted: len(c.terms), Kept: d.layout.Size() - len(c.terms), Converged: last.Gradient < o.Gradient}
	if r.Weights, r.Saturated, err = export(d.Variant, prior, d.training.meanEnding()); err != nil {
		return nil, err
	}
	d.describe(&r.Weights.Manifest, o)
	m, rounded := &r.Weights.Manifest, c.vector(logits(r.Weights))
	m.Iterations = last.Number
	m.TrainingLoss = meanLoss(d.training, rounded, o.Threads)
	if d.HeldOut > 0 {
		m.HeldOutLoss = meanLoss(d.heldOut, rounded, o.Threads)
	}
	return r, nil
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
	m.L2, m.StructuralL2, m.MinVisits, m.HoldOut = o.L2, o.StructuralL2, o.MinVisits, d.HoldOut
	if o.Prior != nil {
		m.Prior = o.Prior.Checksum()
	}
}

// cells says of each term whether it is a cell of a pattern.
func cells(l *eval.Layout) []bool {
	isCell := make([]bool, l.Size())
	for _, g := range l.Groups() {
		for term := g.First; term < g.First+g.Count; term++ {
			isCell[term] = g.Pattern
		}
	}
	return isCell
}

// prior returns weights in logits, all 0 for nil.
func (d *Data) prior(w *eval.Weights) ([]pair, error) {
	switch {
	case w == nil:
		return make([]pair, d.layout.Size()), nil
	case w.Variant != d.Variant:
		return nil, fmt.Errorf("the prior is for the %s board, the corpus for the %s board", w.Variant, d.Variant)
	case w.Manifest.Scale <= 0:
		return nil, errors.New("the prior does not say what a man is worth in logits, so it did not come from a fit")
	}
	return logits(w), nil
}

// logits returns weights in the unit in which they were fitted.
func logits(w *eval.Weights) []pair {
	all := make([]pair, len(w.Terms))
	unit := w.Manifest.Scale / manUnits
	for i, t := range w.Terms {
		all[i] = pair{float64(t.Opening) * unit, float64(t.Ending) * unit}
	}
	return all
}

// export turns weights in logits into those of the file, in which a man weighs a man
// in the average training position. At the start of a game, where hardly anybody is a
// man up, his weight is a guess.
func export(v engine.Variant, all []pair, meanEnding float64) (w *eval.Weights, saturated int, err error) {
	scale := all[manTerm].at(meanEnding)
	if !(scale >= leastManWorth) {
		return nil, 0, fmt.Errorf("a man comes out at %.4f logits, want %v at least: the corpus is too small, or its results do not follow from the positions", scale, leastManWorth)
	}
	round := func(x float64) int16 {
		units := math.Round(x / scale * manUnits)
		if units < -eval.MaxWeight || units > eval.MaxWeight {
			saturated++
		}
		return int16(max(-eval.MaxWeight, min(units, eval.MaxWeight)))
	}
	w = &eval.Weights{Variant: v, Terms: make([]eval.Weight, len(all))}
	w.Manifest.Scale = scale
	for i, p := range all {
		w.Terms[i] = eval.Weight{Opening: round(p.opening), Ending: round(p.ending)}
	}
	return w, saturated, nil
}

// Validate returns an error that names the first option out of range.
func (o *Options) Validate() error {
	switch {
	case !(o.L2 >= 0) || !(o.StructuralL2 >= 0):
		return fmt.Errorf("l2 %v, for structural terms %v: want 0 or more", o.L2, o.StructuralL2)
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
