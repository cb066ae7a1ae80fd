package stats

import (
	_ "embed"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"text/template"
)

//go:embed chart.svg.tmpl
var chartTemplate string

// Measures of a chart in pixels.
const (
	chartWidth  = 880.0
	plotLeft    = 64.0
	plotRight   = chartWidth - 72
	plotsTop    = 92.0
	scoreHeight = 240.0
	llrHeight   = 190.0
	panelGap    = 48.0
	belowPlots  = 56.0
	rowHeight   = 30.0
)

const (
	mostPoints   = 400 // of a curve: one for every second pixel
	longestTitle = 70  // characters that fit
)

type chart struct {
	Width, Height, Left, Right float64
	Title, Subtitle            string
	Panels                     []*panel
	XTicks                     []tick
	XLabel                     string
	Bottom                     float64 // of the lowest panel
}

type panel struct {
	Top, Bottom       float64
	Label, RightLabel string
	Ticks             []tick
	Rules             []rule
	Band, Curve       string // coordinates
	EndX, EndY        float64
	Rows              []row
}

type tick struct {
	At          float64
	Text, Right string
	Strong      bool
}

type rule struct {
	At, TextAt  float64
	Text, Class string
}

type row struct {
	Y, X, Low, High float64
	Name, Text      string
}

// SVG is a chart without outside resources: of two engines the score, with its error, and the LLR over the games; of
// more engines the ratings with their errors.
func (r *Report) SVG() string {
	c := &chart{Width: chartWidth, Left: plotLeft, Right: plotRight, Title: shorten(r.title(printable), longestTitle)}
	if games := r.match(); games != nil && len(games.history) > 0 {
		c.Subtitle = r.chartSubtitle()
		c.drawMatch(games, r.SPRT)
	} else if len(r.pairings) > 0 && len(r.engines) > 2 {
		c.Subtitle = fmt.Sprintf("%d games", r.games())
		c.drawRatings(r)
	} else {
		c.Subtitle, c.Height = "Nothing to draw yet: no pair is complete", plotsTop
	}
	t := template.Must(template.New("chart").Funcs(template.FuncMap{
		"text": func(s string) string { return html.EscapeString(printable(s)) },
		"px":   px,
		"add":  func(x, y float64) float64 { return x + y },
		"sub":  func(x, y float64) float64 { return x - y },
	}).Parse(chartTemplate))
	var b strings.Builder
	if err := t.Execute(&b, c); err != nil {
		panic(err) // the template and its data are both ours
	}
	return b.String()
}

