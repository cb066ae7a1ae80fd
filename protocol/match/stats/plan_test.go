package stats

import (
	"math"
	"testing"
)

func TestPlan(t *testing.T) {
	standard := SPRT{Elo0: 0, Elo1: 3, Alpha: 0.05, Beta: 0.05}
	tests := []struct {
		name      string
		test      SPRT
		elo       float64
		draws     float64
		games     float64
		acceptH1  float64
		tolerance float64 // of the games, relative
	}{
		// fishtest pull request 914: a width of 3 normalized Elo has "a peak expected test duration of 116K games"
		{"longest", standard, 1.5, 0.5, 116_000, 0.5, 0.005},
		// Wald: under the hypotheses themselves the probabilities are alpha and 1 - beta, and the expected LLR
		// (1-alpha) ln(beta/(1-alpha)) + alpha ln((1-beta)/alpha) over the drift
		{"H0 holds", standard, 0, 0.5, 0.9 * math.Log(19) * 2 / math.Pow(3*math.Ln10/800, 2), 0.05, 1e-9},
		{"H1 holds", standard, 3, 0.5, 0.9 * math.Log(19) * 2 / math.Pow(3*math.Ln10/800, 2), 0.95, 1e-9},
		// always the near bound, reached at the pace of the drift
		{"far above", standard, 1500, 0.5, math.Log(19) / (3 * (1500 - 1.5)) / math.Pow(math.Ln10/800, 2), 1, 1e-9},
		{"far below", standard, -1500, 0.5, math.Log(19) / (3 * (1500 + 1.5)) / math.Pow(math.Ln10/800, 2), 0, 1e-9},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := test.test.Plan(test.elo, test.draws)
			if err != nil || !near(got.Games, test.games, test.tolerance*test.games) || !near(got.AcceptH1, test.acceptH1, 1e-6) {
				t.Errorf("got %+v, %v, want %.0f games, H1 in %.3f", got, err, test.games, test.acceptH1)
			}
		})
	}
}

func TestPlanOfEqualTests(t *testing.T) {
	// without draws the three scales agree for small differences; with draws logistic bounds take longer:
	// the variance of a game falls by half, and so do the games for the same logistic difference
	normalized := SPRT{Elo0: 0, Elo1: 2, Alpha: 0.05, Beta: 0.05}
	logistic := normalized
	logistic.Model = Logistic
	bayes := normalized
	bayes.Model = Bayesian
	plan := func(s SPRT, draws float64) float64 {
		p, err := s.Plan(1, draws)
		if err != nil {
			t.Fatal(err)
		}
		return p.Games
	}
	if n, l, b := plan(normalized, 0), plan(logistic, 0), plan(bayes, 0); !near(l/n, 1, 1e-3) || !near(b/n, 1, 1e-3) {
		t.Errorf("without draws %.0f, %.0f and %.0f games", n, l, b)
	}
	if full, half := plan(logistic, 0), plan(logistic, 0.5); !near(half/full, 0.5, 1e-9) {
		t.Errorf("%.0f games without draws, %.0f with one game in two drawn", full, half)
	}
	if full, half := plan(normalized, 0), plan(normalized, 0.5); full != half {
		t.Errorf("normalized: %.0f games without draws, %.0f with", full, half)
	}
}

func TestPlanRefuses(t *testing.T) {
	good := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, test := range []struct {
		test       SPRT
		elo, draws float64
		want       string
	}{
		{SPRT{}, 0, 0, "elo0 is 0, elo1 is 0: elo0 must be less than elo1"},
		{good, math.NaN(), 0, "true elo is NaN: want a number from -4000 to 4000"},
		{good, 0, 1, "share of draws is 1: want 0 to below 1"},
		{good, 0, math.NaN(), "share of draws is NaN: want 0 to below 1"},
	} {
		if got, err := test.test.Plan(test.elo, test.draws); err == nil || err.Error() != test.want {
			t.Errorf("Plan(%v, %v) = %+v, %v, want %s", test.elo, test.draws, got, err, test.want)
		}
	}
}
