package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ckengine/eval/tune/chart"
)

// Measures of a chart in pixels.
const (
	scoreHeight = 240.0
	llrHeight   = 190.0
	panelGap    = 48.0
	rowHeight   = 30.0
)

const (
	mostPoints   = 400 // of a curve: one for every second pixel
	longestTitle = 70  // characters that fit
)

// SVG is a chart without outside resources: of two engines the score, with its error, and the LLR over the games; of
// more engines the ratings with their errors.
func (r *Report) SVG() string {
	c := &chart.Chart{Width: chart.Width, Left: chart.Left, Right: chart.Right, Title: shorten(r.title(printable), longestTitle)}
	if games := r.match(); games != nil && len(games.history) > 0 {
		c.Subtitle = r.chartSubtitle()
		drawMatch(c, games, r.SPRT)
	} else if len(r.pairings) > 0 && len(r.engines) > 2 {
		c.Subtitle = fmt.Sprintf("%d games", r.games())
		drawRatings(c, r)
	} else {
		c.Subtitle, c.Height = "Nothing to draw yet: no pair is complete", chart.Top
	}
	return c.SVG()
}

func (r *Report) chartSubtitle() string {
	c := r.match().all()
	text := fmt.Sprintf("%d games, Elo %v, LOS %s", c.WDL().Games(), c.Elo(), percent(c.LOS()))
	if r.SPRT != nil {
		decision, _ := r.Decision()
		text += fmt.Sprintf(", LLR %.2f: %v", r.SPRT.LLR(c), decision)
	}
	return text
}

// point is the state of a match after some games.
type point struct {
	games float64
	score Estimate
	llr   float64
}

// sample takes at most mostPoints states, evenly, the last one among them.
func sample(games *tally, s *SPRT) []point {
	var points []point
	n := len(games.history)
	stride := max(1, (n+mostPoints-1)/mostPoints)
	for i, c := range games.steps() {
		if (n-1-i)%stride == 0 {
			p := point{games: float64(c.WDL().Games()), score: c.Score()}
			p.score.Low, p.score.High = max(p.score.Low, 0), min(p.score.High, 1)
			if s != nil {
				p.llr = s.LLR(c)
			}
			points = append(points, p)
		}
	}
	return points
}

func drawMatch(c *chart.Chart, games *tally, s *SPRT) {
	points := sample(games, s)
	total := points[len(points)-1].games
	x := chart.NewScale(0, total, chart.Left, chart.Right)
	c.XLabel = "games"
	for _, value := range chart.Ticks(0, total, min(8, int(total))) {
		c.XTicks = append(c.XTicks, chart.Tick{At: x.At(value), Text: number(value)})
	}
	c.Panels = append(c.Panels, scorePanel(points, x))
	if s != nil {
		c.Panels = append(c.Panels, llrPanel(points, x, *s))
	}
	c.Bottom = c.Panels[len(c.Panels)-1].Bottom
	c.Height = c.Bottom + chart.Below
}

func scorePanel(points []point, x chart.Scale) *chart.Panel {
	p := &chart.Panel{Top: chart.Top, Bottom: chart.Top + scoreHeight, Label: "Score, % (band: 95 % confidence)", RightLabel: "Elo"}
	// the first games swing between all and nothing: let the later ones set the range
	low, high := 0.5, 0.5
	for i, point := range points {
		if i >= len(points)/4 {
			low, high = min(low, point.score.Low), max(high, point.score.High)
		}
	}
	margin := max(0.08*(high-low), 0.005)
	low, high = max(0, low-margin), min(1, high+margin)
	y := chart.NewScale(low, high, p.Bottom, p.Top)
	for _, percentage := range chart.Ticks(100*low, 100*high, 7) {
		score := percentage / 100
		p.Ticks = append(p.Ticks, chart.Tick{At: y.At(score), Text: number(percentage), Right: eloLabel(score), Strong: percentage == 50})
	}
	var upper, lower, curve []string
	for _, point := range points {
		upper = append(upper, chart.Coordinates(x.At(point.games), y.At(point.score.High)))
		lower = append(lower, chart.Coordinates(x.At(point.games), y.At(point.score.Low)))
		curve = append(curve, chart.Coordinates(x.At(point.games), y.At(point.score.Value)))
	}
	slices.Reverse(lower)
	p.Band = strings.Join(append(upper, lower...), " ")
	p.Curve = strings.Join(curve, " ")
	last := points[len(points)-1]
	p.EndX, p.EndY = x.At(last.games), y.At(last.score.Value)
	return p
}

