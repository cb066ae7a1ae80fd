package stats

import (
	"math"
	"slices"
)

// encounter is what two of several engines played against each other.
type encounter struct {
	first, second int
	counts        Counts
}

// ratings of several engines by maximum likelihood: each scores in all what its ratings make it expect (E. Zermelo, 1929;
// R. Bradley and M. Terry, 1952, with a draw as half a win).
type ratings struct {
	elo        []float64   // with a mean of 0; NaN for an engine not connected with the others by games
	covariance [][]float64 // from the variance of the pairs
	prior      bool        // one drawn game was added to each encounter, as without it a rating is infinite
}

// weighted is an encounter as the rating sees it.
type weighted struct {
	first, second           int
	points, games, variance float64 // variance of the points
}

// rate the engines 0 to n-1: those connected by games with the engine anchor, if it is 0 or more, else the largest
// connected group.
func rate(n int, encounters []encounter, anchor int) ratings {
	r := ratings{elo: make([]float64, n), covariance: square(n)}
	var played []weighted
	for _, e := range encounters {
		if d, ok := e.counts.distribution(0); ok {
			score := mean(d.scores, d.probabilities)
			games := d.units * d.gamesPerUnit
			deviation := deviationFrom(score, d.scores, d.probabilities)
			played = append(played, weighted{e.first, e.second, score * games, games, deviation * deviation * games * d.gamesPerUnit})
		}
	}
	group := connected(n, played, anchor)
	played = slices.DeleteFunc(played, func(w weighted) bool { return !slices.Contains(group, w.first) })
	if r.prior = !determined(n, group, played); r.prior {
		for i := range played {
			played[i].points += 0.5
			played[i].games++
			played[i].variance += 0.25
		}
	}
	for i := range r.elo {
		if !slices.Contains(group, i) {
			r.elo[i] = math.NaN()
		}
	}
	r.maximize(group, played)
	return r
}

// connected is the group of engines that games connect.
func connected(n int, played []weighted, anchor int) []int {
	reach := closure(n, func(join func(i, j int)) {
		for _, w := range played {
			join(w.first, w.second)
			join(w.second, w.first)
		}
	})
	var best []int
	for i := range n {
		var group []int
		for j := range n {
			if i == j || reach[i][j] {
				group = append(group, j)
			}
		}
		if i == anchor {
			return group
		}
		if len(group) > len(best) {
			best = group
		}
	}
	return best
}

// determined says whether all ratings are finite: from every engine of the group a chain of points taken leads to every other.
func determined(n int, group []int, played []weighted) bool {
	reach := closure(n, func(join func(i, j int)) {
		for _, w := range played {
			if w.points > 0 {
				join(w.first, w.second)
			}
			if w.points < w.games {
				join(w.second, w.first)
			}
		}
	})
	for _, i := range group {
		for _, j := range group {
			if i != j && !reach[i][j] {
				return false
			}
		}
	}
	return true
}

// closure is the transitive closure of the edges.
func closure(n int, edges func(join func(i, j int))) [][]bool {
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
	}
	edges(func(i, j int) { reach[i][j] = true })
	for k := range n {
		for i := range n {
			if reach[i][k] {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[k][j]
				}
			}
		}
	}
	return reach
}

// maximize the likelihood by Newton's method, each step shortened as a self-concordant function asks to be sure of progress
// (F. Bach, "Self-concordant analysis for logistic regression", 2010). The information matrix is singular, as only differences matter: its
// pseudo-inverse, which keeps the mean at 0, is that of the matrix with a constant added, less that constant's part.
func (r *ratings) maximize(group []int, played []weighted) {
	if len(group) == 0 {
		return
	}
	index := map[int]int{}
	for k, i := range group {
		index[i] = k
	}
	n := len(group)
	elo := make([]float64, n)
	difference := func(w weighted) float64 { return elo[index[w.first]] - elo[index[w.second]] }
	var inverse [][]float64
	for range 100 {
		gradient, information := make([]float64, n), square(n)
		for _, w := range played {
			expected := ScoreFromElo(difference(w))
			i, j := index[w.first], index[w.second]
			gradient[i] += w.points - w.games*expected
			gradient[j] -= w.points - w.games*expected
			laplace(information, i, j, w.games*expected*(1-expected)*math.Ln10/400)
		}
		inverse = pseudoInverse(information)
		step := multiply(inverse, gradient)
		width := (slices.Max(step) - slices.Min(step)) * math.Ln10 / 400
		if width < 1e-12 {
			break
		}
		for i := range elo {
			elo[i] += step[i] * math.Log1p(width) / width
		}
	}
	spread := square(n)
	for _, w := range played {
		// where all units ended alike nothing is known of the spread: take that of decided games
		if w.variance == 0 {
			expected := ScoreFromElo(difference(w))
			w.variance = w.games * expected * (1 - expected)
		}
		laplace(spread, index[w.first], index[w.second], w.variance)
	}
	covariance := product(product(inverse, spread), inverse)
	for k, i := range group {
		r.elo[i] = elo[k]
		for l, j := range group {
			r.covariance[i][j] = covariance[k][l]
		}
	}
}

// relativeTo gives the ratings with engine anchor at the given Elo, or with the mean of all at it when anchor is negative.
func (r ratings) relativeTo(anchor int, elo float64) []Estimate {
	estimates := make([]Estimate, len(r.elo))
	for i := range estimates {
		value, variance := r.elo[i]+elo, r.covariance[i][i]
		if anchor >= 0 {
			value -= r.elo[anchor]
			variance += r.covariance[anchor][anchor] - 2*r.covariance[i][anchor]
		}
		margin := twoSided95 * math.Sqrt(max(0, variance))
		estimates[i] = Estimate{value, value - margin, value + margin}
	}
	return estimates
}
