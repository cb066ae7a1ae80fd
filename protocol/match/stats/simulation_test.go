package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// world is a match of known strength: BayesElo's probabilities, and openings that favour one side by bias, so that the
// two games of a pair are not independent.
type world struct{ elo, drawElo, bias float64 }

// pairs gives one pair after the other.
func (w world) pairs(rng *rand.Rand) func(*Pairs) {
	first, second := bayesian(w.elo+w.bias, w.drawElo), bayesian(w.elo-w.bias, w.drawElo)
	game := func(p []float64) Result {
		switch x := rng.Float64(); {
		case x < p[0]:
			return Loss
		case x < p[0]+p[1]:
			return Draw
		}
		return Win
	}
	return func(p *Pairs) { p.Add(game(first), game(second)) }
}

// exact is the distribution of a pair's score.
func (w world) exact() distribution {
	d := Pairs{}.distribution(1)
	clear(d.probabilities)
	first, second := bayesian(w.elo+w.bias, w.drawElo), bayesian(w.elo-w.bias, w.drawElo)
	for i, p := range first {
		for j, q := range second {
			d.probabilities[i+j] += p * q
		}
	}
	return d
}

// truth is the difference in the Elo of the model.
func (w world) truth(model Model) float64 {
	d := w.exact()
	score := mean(d.scores, d.probabilities)
	switch model {
	case Normalized:
		return (score - 0.5) / deviationFrom(score, d.scores, d.probabilities) / math.Sqrt2 * normalizedScale
	case Logistic:
		return EloFromScore(score)
	}
	return w.elo
}

func TestConfidenceIntervalsCoverTheTruth(t *testing.T) {
	const runs, pairs = 1000, 400
	worlds := []world{{0, 100, 0}, {15, 300, 120}, {-120, 200, 60}, {250, 150, 40}}
	for seed, w := range worlds {
		next := w.pairs(rand.New(rand.NewPCG(uint64(seed), 1)))
		logistic, normalized, superior := 0, 0, 0
		for range runs {
			var c Counts
			for range pairs {
				next(&c.Pairs)
			}
			covers := func(e Estimate, truth float64) int {
				if e.Low <= truth && truth <= e.High {
					return 1
				}
				return 0
			}
			logistic += covers(c.Elo(), w.truth(Logistic))
			normalized += covers(c.NormalizedElo(), w.truth(Normalized))
			if c.LOS() > 0.95 {
				superior++
			}
		}
		// four standard errors of a frequency of 0.95 over the runs
		margin := 4 * math.Sqrt(0.95*0.05/runs)
		for name, hits := range map[string]int{"Elo": logistic, "normalized Elo": normalized} {
			if rate := float64(hits) / runs; math.Abs(rate-0.95) > margin {
				t.Errorf("%+v: the interval of %s covers the truth in %.3f of the runs, want 0.95", w, name, rate)
			}
		}
		if rate := float64(superior) / runs; w.elo == 0 && math.Abs(rate-0.05) > margin {
			t.Errorf("%+v: LOS over 0.95 between equals in %.3f of the runs, want 0.05", w, rate)
		}
	}
}

// Pairs whose openings favour one side vary less than as many single games: to ignore that gives too wide an error.
func TestPairsGiveTheSmallerError(t *testing.T) {
	next := world{10, 200, 200}.pairs(rand.New(rand.NewPCG(3, 1)))
	var c Counts
	for range 5000 {
		next(&c.Pairs)
	}
	single := Counts{Unpaired: c.Pairs.WDL()}
	if ratio := c.Elo().Margin() / single.Elo().Margin(); !(ratio < 0.95) {
		t.Errorf("error by pairs is %.3f of that by games", ratio)
	}
}

func TestSPRTErrorRatesAndLength(t *testing.T) {
	runs := 400
	if testing.Short() {
		runs = 150
	}
	for _, model := range models() {
		base := world{0, 150, 60}
		at := func(target float64) world { // the world in which the model's Elo is the target
			w := base
			w.elo = 2000 * solve(func(x float64) float64 { w.elo = 2000 * x; return w.truth(model) }, target)
			return w
		}
		s := SPRT{Elo0: -10, Elo1: 50, Alpha: 0.05, Beta: 0.1, Model: model}
		draws := bayesian(0, base.drawElo)[1]
		for _, test := range []struct {
			name      string
			truth     float64
			wrong     Decision
			errorRate float64
		}{{"H0 holds", s.Elo0, AcceptH1, s.Alpha}, {"H1 holds", s.Elo1, AcceptH0, s.Beta}} {
			next := at(test.truth).pairs(rand.New(rand.NewPCG(uint64(model), 2)))
			wrong, games := 0, 0
			for range runs {
				var c Counts
				decision := Continue
				for decision == Continue {
					next(&c.Pairs)
					decision = s.Decide(s.LLR(c))
					if c.Pairs.Count() > 10_000 {
						t.Fatalf("%v, %s: no decision after %+v", model, test.name, c.Pairs)
					}
				}
				games += 2 * c.Pairs.Count()
				if decision == test.wrong {
					wrong++
				}
			}
			rate := float64(wrong) / float64(runs)
			margin := 4 * math.Sqrt(test.errorRate*(1-test.errorRate)/float64(runs))
			if math.Abs(rate-test.errorRate) > margin {
				t.Errorf("%v, %s: wrong in %.3f of the runs, want %.3f", model, test.name, rate, test.errorRate)
			}
			plan, err := s.Plan(test.truth, draws)
			if err != nil {
				t.Fatal(err)
			}
			// the plan knows neither the overshoot at the end nor the pairs' correlation
			if length := float64(games) / float64(runs); math.Abs(length/plan.Games-1) > 0.25 {
				t.Errorf("%v, %s: %.0f games on average, planned %.0f", model, test.name, length, plan.Games)
			}
		}
	}
}
