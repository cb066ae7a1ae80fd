package tune

import (
	"context"
	"errors"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

// memory is how many earlier steps the optimiser draws on.
const memory = 10

// Iteration is how far a fit has come.
type Iteration struct {
	Number   int           // 0 is the start
	Loss     float64       // mean cross-entropy of the training positions, in nats, without the penalty
	HeldOut  float64       // mean cross-entropy of the positions held out, in nats; NaN if there are none
	Gradient float64       // greatest derivative of the objective by any parameter, in the optimiser's units
	Elapsed  time.Duration // since the start
}

// stop says when to end.
type stop struct {
	gradient   float64
	iterations int
}

// minimize returns the parameters at which the objective is least. It is an error if ctx ends first. The function
// report may complete what it is told of an iteration.
//
// The optimiser sees each parameter in the unit in which the objective's curvature is about 1: a term that occurs in
// every position and a cell seen ten times then take steps of their own size. Without that, 400 iterations do not reach
// what 20 reach with it.
func minimize(ctx context.Context, o *objective, until stop, report func(Iteration, []float64) Iteration) (w []float64, last Iteration, err error) {
	p := newScaledProblem(o)
	began := time.Now()
	watch := &watcher{until: until, report: func(number int, x, gradient []float64) float64 {
		p.at(x)
		last = Iteration{Number: number, Loss: p.loss, Elapsed: time.Since(began)}
		last.Gradient = floats.Norm(gradient, math.Inf(1))
		last = report(last, p.unscaled(x))
		return last.Gradient
	}}
	problem := optimize.Problem{Func: p.value, Grad: p.gradient, Status: func() (optimize.Status, error) {
		return optimize.NotTerminated, ctx.Err()
	}}
	settings := &optimize.Settings{Converger: watch, MajorIterations: until.iterations + 1}
	result, err := optimize.Minimize(problem, p.scaled(o.start), settings, &optimize.LBFGS{Store: memory})
	switch {
	case ctx.Err() != nil:
		return nil, last, ctx.Err()
	case err != nil && !isAtBottom(err):
		return nil, last, err
	}
	return append([]float64(nil), p.unscaled(result.X)...), last, nil
}

// isAtBottom reports an error which says that rounding leaves no lower point to be found.
func isAtBottom(err error) bool {
	return errors.Is(err, optimize.ErrNoProgress) || errors.Is(err, optimize.ErrLinesearcherFailure) ||
		errors.Is(err, optimize.ErrNonDescentDirection)
}

// watcher reports each iteration and ends the fit.
type watcher struct {
	until  stop
	report func(number int, x, gradient []float64) (gradientNorm float64)
	number int
}

func (w *watcher) Init(int) { w.number = 0 }

func (w *watcher) Converged(at *optimize.Location) optimize.Status {
	norm := w.report(w.number, at.X, at.Gradient)
	w.number++
	if norm < w.until.gradient {
		return optimize.GradientThreshold
	}
	return optimize.NotTerminated
}

// scaledProblem is the objective as the optimiser sees it.
type scaledProblem struct {
	objective *objective
	unit      []float64 // optimiser's parameter = unit * ours
	w         []float64 // the last parameters asked for, in our units
	x         []float64 // the same in the optimiser's
	loss      float64
	penalty   float64
	g         []float64 // gradient of the sum of both
}

func newScaledProblem(o *objective) *scaledProblem {
	p := &scaledProblem{objective: o, unit: o.curvature(), w: make([]float64, len(o.start)), g: make([]float64, len(o.start))}
	for i, curvature := range p.unit {
		p.unit[i] = math.Sqrt(curvature)
		if curvature == 0 {
			p.unit[i] = 1 // the parameter changes nothing
		}
	}
	return p
}

// at evaluates the objective. The optimiser asks for the value and the gradient one after the other.
func (p *scaledProblem) at(x []float64) {
	if p.x != nil && floats.Equal(p.x, x) {
		return
	}
	p.x = append(p.x[:0], x...)
	p.loss, p.penalty = p.objective.evaluate(p.unscaled(x), p.g)
	for i, unit := range p.unit {
		p.g[i] /= unit
	}
}

func (p *scaledProblem) value(x []float64) float64 {
	p.at(x)
	return p.loss + p.penalty
}

func (p *scaledProblem) gradient(dst, x []float64) {
	p.at(x)
	copy(dst, p.g)
}

// unscaled returns x in our units, in a slice that the next call uses again.
func (p *scaledProblem) unscaled(x []float64) []float64 {
	for i, unit := range p.unit {
		p.w[i] = x[i] / unit
	}
	return p.w
}

func (p *scaledProblem) scaled(w []float64) []float64 {
	x := make([]float64, len(w))
	for i, unit := range p.unit {
		x[i] = w[i] * unit
	}
	return x
}
