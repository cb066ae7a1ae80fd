package stats

import (
	"fmt"
	"math"
)

// Plan is what to expect of an SPRT before it is run.
type Plan struct {
	Games    float64 // games to a decision, on average
	AcceptH1 float64 // probability that the decision is H1
}

// Plan takes the true difference in the Elo of the test's model, and the share of draws (0 to below 1), which matters for
// logistic and bayesian bounds only. The games of a pair are taken as independent, and the LLR as a Brownian motion
// that stops on its bounds (A. Wald, Sequential Analysis, 1947), as is right for bounds close to each other.
func (s SPRT) Plan(elo, drawRatio float64) (Plan, error) {
	if err := s.Validate(); err != nil {
		return Plan{}, err
	}
	if !(math.Abs(elo) <= maxElo) {
		return Plan{}, fmt.Errorf("true elo is %v: want a number from -%d to %d", elo, maxElo, maxElo)
	}
	if !(drawRatio >= 0 && drawRatio < 1) {
		return Plan{}, fmt.Errorf("share of draws is %v: want 0 to below 1", drawRatio)
	}
	t := func(elo float64) float64 {
		deviation := math.Sqrt(1-drawRatio) / 2
		switch s.Model {
		case Logistic:
			return (ScoreFromElo(elo) - 0.5) / deviation
		case Bayesian:
			decided := (1 - drawRatio) / 2
			return (bayesianScore(elo, drawEloFrom(decided, decided)) - 0.5) / deviation
		}
		return elo / normalizedScale
	}
	t0, t1 := t(s.Elo0), t(s.Elo1)
	drift, variance := (t1-t0)*(t(elo)-(t0+t1)/2), (t1-t0)*(t1-t0)
	lower, upper := s.Bounds()
	tilt := 2 * drift / variance
	if math.Abs(tilt) < 1e-6 { // the limit, where the general form is 0/0
		return Plan{Games: -lower * upper / variance, AcceptH1: lower / (lower - upper)}, nil
	}
	pass := math.Expm1(tilt*lower) / math.Expm1(tilt*(lower-upper))
	if tilt < 0 { // the same from the other side, so that no exponential overflows
		pass = 1 - math.Expm1(tilt*upper)/math.Expm1(tilt*(upper-lower))
	}
	games := (pass*upper + (1-pass)*lower) / drift
	return Plan{Games: max(games, 2), AcceptH1: pass}, nil
}
