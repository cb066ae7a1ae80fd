package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ckengine/eval"
)

// randomRows draws positions whose results follow known weights.
func randomRows(t *testing.T, random *rand.Rand, positions, terms int, truth []float64) *rowSet {
	t.Helper()
	rows := &rowSet{}
	for range positions {
		var list []eval.Term
		for range 8 {
			list = append(list, eval.Term{Index: random.Int32N(int32(terms)), Count: random.Int32N(5) - 2})
		}
		ending := float32(random.IntN(eval.PhaseMax+1)) / eval.PhaseMax
		x := 0.0
		for _, term := range list {
			x += float64(term.Count) * pair{truth[2*term.Index], truth[2*term.Index+1]}.at(float64(ending))
		}
		result := half(0)
		if share := 1 / (1 + math.Exp(-x)); random.Float64() < share {
			result = 2
		}
		if err := rows.add(list, ending, result); err != nil {
			t.Fatal(err)
		}
	}
	return rows
}

func randomVector(random *rand.Rand, n int, size float64) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = size * random.NormFloat64()
	}
	return v
}

// ownWeights is the model in which each term has a parameter of its own and starts at 0.
func ownWeights(terms int) *model {
	m := &model{base: make([]float64, 2*terms)}
	for term := range int32(terms) {
		m.terms = append(m.terms, term)
	}
	return m
}

func TestGradientIsTheSlopeOfTheObjective(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const terms = 30
	rows := randomRows(t, random, 5000, terms, randomVector(random, 2*terms, 0.3))
	m := &model{base: randomVector(random, 2*terms, 0.3), terms: []int32{0, 3, 4, 7, 29}, shared: 3, shares: []eval.Share{
		{Term: 3, Shared: 0, Part: 1}, {Term: 5, Shared: 0, Part: -0.5}, {Term: 5, Shared: 2, Part: 0.5}, {Term: 29, Shared: 2, Part: -1},
	}}
	l2 := make([]float64, m.size())
	for i := range l2 {
		l2[i] = random.Float64()
	}
	o := newObjective(rows, m, l2, 2)
	x := randomVector(random, 2*m.size(), 0.5)
	gradient, unused := make([]float64, len(x)), make([]float64, len(x))
	o.evaluate(x, gradient)
	for i := range x {
		const step = 1e-5
		up, down := slices.Clone(x), slices.Clone(x)
		up[i] += step
		down[i] -= step
		upLoss, upPenalty := o.evaluate(up, unused)
		downLoss, downPenalty := o.evaluate(down, unused)
		slope := (upLoss + upPenalty - downLoss - downPenalty) / (2 * step)
		if math.Abs(slope-gradient[i]) > 1e-8 {
			t.Errorf("parameter %d: gradient %v, slope %v", i, gradient[i], slope)
		}
	}
}

func TestFitRecoversTheWeightsThatDrewTheResults(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	const terms = 20
	truth := randomVector(random, 2*terms, 0.4)
	rows := randomRows(t, random, 60000, terms, truth)
	o := newObjective(rows, ownWeights(terms), make([]float64, terms), 2)
	w, last, err := minimize(context.Background(), o, stop{1e-6, 200}, noReport)
	if err != nil {
		t.Fatal(err)
	}
	if last.Gradient >= 1e-6 {
		t.Errorf("the gradient is %v at the end", last.Gradient)
	}
	for i := range truth {
		// four standard errors of a parameter that about 1/8 of a row's information speaks of
		if math.Abs(w[i]-truth[i]) > 0.1 {
			t.Errorf("parameter %d: %.3f, drawn from %.3f", i, w[i], truth[i])
		}
	}
}

func TestThreadsChangeNoBit(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	const terms = 50
	rows := randomRows(t, random, 9000, terms, randomVector(random, 2*terms, 0.4))
	var first []float64
	for _, threads := range []int{1, 1, 2, 3, 16} {
		l2 := slices.Repeat([]float64{1e-5}, terms)
		w, _, err := minimize(context.Background(), newObjective(rows, ownWeights(terms), l2, threads), stop{1e-5, 50}, noReport)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = w
		}
		if !slices.Equal(w, first) {
			t.Errorf("%d threads: other weights", threads)
		}
	}
}

// TestTheBottomIsNoError asks for a gradient that rounding does not allow.
func TestTheBottomIsNoError(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	const terms = 10
	rows := randomRows(t, random, 500, terms, randomVector(random, 2*terms, 0.4))
	w, last, err := minimize(context.Background(), newObjective(rows, ownWeights(terms), make([]float64, terms), 1), stop{0, 5000}, noReport)
	if err != nil || len(w) != 2*terms || last.Gradient > 1e-6 {
		t.Errorf("%d parameters, gradient %v, %v", len(w), last.Gradient, err)
	}
}

func TestInterruptedFitReturnsNoWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	rows := randomRows(t, random, 100, 5, make([]float64, 10))
	ctx, cancel := context.WithCancel(context.Background())
	seen := 0
	w, _, err := minimize(ctx, newObjective(rows, ownWeights(5), make([]float64, 5), 1), stop{0, 100}, func(i Iteration, _ []float64) Iteration {
		if seen++; seen == 3 {
			cancel()
		}
		return i
	})
	if err == nil || w != nil {
		t.Errorf("%v, %v", w, err)
	}
	if seen != 3 {
		t.Errorf("%d iterations, the fit was to end in the third", seen)
	}
}

func BenchmarkGradient(b *testing.B) {
	random := rand.New(rand.NewPCG(5, 6))
	const terms = 85000
	rows := &rowSet{}
	for range 200000 {
		list := make([]eval.Term, 0, 35)
		for i := range int32(35) {
			list = append(list, eval.Term{Index: i*2400 + int32(2399*math.Pow(random.Float64(), 6)), Count: 2*random.Int32N(2) - 1})
		}
		if err := rows.add(list, random.Float32(), half(random.IntN(3))); err != nil {
			b.Fatal(err)
		}
	}
	for _, threads := range []int{1, 2} {
		b.Run(string('0'+rune(threads)), func(b *testing.B) {
			o := newObjective(rows, ownWeights(terms), make([]float64, terms), threads)
			w := randomVector(random, 2*terms, 0.01)
			gradient := make([]float64, 2*terms)
			for b.Loop() {
				o.evaluate(w, gradient)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows.size), "ns/position")
		})
	}
}

func noReport(i Iteration, _ []float64) Iteration { return i }
