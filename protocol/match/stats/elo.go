package stats

import (
	"fmt"
	"math"
)

// twoSided95 is the standard normal quantile of 0.975: 95 % of the normal distribution lie within it.
const twoSided95 = 1.959963984540054

// normalizedScale is Elo per unit of (score - 1/2) / standard deviation of a game, chosen so that normalized and
// logistic Elo agree for small differences without draws (fishtest, pull request 875).
const normalizedScale = 800 / math.Ln10

// Estimate is a value with its 95 % confidence interval. Parts that the results do not determine are infinite or NaN.
type Estimate struct {
	Value, Low, High float64
}

// Margin is half the width of the interval.
func (e Estimate) Margin() float64 { return (e.High - e.Low) / 2 }

// String is such as "+8.64 ± 10.33"; an error that the results do not determine is "n/a".
func (e Estimate) String() string {
	switch {
	case math.IsNaN(e.Value):
		return "n/a"
	case !isFinite(e.Margin()):
		return signed(e.Value) + " ± n/a"
	}
	return fmt.Sprintf("%s ± %.2f", signed(e.Value), e.Margin())
}

func signed(x float64) string {
	if math.IsInf(x, 0) {
		return fmt.Sprintf("%+.0f", x)
	}
	return fmt.Sprintf("%+.2f", x)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// EloFromScore is the logistic Elo difference at which the expected score of a game is score (0 to 1).
func EloFromScore(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return 400 * math.Log10(score/(1-score))
}

// ScoreFromElo is the expected score of a game (0 to 1) at a logistic Elo difference.
func ScoreFromElo(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Score is the share of the points won, 0 to 1. Where there are pairs, it is theirs alone.
// NaN without games; without bounds as long as all units ended alike.
func (c Counts) Score() Estimate {
	d, ok := c.distribution(0)
	if !ok {
		return Estimate{math.NaN(), math.NaN(), math.NaN()}
	}
	score := mean(d.scores, d.probabilities)
	deviation := deviationFrom(score, d.scores, d.probabilities)
	if deviation == 0 {
		return Estimate{score, math.Inf(-1), math.Inf(1)}
	}
	margin := twoSided95 * deviation / math.Sqrt(d.units)
	return Estimate{score, score - margin, score + margin}
}

// Elo is the logistic Elo difference. After an SPRT has stopped it errs outward, as every estimate taken at a
// moment chosen by the results does.
func (c Counts) Elo() Estimate {
	score := c.Score()
	if math.IsNaN(score.Value) {
		return score
	}
	return Estimate{EloFromScore(score.Value), EloFromScore(score.Low), EloFromScore(score.High)}
}

// NormalizedElo is the score's distance from 1/2 in standard deviations of a game, on the scale of Elo. The number of
// games needed to prove a difference depends on it alone, whatever the share of draws. The error is the delta
// method's for a ratio of mean and standard deviation, with the skewness and kurtosis of the results.
func (c Counts) NormalizedElo() Estimate {
	d, ok := c.distribution(0)
	if !ok {
		return Estimate{math.NaN(), math.NaN(), math.NaN()}
	}
	score := mean(d.scores, d.probabilities)
	deviation := deviationFrom(score, d.scores, d.probabilities)
	if deviation == 0 {
		if score == 0.5 {
			return Estimate{0, math.Inf(-1), math.Inf(1)}
		}
		return Estimate{math.Inf(int(math.Copysign(1, score-0.5))), math.Inf(-1), math.Inf(1)}
	}
	skewness, kurtosis := 0.0, 0.0
	for i, p := range d.probabilities {
		z := (d.scores[i] - score) / deviation
		skewness += p * z * z * z
		kurtosis += p * z * z * z * z
	}
	t := (score - 0.5) / deviation
	// the factor may vanish for two outcomes alone: the next term of the expansion is of the order 1/units
	variance := max(1/d.units, 1-skewness*t+(kurtosis-1)/4*t*t) / d.units
	perUnit := normalizedScale / math.Sqrt(d.gamesPerUnit)
	value, margin := t*perUnit, twoSided95*math.Sqrt(variance)*perUnit
	return Estimate{value, value - margin, value + margin}
}

// LOS is the likelihood of superiority, the probability that the first engine is the stronger one (0 to 1), in
// the normal approximation. NaN without games. As long as all units ended alike, the spread is taken about 1/2.
func (c Counts) LOS() float64 {
	d, ok := c.distribution(0)
	if !ok {
		return math.NaN()
	}
	score := mean(d.scores, d.probabilities)
	deviation := deviationFrom(score, d.scores, d.probabilities)
	if deviation == 0 {
		deviation = deviationFrom(0.5, d.scores, d.probabilities)
	}
	if deviation == 0 {
		return 0.5
	}
	return normalCDF((score - 0.5) / deviation * math.Sqrt(d.units))
}

func normalCDF(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
