package chart_test

import (
	"fmt"
	"strings"

	"ckengine/eval/tune/chart"
)

// A chart is put together from pixels; a scale says where a value lies.
func Example() {
	x, y := chart.NewScale(0, 10, chart.Left, chart.Right), chart.NewScale(0, 1, 300, chart.Top)
	panel := &chart.Panel{Top: chart.Top, Bottom: 300, Label: "share"}
	for _, value := range chart.Ticks(0, 1, 4) {
		panel.Ticks = append(panel.Ticks, chart.Tick{At: y.At(value), Text: fmt.Sprint(value)})
	}
	panel.Curve = chart.Coordinates(x.At(0), y.At(0.5)) + " " + chart.Coordinates(x.At(10), y.At(0.75))
	c := &chart.Chart{Width: chart.Width, Height: 300 + chart.Below, Left: chart.Left, Right: chart.Right,
		Title: "A share", Panels: []*chart.Panel{panel}, Bottom: 300}
	svg := c.SVG()
	fmt.Println(strings.HasPrefix(svg, "<svg "), strings.Contains(svg, `points="64,196 808,144"`))
	// Output: true true
}