func px(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
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

func (c *chart) drawMatch(games *tally, s *SPRT) {
	points := sample(games, s)
	total := points[len(points)-1].games
	x := scale{0, total, plotLeft, plotRight}
	c.XLabel = "games"
	for _, value := range ticks(0, total, min(8, int(total))) {
		c.XTicks = append(c.XTicks, tick{At: x.at(value), Text: number(value)})
	}
	c.Panels = append(c.Panels, scorePanel(points, x))
	if s != nil {
		c.Panels = append(c.Panels, llrPanel(points, x, *s))
	}
	c.Bottom = c.Panels[len(c.Panels)-1].Bottom
	c.Height = c.Bottom + belowPlots
}

func scorePanel(points []point, x scale) *panel {
	p := &panel{Top: plotsTop, Bottom: plotsTop + scoreHeight, Label: "Score, % (band: 95 % confidence)", RightLabel: "Elo"}
	// the first games swing between all and nothing: let the later ones set the range
	low, high := 0.5, 0.5
	for i, point := range points {
		if i >= len(points)/4 {
			low, high = min(low, point.score.Low), max(high, point.score.High)
		}
	}
	margin := max(0.08*(high-low), 0.005)
	low, high = max(0, low-margin), min(1, high+margin)
	y := scale{low, high, p.Bottom, p.Top}
	for _, percentage := range ticks(100*low, 100*high, 7) {
		score := percentage / 100
		p.Ticks = append(p.Ticks, tick{y.at(score), number(percentage), eloLabel(score), percentage == 50})
	}
	var upper, lower, curve []string
	for _, point := range points {
		upper = append(upper, coordinates(x.at(point.games), y.at(point.score.High)))
		lower = append(lower, coordinates(x.at(point.games), y.at(point.score.Low)))
		curve = append(curve, coordinates(x.at(point.games), y.at(point.score.Value)))
	}
	slices.Reverse(lower)
	p.Band = strings.Join(append(upper, lower...), " ")
	p.Curve = strings.Join(curve, " ")
	last := points[len(points)-1]
	p.EndX, p.EndY = x.at(last.games), y.at(last.score.Value)
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

func llrPanel(points []point, x scale, s SPRT) *panel {
	top := plotsTop + scoreHeight + panelGap
	p := &panel{Top: top, Bottom: top + llrHeight, Label: "Log-likelihood ratio"}
	lower, upper := s.Bounds()
	low, high := lower, upper
	for _, point := range points {
		low, high = min(low, point.llr), max(high, point.llr)
	}
	margin := 0.14 * (high - low)
	y := scale{low - margin, high + margin, p.Bottom, p.Top}
	for _, value := range ticks(low-margin, high+margin, 6) {
		p.Ticks = append(p.Ticks, tick{At: y.at(value), Text: number(value), Strong: value == 0})
	}
	p.Rules = []rule{
		{y.at(upper), y.at(upper) - 6, fmt.Sprintf("H1, %s %s Elo: accepted from %.2f", number(s.Elo1), s.Model, upper), "h1"},
		{y.at(lower), y.at(lower) + 15, fmt.Sprintf("H0, %s %s Elo: accepted from %.2f", number(s.Elo0), s.Model, lower), "h0"},
	}
	curve := []string{coordinates(x.at(0), y.at(0))}
	for _, point := range points {
		curve = append(curve, coordinates(x.at(point.games), y.at(point.llr)))
	}
	p.Curve = strings.Join(curve, " ")
	last := points[len(points)-1]
	p.EndX, p.EndY = x.at(last.games), y.at(last.llr)
	return p
}

// drawRatings gives each engine a row, with the names to the left of the plot.
func (c *chart) drawRatings(r *Report) {
	standings, _ := r.Standings()
	standings = slices.DeleteFunc(standings, func(s Standing) bool { return math.IsNaN(s.Elo.Value) })
	c.Left = 240
	low, high := math.Inf(1), math.Inf(-1)
	for _, s := range standings {
		low, high = min(low, s.Elo.Low), max(high, s.Elo.High)
	}
	margin := max(0.05*(high-low), 5)
	x := scale{low - margin, high + margin, c.Left, c.Right}
	p := &panel{Top: plotsTop, Bottom: plotsTop + rowHeight*float64(len(standings)), Label: "Elo with 95 % confidence"}
	for i, s := range standings {
		p.Rows = append(p.Rows, row{
			Y: p.Top + (float64(i)+0.5)*rowHeight, X: x.at(s.Elo.Value), Low: x.at(s.Elo.Low), High: x.at(s.Elo.High),
			Name: shorten(s.Engine.Name, 26), Text: r.ratingText(s.Elo.Value),
		})
	}
	c.Panels, c.Bottom, c.XLabel = []*panel{p}, p.Bottom, "Elo"
	for _, value := range ticks(low-margin, high+margin, 8) {
		c.XTicks = append(c.XTicks, tick{At: x.at(value), Text: number(value)})
	}
	c.Height = c.Bottom + belowPlots
}

func coordinates(x, y float64) string { return px(x) + "," + px(y) }

// scale maps values from low to high to pixels from start to end.
type scale struct{ low, high, start, end float64 }

func (s scale) at(value float64) float64 {
	return s.start + (value-s.low)/(s.high-s.low)*(s.end-s.start)
}

// ticks are round values from low to high, about n of them.
func ticks(low, high float64, n int) []float64 {
	power := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	step := power
	for _, factor := range []float64{2, 5, 10} {
		if (high-low)/step > float64(n) {
			step = factor * power
		}
	}
	var values []float64
	for i := math.Ceil(low / step); i*step <= high; i++ {
		values = append(values, math.Round(i*step*1e9)/1e9)
	}
	return values
}
