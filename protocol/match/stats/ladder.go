package stats

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"ckengine/eval/tune/chart"
)

// Ladder is the strength of successive engines, each measured in a match against the one before.
type Ladder struct {
	First string       `json:"first"` // the engine that the Elo of all others is relative to
	Steps []LadderStep `json:"steps"`
}

// LadderStep is one match of a ladder.
type LadderStep struct {
	Engine string   `json:"engine"` // the newer one
	Games  int      `json:"games"`
	Step   Estimate `json:"step"`  // its Elo against the engine before
	Total  Estimate `json:"total"` // its Elo against the first engine; the errors of the matches add up as those of independent ones do
}

// Add appends a match by its report, the JSON of a [Report] alone or under "report". In the first match the engine
// named first is the newer one, unless the next match shows it to be the older. It is an error, and nothing is added,
// when the match is not one of two engines, lacks the newest engine so far, or tells no finite Elo.
func (l *Ladder) Add(report []byte) error {
	p, err := readPairing(report)
	if err != nil {
		return err
	}
	if len(l.Steps) == 1 && p.has(l.First) && !p.has(l.newest()) {
		l.turnFirst()
	}
	counts, newer, older := p.Counts, p.First, p.Second
	switch {
	case len(l.Steps) == 0:
		l.First = older
	case newer == l.newest():
		counts, newer = counts.Reversed(), older
	case older != l.newest():
		return fmt.Errorf("%q plays %q, but the match before ends with %q", newer, older, l.newest())
	}
	if len(l.Steps) > 0 && l.has(newer) {
		return fmt.Errorf("%q against %q: both are in earlier matches", older, newer)
	}
	step := LadderStep{Engine: newer, Games: counts.WDL().Games(), Step: counts.Elo()}
	if !isFinite(step.Step.Low) || !isFinite(step.Step.High) {
		return fmt.Errorf("%q against %q: the Elo is %v: want a match with wins on both sides, or more games", newer, older, step.Step)
	}
	l.Steps = append(l.Steps, step)
	l.total()
	return nil
}

// turnFirst takes the engine named second in the first match for the newer one.
func (l *Ladder) turnFirst() {
	s := &l.Steps[0]
	l.First, s.Engine = s.Engine, l.First
	s.Step = Estimate{-s.Step.Value, -s.Step.High, -s.Step.Low}
}

// total computes the totals anew.
func (l *Ladder) total() {
	sum, variance := 0.0, 0.0
	for i := range l.Steps {
		s := &l.Steps[i]
		sum += s.Step.Value
		variance += s.Step.Margin() * s.Step.Margin()
		margin := math.Sqrt(variance)
		s.Total = Estimate{sum, sum - margin, sum + margin}
	}
}

func (l *Ladder) has(engine string) bool {
	return engine == l.First || slices.ContainsFunc(l.Steps, func(s LadderStep) bool { return s.Engine == engine })
}

func (l *Ladder) newest() string { return l.Steps[len(l.Steps)-1].Engine }

// ladderPairing is the part of a report's JSON that a ladder needs.
type ladderPairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	Counts
}

func (p *ladderPairing) has(engine string) bool { return p.First == engine || p.Second == engine }

func readPairing(report []byte) (*ladderPairing, error) {
	type body struct {
		Pairings []ladderPairing `json:"pairings"`
	}
	var read struct {
		body
		Report *body `json:"report"`
	}
	if err := json.Unmarshal(report, &read); err != nil {
		return nil, fmt.Errorf("is no report of a match in JSON: %w", err)
	}
	if read.Report != nil {
		read.body = *read.Report
	}
	if n := len(read.Pairings); n != 1 {
		return nil, fmt.Errorf("has %d pairings of engines: want the report of a match of two", n)
	}
	p := &read.Pairings[0]
	if p.First == "" || p.Second == "" || p.First == p.Second {
		return nil, errors.New("has a pairing without two names")
	}
	return p, nil
}

// Text is a table for a terminal.
func (l *Ladder) Text() string {
	t := table{header: []string{"Engine", "Games", "Elo against the one before", "Elo against " + printable(l.First)}, leftmost: 1}
	for _, s := range l.Steps {
		t.rows = append(t.rows, []string{printable(s.Engine), fmt.Sprint(s.Games), s.Step.String(), s.Total.String()})
	}
	return ladderTitle + "\n\n" + t.text()
}

const (
	ladderTitle  = "Strength over generations"
	ladderHeight = 300.0 // pixels
)

// SVG is a chart without outside resources: the Elo of each engine over the first, with its error. It is an
// error without a match.
func (l *Ladder) SVG() (string, error) {
	if len(l.Steps) == 0 {
		return "", errors.New("nothing to draw: there is no match")
	}
	c := &chart.Chart{Width: chart.Width, Left: chart.Left, Right: chart.Right, Title: ladderTitle, Bottom: chart.Top + ladderHeight}
	c.Height = c.Bottom + chart.Below
	p := &chart.Panel{Top: chart.Top, Bottom: c.Bottom, Label: "Elo against " + shorten(l.First, 40) + " (95 % confidence)"}
	c.Panels = []*chart.Panel{p}
	low, high := 0.0, 0.0
	games := 0
	for _, s := range l.Steps {
		low, high = min(low, s.Total.Low), max(high, s.Total.High)
		games += s.Games
	}
	c.Subtitle = fmt.Sprintf("%d matches of each engine against the one before, %d games", len(l.Steps), games)
	margin := max(0.08*(high-low), 5)
	y := chart.NewScale(low-margin, high+margin, p.Bottom, p.Top)
	for _, value := range chart.Ticks(low-margin, high+margin, 7) {
		p.Ticks = append(p.Ticks, chart.Tick{At: y.At(value), Text: number(value), Strong: value == 0})
	}
	x := chart.NewScale(-0.5, float64(len(l.Steps))+0.5, c.Left, c.Right)
	var curve []string
	add := func(i int, name string, e Estimate) {
		point := chart.Point{X: x.At(float64(i)), Y: y.At(e.Value), Low: y.At(e.Low), High: y.At(e.High), Text: name + ": " + e.String()}
		p.Points = append(p.Points, point)
		curve = append(curve, chart.Coordinates(point.X, point.Y))
		longest := max(4, 100/(len(l.Steps)+1))
		c.XTicks = append(c.XTicks, chart.Tick{At: point.X, Text: shorten(name, longest)})
	}
	add(0, l.First, Estimate{})
	for i, s := range l.Steps {
		add(i+1, s.Engine, s.Total)
	}
	p.Curve = strings.Join(curve, " ")
	return c.SVG(), nil
}
