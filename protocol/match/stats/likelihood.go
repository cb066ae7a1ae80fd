package stats

import (
	"math"
	"slices"
)

// emptyCell stands for a count of zero, so that every likelihood is finite. The value is fishtest's and fastchess's.
const emptyCell = 1e-3

// distribution is what was observed: how often each score a game occurred, over n independent units.
type distribution struct {
	scores        []float64 // ascending, 0 for all points lost to 1 for all points won
	probabilities []float64
	units         float64
	gamesPerUnit  float64 // 2 for pairs, 1 for single games
}

func (p Pairs) distribution(empty float64) distribution {
	counts := p.Pentanomial()
	return newDistribution([]float64{0, 0.25, 0.5, 0.75, 1}, counts[:], empty, 2)
}

func (c WDL) distribution(empty float64) distribution {
	return newDistribution([]float64{0, 0.5, 1}, []int{c.Losses, c.Draws, c.Wins}, empty, 1)
}

// distribution is of the pairs where there are any, else of the single games; ok is false without either.
func (c Counts) distribution(empty float64) (d distribution, ok bool) {
	if c.Pairs.Count() > 0 {
		return c.Pairs.distribution(empty), true
	}
	return c.Unpaired.distribution(empty), c.Unpaired.Games() > 0
}

// newDistribution lets empty stand for a count of zero.
func newDistribution(scores []float64, counts []int, empty, gamesPerUnit float64) distribution {
	d := distribution{scores, make([]float64, len(counts)), 0, gamesPerUnit}
	for i, count := range counts {
		d.probabilities[i] = float64(count)
		if count == 0 {
			d.probabilities[i] = empty
		}
		d.units += d.probabilities[i]
	}
	for i := range d.probabilities {
		d.probabilities[i] /= d.units
	}
	return d
}

func mean(scores, probabilities []float64) float64 {
	sum := 0.0
	for i, p := range probabilities {
		sum += p * scores[i]
	}
	return sum
}

// deviationFrom is the root of the mean square distance from centre; from the mean it is the standard deviation.
func deviationFrom(centre float64, scores, probabilities []float64) float64 {
	sum := 0.0
	for i, p := range probabilities {
		sum += p * (scores[i] - centre) * (scores[i] - centre)
	}
	return math.Sqrt(sum)
}

// logLikelihoodRatio of the observations under h1 against h0.
func (d distribution) logLikelihoodRatio(h0, h1 []float64) float64 {
	sum := 0.0
	for i, p := range d.probabilities {
		sum += p * math.Log(h1[i]/h0[i])
	}
	return d.units * sum
}

// withMean is the most likely distribution among those of the given mean score (0 < mean < 1). No cell may be empty.
func (d distribution) withMean(mean float64) []float64 {
	return d.tilted(func(i int) float64 { return d.scores[i] - mean })
}

// tilted is the most likely distribution under which the expectation of g is 0. By a Lagrange multiplier x it is
// p_i/(1+x g_i), where x is the root of the sum of p_i g_i/(1+x g_i): between two poles that sum falls from
// plus to minus infinity. Without g of both signs there is no such distribution, and the observed one comes back.
func (d distribution) tilted(g func(i int) float64) []float64 {
	gradient := make([]float64, len(d.scores))
	for i := range gradient {
		gradient[i] = g(i)
	}
	result := slices.Clone(d.probabilities)
	lowest, highest := slices.Min(gradient), slices.Max(gradient)
	if !(lowest < 0 && highest > 0) {
		return result
	}
	// bisection: Newton's method stalls next to a pole, where its steps are as short as at a root
	low, high := -1/highest, -1/lowest
	x := 0.0
	for range 64 {
		x = low + (high-low)/2
		value := 0.0
		for i, p := range d.probabilities {
			value += p * gradient[i] / (1 + x*gradient[i])
		}
		if value > 0 {
			low = x
		} else {
			high = x
		}
	}
	for i := range result {
		result[i] /= 1 + x*gradient[i]
	}
	return result
}

// withT is the most likely distribution among those whose t-value, (mean - 1/2) / standard deviation, is t.
// No cell may be empty. Method: M. Van den Bergh, "Normalized Elo", section 4.1
// (https://hardy.uhasselt.be/Fishtest/normalized_elo_practical.pdf).
//
// The constraint is replaced by its tangent at the present distribution, which makes it a constraint of expectation,
// and that again until nothing moves. For t > 0 the standard deviation is the least of its tangents, so from a
// start whose t-value is not below t a next distribution always exists; t < 0 is the mirror image.
func (d distribution) withT(t float64) []float64 {
	if t < 0 {
		mirrored := d.mirrored().withT(-t)
		slices.Reverse(mirrored)
		return mirrored
	}
	present := d.raisedToT(t)
	for range 500 {
		centre := mean(d.scores, present)
		deviation := deviationFrom(centre, d.scores, present)
		next := d.tilted(func(i int) float64 {
			distance := (d.scores[i] - centre) / deviation
			return d.scores[i] - 0.5 - t*deviation/2*(1+distance*distance)
		})
		moved := 0.0
		for i := range next {
			moved = max(moved, math.Abs(next[i]-present[i]))
		}
		present = next
		if moved < 1e-10 {
			break
		}
	}
	return present
}

// raisedToT mixes the observations with certain success until the t-value is at least t.
func (d distribution) raisedToT(t float64) []float64 {
	mix := func(w float64) []float64 {
		mixed := make([]float64, len(d.probabilities))
		for i, p := range d.probabilities {
			mixed[i] = (1 - w) * p
		}
		mixed[len(mixed)-1] += w
		return mixed
	}
	reaches := func(probabilities []float64) bool {
		m := mean(d.scores, probabilities)
		return m-0.5 >= t*deviationFrom(m, d.scores, probabilities)
	}
	if reaches(d.probabilities) {
		return d.probabilities
	}
	low, high := 0.0, 1.0
	for range 60 {
		middle := (low + high) / 2
		if reaches(mix(middle)) {
			high = middle
		} else {
			low = middle
		}
	}
	return mix(high)
}

// mirrored is the same observations from the opponent's side.
func (d distribution) mirrored() distribution {
	m := d
	m.scores, m.probabilities = slices.Clone(d.scores), slices.Clone(d.probabilities)
	for i := range m.scores {
		m.scores[i] = 1 - m.scores[i]
	}
	slices.Reverse(m.scores)
	slices.Reverse(m.probabilities)
	return m
}
