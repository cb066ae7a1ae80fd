package stats

import (
	"cmp"
	"math"
	"slices"
)

// Standing is the place of one engine among all.
type Standing struct {
	Engine *Engine
	Games  WDL
	Elo    Estimate // NaN for an engine that no games connect with the others
}

// Standings are the engines by rating, the best first, with the ratings by maximum likelihood relative to the anchor or
// to the mean. The error is relative to it too, so the anchor has none. regularized says that one drawn game was added
// to each pairing for the ratings alone, because without it one of them would be infinite.
func (r *Report) Standings() (standings []Standing, regularized bool) {
	var encounters []encounter
	for _, p := range r.pairings {
		encounters = append(encounters, encounter{r.index(p.first), r.index(p.second), p.games.all()})
	}
	anchor := r.index(r.Anchor)
	rated := rate(len(r.engines), encounters, anchor)
	for i, elo := range rated.relativeTo(anchor, r.AnchorElo) {
		standings = append(standings, Standing{Engine: r.engines[i], Elo: elo})
	}
	for _, e := range encounters {
		games := e.counts.WDL()
		standings[e.first].Games = standings[e.first].Games.Merge(games)
		standings[e.second].Games = standings[e.second].Games.Merge(games.Reversed())
	}
	slices.SortStableFunc(standings, func(a, b Standing) int {
		return cmp.Or(cmp.Compare(orLowest(b.Elo.Value), orLowest(a.Elo.Value)), cmp.Compare(b.Games.Points(), a.Games.Points()))
	})
	return standings, rated.prior
}

func orLowest(x float64) float64 {
	if math.IsNaN(x) {
		return math.Inf(-1)
	}
	return x
}