func eloLabel(score float64) string {
	switch elo := EloFromScore(score); {
	case score == 0.5:
		return "0"
	case isFinite(elo):
		return fmt.Sprintf("%+.0f", elo)
	}
	return ""
}

func llrPanel(points []point, x chart.Scale, s SPRT) *chart.Panel {
	top := chart.Top + scoreHeight + panelGap
	p := &chart.Panel{Top: top, Bottom: top + llrHeight, Label: "Log-likelihood ratio"}
	lower, upper := s.Bounds()
	low, high := lower, upper
	for _, point := range points {
		low, high = min(low, point.llr), max(high, point.llr)
	}
	margin := 0.14 * (high - low)
	y := chart.NewScale(low-margin, high+margin, p.Bottom, p.Top)
	for _, value := range chart.Ticks(low-margin, high+margin, 6) {
		p.Ticks = append(p.Ticks, chart.Tick{At: y.At(value), Text: number(value), Strong: value == 0})
	}
	p.Rules = []chart.Rule{
		{At: y.At(upper), TextAt: y.At(upper) - 6, Class: "h1", Text: fmt.Sprintf("H1, %s %s Elo: accepted from %.2f", number(s.Elo1), s.Model, upper)},
		{At: y.At(lower), TextAt: y.At(lower) + 15, Class: "h0", Text: fmt.Sprintf("H0, %s %s Elo: accepted from %.2f", number(s.Elo0), s.Model, lower)},
	}
	curve := []string{chart.Coordinates(x.At(0), y.At(0))}
	for _, point := range points {
		curve = append(curve, chart.Coordinates(x.At(point.games), y.At(point.llr)))
	}
	p.Curve = strings.Join(curve, " ")
	last := points[len(points)-1]
	p.EndX, p.EndY = x.At(last.games), y.At(last.llr)
	return p
}

// drawRatings gives each engine a row, with the names to the left of the plot.
func drawRatings(c *chart.Chart, r *Report) {
	standings, _ := r.Standings()
	standings = slices.DeleteFunc(standings, func(s Standing) bool { return math.IsNaN(s.Elo.Value) })
	c.Left = 240
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range standings {
		low, high = min(low, s.Elo.Low), max(high, s.Elo.High)
	}
	margin := max(0.05*(high-low), 5)
	x := chart.NewScale(low-margin, high+margin, c.Left, c.Right)
	p := &chart.Panel{Top: chart.Top, Bottom: chart.Top + rowHeight*float64(len(standings)), Label: "Elo with 95 % confidence"}
	for i, s := range standings {
		p.Rows = append(p.Rows, chart.Row{
			Y: p.Top + (float64(i)+0.5)*rowHeight, X: x.At(s.Elo.Value), Low: x.At(s.Elo.Low), High: x.At(s.Elo.High),
			Name: shorten(s.Engine.Name, 26), Text: r.ratingText(s.Elo.Value),
		})
	}
	c.Panels, c.Bottom, c.XLabel = []*chart.Panel{p}, p.Bottom, "Elo"
	for _, value := range chart.Ticks(low-margin, high+margin, 8) {
		c.XTicks = append(c.XTicks, chart.Tick{At: x.At(value), Text: number(value)})
	}
	c.Height = c.Bottom + chart.Below
}
