// Package chart draws curves, points and rows with error bars as SVG without outside
// resources. It refuses to know what the values mean.
package chart

import (
	_ "embed"
	"fmt"
	"html"
	"strings"
	"text/template"
	"unicode"
)

//go:embed chart.svg.tmpl
var source string

// Measures in pixels that fit together.
const (
	Width = 880.0
	Left  = 64.0       // of a plot
	Right = Width - 72 // of a plot
	Top   = 92.0       // of the first panel, below title and subtitle
	Below = 56.0       // the last panel, for the values of the x axis and its label
)

// Chart is one or more panels above each other, over the same x axis. All measures are pixels from the upper left
// corner.
type Chart struct {
	Width, Height, Left, Right float64 // the last two of the plots
	Title, Subtitle            string
	Panels                     []*Panel
	XTicks                     []Tick
	XLabel                     string
	Bottom                     float64 // of the lowest panel
}

// Panel is a plot. What is left zero is not drawn.
type Panel struct {
	Top, Bottom       float64
	Label, RightLabel string
	Ticks             []Tick // of the y axis
	Rules             []Rule
	Band, Curve       string // coordinates of an area, and of a line
	Reference         string // coordinates of a dashed line to compare with
	EndX, EndY        float64
	Points            []Point
	Rows              []Row
}

// Tick is a marked value of an axis.
type Tick struct {
	At          float64
	Text, Right string // the second on the right side, for another unit
	Strong      bool
}

// Rule is a horizontal line with a text. Its class is h0 or h1, a hypothesis.
type Rule struct {
	At, TextAt  float64
	Text, Class string
}

// Point is a value with an error bar; a viewer shows the text when asked.
type Point struct {
	X, Y, Low, High float64
	Text            string
}

// Row is a value with an error bar beside a name.
type Row struct {
	Y, X, Low, High float64
	Name, Text      string
}

// SVG draws the chart.
func (c *Chart) SVG() string {
	t := template.Must(template.New("chart").Funcs(template.FuncMap{
		"text": escape,
		"px":   px,
		"add":  func(x, y float64) float64 { return x + y },
		"sub":  func(x, y float64) float64 { return x - y },
	}).Parse(source))
	var b strings.Builder
	if err := t.Execute(&b, c); err != nil {
		panic(err) // the template and its data are both ours
	}
	return b.String()
}

// escape makes a text safe: names come from other programs.
func escape(text string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text))
}

func px(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}

// Coordinates writes a point of a line or an area.
func Coordinates(x, y float64) string { return px(x) + "," + px(y) }
