package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTicks(t *testing.T) {
	tests := []struct {
		low, high float64
		n         int
		want      []float64
	}{
		{0, 100, 5, []float64{0, 20, 40, 60, 80, 100}},
		{0, 2814, 8, []float64{0, 500, 1000, 1500, 2000, 2500}},
		{-3.8, 3.8, 6, []float64{-2, 0, 2}},
		{47.1, 53.3, 7, []float64{48, 49, 50, 51, 52, 53}},
		{0, 2, 2, []float64{0, 1, 2}},
		{0, 1e6, 8, []float64{0, 200_000, 400_000, 600_000, 800_000, 1e6}},
		{49.95, 50.05, 5, []float64{49.96, 49.98, 50, 50.02, 50.04}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Ticks(test.low, test.high, test.n)); diff != "" {
			t.Errorf("Ticks(%v, %v, %d) (-want +got):\n%s", test.low, test.high, test.n, diff)
		}
	}
}

func TestZeroHasNoSign(t *testing.T) {
	for _, value := range Ticks(-0.3, 2, 3) {
		if value == 0 && math.Signbit(value) {
			t.Error("a tick at -0")
		}
	}
}

func TestSVGIsWellFormedWhateverTheTexts(t *testing.T) {
	nasty := "</title><script>alert(1)</script> \x00 \"&"
	c := &Chart{
		Width: Width, Height: 400, Left: Left, Right: Right, Bottom: 300, Title: nasty, Subtitle: nasty, XLabel: nasty,
		XTicks: []Tick{{At: 100, Text: nasty}},
		Panels: []*Panel{{
			Top: Top, Bottom: 300, Label: nasty, RightLabel: nasty, Ticks: []Tick{{At: 100, Text: nasty, Right: nasty}},
			Rules: []Rule{{At: 100, TextAt: 90, Text: nasty, Class: "h0"}}, Curve: Coordinates(1, 2), Reference: Coordinates(1, 2),
			Points: []Point{{X: 100, Y: 150, Low: 160, High: 140, Text: nasty}}, Rows: []Row{{Name: nasty, Text: nasty}},
		}},
	}
	svg := c.SVG()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if element, ok := token.(xml.StartElement); ok && element.Name.Local == "script" {
			t.Error("a text became an element")
		}
	}
}
