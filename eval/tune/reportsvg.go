package tune

import (
	"errors"
	"fmt"

	"ckengine/eval/tune/chart"
)

const calibrationHeight = 480.0 // pixels

// SVG draws the results against what the weights foretold. It is an error without games.
func (r *Report) SVG() (string, error) {
	if r.Games == nil {
		return "", errors.New("nothing to draw: want a corpus to foretell")
	}
	c := &chart.Chart{
		Width: chart.Width, Left: chart.Left, Right: chart.Right, Bottom: chart.Top + calibrationHeight, XLabel: "foretold share of the point for White, %",
		Title: fmt.Sprintf("Generation %d, %s board: foretold and actual results", r.Manifest.Generation, r.weights.Variant),
		Subtitle: fmt.Sprintf("%d positions, loss %.4f nats against %.4f for the mean result each time", r.Games.Positions, r.Games.Loss,
			r.Games.Baseline),
	}
	c.Height = c.Bottom + chart.Below
	p := &chart.Panel{Top: chart.Top, Bottom: c.Bottom, Label: "Actual share, % (bars: 95 % confidence)"}
	c.Panels = []*chart.Panel{p}
	x, y := chart.NewScale(0, 1, c.Left, c.Right), chart.NewScale(0, 1, p.Bottom, p.Top)
	for _, value := range chart.Ticks(0, 100, 10) {
		text := fmt.Sprint(value)
		c.XTicks = append(c.XTicks, chart.Tick{At: x.At(value / 100), Text: text})
		p.Ticks = append(p.Ticks, chart.Tick{At: y.At(value / 100), Text: text})
	}
	p.Reference = chart.Coordinates(x.At(0), y.At(0)) + " " + chart.Coordinates(x.At(1), y.At(1))
	for i := range r.Games.Calibration {
		if b := &r.Games.Calibration[i]; b.Positions > 0 {
			p.Points = append(p.Points, chart.Point{
				X: x.At(b.Foretold), Y: y.At(b.Actual), Low: y.At(max(0, b.Actual-b.Margin)), High: y.At(min(1, b.Actual+b.Margin)),
				Text: fmt.Sprintf("%s: %d positions, foretold %.1f %%, actual %.1f %%", b.name(), b.Positions, 100*b.Foretold, 100*b.Actual),
			})
		}
	}
	return c.SVG(), nil
}
