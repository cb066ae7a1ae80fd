package stats

import "math"

// bayesian is the probability of loss, draw and win in BayesElo's model (R. Coulom,
// http://www.remi-coulom.fr/Bayesian-Elo/).
func bayesian(elo, drawElo float64) []float64 {
	win := 1 / (1 + math.Pow(10, (drawElo-elo)/400))
	loss := 1 / (1 + math.Pow(10, (drawElo+elo)/400))
	return []float64{loss, max(0, 1-win-loss), win}
}

// bayesianScore is the expected score of a game.
func bayesianScore(elo, drawElo float64) float64 {
	p := bayesian(elo, drawElo)
	return p[2] + p[1]/2
}

// drawEloFrom is the draw parameter at which BayesElo's model fits the given shares of losses and wins.
func drawEloFrom(loss, win float64) float64 {
	return 200 * math.Log10((1/loss-1)*(1/win-1))
}

// drawElo is of the games that make up the LLR.
func (c Counts) drawElo() float64 {
	games := c.Unpaired
	if c.Pairs.Count() > 0 {
		games = c.Pairs.WDL()
	}
	p := games.distribution(emptyCell).probabilities
	return drawEloFrom(p[0], p[2])
}
