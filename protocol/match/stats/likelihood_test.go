package stats

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drawPairs(t *rapid.T) Pairs {
	count := rapid.OneOf(rapid.Just(0), rapid.IntRange(0, 20), rapid.IntRange(0, 30_000))
	draw := func(label string) int { return count.Draw(t, label) }
	return Pairs{LL: draw("LL"), LD: draw("LD"), DD: draw("DD"), WL: draw("WL"), WD: draw("WD"), WW: draw("WW")}
}

func tValue(d distribution, probabilities []float64) float64 {
	m := mean(d.scores, probabilities)
	return (m - 0.5) / deviationFrom(m, d.scores, probabilities)
}

func logLikelihood(d distribution, probabilities []float64) float64 {
	sum := 0.0
	for i, p := range d.probabilities {
		sum += p * math.Log(probabilities[i])
	}
	return d.units * sum
}

// mixed is (1-w) times the distribution and w times certain success, or certain failure for negative w.
func mixed(probabilities []float64, w float64) []float64 {
	result := slices.Clone(probabilities)
	for i := range result {
		result[i] *= 1 - math.Abs(w)
	}
	if w > 0 {
		result[len(result)-1] += w
	} else {
		result[0] -= w
	}
	return result
}

// solve is the w at which the increasing function reaches the value.
func solve(f func(float64) float64, value float64) float64 {
	low, high := -1.0, 1.0
	for range 100 {
		if middle := (low + high) / 2; f(middle) < value {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

func drawSimplex(t *rapid.T, n int) []float64 {
	p, sum := make([]float64, n), 0.0
	for i := range p {
		p[i] = -math.Log(rapid.Float64Range(1e-9, 1).Draw(t, "cell"))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func TestMostLikelyDistributionMeetsItsConstraint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawPairs(t).distribution(emptyCell)
		want := rapid.Float64Range(-6, 6).Draw(t, "t")
		wantMean := rapid.Float64Range(1e-6, 1-1e-6).Draw(t, "mean")
		byT, byMean := d.withT(want), d.withMean(wantMean)
		for _, p := range [][]float64{byT, byMean} {
			sum := 0.0
			for _, x := range p {
				sum += x
				if !(x > 0) {
					t.Fatalf("cell of probability %v in %v", x, p)
				}
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatalf("probabilities %v sum up to %v", p, sum)
			}
		}
		if got := mean(d.scores, byMean); math.Abs(got-wantMean) > 1e-6 {
			t.Fatalf("mean %v, want %v", got, wantMean)
		}
		if got := tValue(d, byT); math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
			t.Fatalf("t-value %v, want %v, of %v", got, want, byT)
		}
	})
}

// A root close to a pole, where Newton's method stops short: it gave a probability of 10 to the 14th.
func TestRootCloseToAPole(t *testing.T) {
	d := Pairs{LD: 17, DD: 22, WD: 3, WW: 1}.distribution(emptyCell)
	if p := d.withMean(0.5); !near(mean(d.scores, p), 0.5, 1e-9) || slices.Max(p) > 1 {
		t.Errorf("mean %v of %v, want 0.5", mean(d.scores, p), p)
	}
}

func TestNoDistributionIsMoreLikely(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawPairs(t).distribution(emptyCell)
		want := rapid.Float64Range(-2, 2).Draw(t, "t")
		best := d.withT(want)
		rival := drawSimplex(t, len(d.scores))
		// a rival somewhere, and one close to the best
		for _, share := range []float64{1, 1e-2, 1e-4} {
			start := make([]float64, len(best))
			for i := range start {
				start[i] = (1-share)*best[i] + share*rival[i]
			}
			w := solve(func(w float64) float64 {
				value := tValue(d, mixed(start, w))
				if math.IsNaN(value) {
					return w
				}
				return value
			}, want)
			other := mixed(start, w)
			if math.Abs(tValue(d, other)-want) > 1e-9 {
				continue
			}
			if gain := logLikelihood(d, other) - logLikelihood(d, best); gain > 1e-4 {
				t.Fatalf("%v of t-value %v is more likely by %v than %v of t-value %v", other, tValue(d, other), gain, best, tValue(d, best))
			}
		}
	})
}
