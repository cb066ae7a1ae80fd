package stats

import (
	"errors"
	"fmt"
	"math"
)

// Model says in which Elo the bounds of an SPRT are.
type Model uint8

const (
	// Normalized bounds are in normalized Elo: the length of a test does not depend on the share of draws.
	Normalized Model = iota
	// Logistic bounds are in the usual Elo, a function of the expected score alone.
	Logistic
	// Bayesian bounds are in BayesElo, whose draw parameter is taken from the results: for single games by BayesElo's
	// probabilities of win, draw and loss, for pairs by the expected scores that follow from them.
	Bayesian
)

func models() []Model { return []Model{Normalized, Logistic, Bayesian} }

func (m Model) String() string {
	switch m {
	case Normalized:
		return "normalized"
	case Logistic:
		return "logistic"
	case Bayesian:
		return "bayesian"
	}
	return "invalid model"
}

// ParseModel is the inverse of String.
func ParseModel(text string) (Model, error) {
	for _, m := range models() {
		if m.String() == text {
			return m, nil
		}
	}
	return 0, fmt.Errorf("model %q: want normalized, logistic or bayesian", text)
}

// Decision is what an SPRT says of the results so far.
type Decision uint8

const (
	Continue Decision = iota
	AcceptH0
	AcceptH1
)

func (d Decision) String() string {
	switch d {
	case Continue:
		return "continue"
	case AcceptH0:
		return "H0 accepted"
	case AcceptH1:
		return "H1 accepted"
	}
	return "invalid decision"
}

// SPRT is a sequential probability ratio test of H0, the difference is Elo0, against H1, it is Elo1 (A. Wald, 1945). The
// likelihoods are the greatest that each hypothesis allows (generalized SPRT).
type SPRT struct {
	Elo0, Elo1 float64 // in the Elo of Model
	Alpha      float64 // probability of accepting H1 where H0 holds
	Beta       float64 // probability of accepting H0 where H1 holds
	Model      Model
}

// maxElo is far beyond any use, and keeps the expected scores away from 0 and 1.
const maxElo = 4000

// Validate says what is wrong with the parameters, nil if nothing is.
func (s SPRT) Validate() error {
	for _, bound := range []struct {
		name  string
		value float64
	}{{"elo0", s.Elo0}, {"elo1", s.Elo1}} {
		if !(math.Abs(bound.value) <= maxElo) {
			return fmt.Errorf("%s is %v: want a number from -%d to %d", bound.name, bound.value, maxElo, maxElo)
		}
	}
	if s.Elo0 >= s.Elo1 {
		return fmt.Errorf("elo0 is %v, elo1 is %v: elo0 must be less than elo1", s.Elo0, s.Elo1)
	}
	for _, probability := range []struct {
		name  string
		value float64
	}{{"alpha", s.Alpha}, {"beta", s.Beta}} {
		if !(probability.value > 0 && probability.value < 0.5) {
			return fmt.Errorf("%s is %v: want a probability between 0 and 0.5", probability.name, probability.value)
		}
	}
	if s.Model > Bayesian {
		return errors.New("model: want normalized, logistic or bayesian")
	}
	return nil
}

// Bounds are the log-likelihood ratios at which H0 (lower) and H1 (upper) are accepted.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decide compares a log-likelihood ratio with the bounds.
func (s SPRT) Decide(llr float64) Decision {
	lower, upper := s.Bounds()
	switch {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Continue
}

// LLR is the log-likelihood ratio of H1 against H0: the pentanomial one of the pairs where there are any, else the
// trinomial one of the single games. 0 without either.
func (s SPRT) LLR(c Counts) float64 {
	d, ok := c.distribution(emptyCell)
	switch {
	case !ok:
		return 0
	case s.Model == Normalized:
		perUnit := normalizedScale / math.Sqrt(d.gamesPerUnit)
		return d.logLikelihoodRatio(d.withT(s.Elo0/perUnit), d.withT(s.Elo1/perUnit))
	case s.Model == Logistic:
		return d.logLikelihoodRatio(d.withMean(ScoreFromElo(s.Elo0)), d.withMean(ScoreFromElo(s.Elo1)))
	}
	drawElo := c.drawElo()
	if c.Pairs.Count() > 0 {
		return d.logLikelihoodRatio(d.withMean(bayesianScore(s.Elo0, drawElo)), d.withMean(bayesianScore(s.Elo1, drawElo)))
	}
	return d.logLikelihoodRatio(bayesian(s.Elo0, drawElo), bayesian(s.Elo1, drawElo))
}
