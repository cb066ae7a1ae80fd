package stats

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// matchReport is the JSON of a match of so many pairs won, drawn and lost by the first engine.
func matchReport(t *testing.T, first, second string, won, drawn, lost int) []byte {
	t.Helper()
	r := NewReport(first, second)
	pair := 0
	for _, part := range []struct {
		count  int
		result Result
	}{{won, Win}, {drawn, Draw}, {lost, Loss}} {
		for range part.count {
			for range 2 {
				if err := r.Add(first, second, pair, part.result); err != nil {
					t.Fatal(err)
				}
			}
			pair++
		}
	}
	encoded, err := json.Marshal(struct {
		Report *Report `json:"report"`
		Games  int     `json:"games"`
	}{r, 2 * pair})
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func mustAdd(t *testing.T, reports ...[]byte) *Ladder {
	t.Helper()
	l := &Ladder{}
	for _, report := range reports {
		if err := l.Add(report); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

func TestLadderAddsUpMatches(t *testing.T) {
	l := mustAdd(t, matchReport(t, "g1", "g0", 30, 40, 10), matchReport(t, "g2", "g1", 20, 40, 15))
	if l.First != "g0" || len(l.Steps) != 2 || l.Steps[0].Engine != "g1" || l.Steps[1].Engine != "g2" || l.Steps[1].Games != 150 {
		t.Fatalf("%+v", l)
	}
	// 100 points of 160 and 80 of 150, by the definition of Elo
	first, second := 400*math.Log10(100.0/60), 400*math.Log10(80.0/70)
	if got := l.Steps[0]; math.Abs(got.Step.Value-first) > 1e-9 || math.Abs(got.Total.Value-first) > 1e-9 || math.Abs(got.Total.Margin()-got.Step.Margin()) > 1e-9 {
		t.Errorf("first step %+v, want %v", got, first)
	}
	last := l.Steps[1]
	if math.Abs(last.Step.Value-second) > 1e-9 || math.Abs(last.Total.Value-first-second) > 1e-9 {
		t.Errorf("second step %+v, want %v and %v", last, second, first+second)
	}
	if want := math.Hypot(l.Steps[0].Step.Margin(), last.Step.Margin()); math.Abs(last.Total.Margin()-want) > 1e-9 {
		t.Errorf("total margin %v, want %v", last.Total.Margin(), want)
	}
}

func TestLadderDoesNotMindWhoIsNamedFirst(t *testing.T) {
	want := mustAdd(t, matchReport(t, "g1", "g0", 30, 40, 10), matchReport(t, "g2", "g1", 20, 40, 15), matchReport(t, "g3", "g2", 9, 40, 8))
	got := mustAdd(t, matchReport(t, "g0", "g1", 10, 40, 30), matchReport(t, "g1", "g2", 15, 40, 20), matchReport(t, "g2", "g3", 8, 40, 9))
	if got.First != want.First {
		t.Fatalf("%+v", got)
	}
	for i, step := range want.Steps {
		g := got.Steps[i]
		if g.Engine != step.Engine || math.Abs(g.Total.Value-step.Total.Value) > 1e-9 || math.Abs(g.Total.Low-step.Total.Low) > 1e-6 {
			t.Errorf("step %d: %+v, want %+v", i, g, step)
		}
	}
}

func TestLadderRefuses(t *testing.T) {
	three := NewReport("a", "b", "c")
	for i, pair := range [][2]string{{"a", "b"}, {"b", "c"}} {
		if err := three.Add(pair[0], pair[1], i, Win); err != nil {
			t.Fatal(err)
		}
	}
	tournament, err := json.Marshal(three)
	if err != nil {
		t.Fatal(err)
	}
	for want, report := range map[string][]byte{
		"the match before ends with": matchReport(t, "g7", "g6", 30, 40, 10),
		"both are in earlier":        matchReport(t, "g0", "g1", 30, 40, 10),
		"no report":                  []byte("g2 - g1: +3"),
		"2 pairings":                 tournament,
		"0 pairings":                 []byte(`{"games": 3}`),
		"want a match with wins":     matchReport(t, "g2", "g1", 9, 0, 0),
		"without two names":          []byte(`{"pairings":[{"first":"a","second":"a"}]}`),
	} {
		l := mustAdd(t, matchReport(t, "g1", "g0", 30, 40, 10))
		if err := l.Add(report); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v: want one with %q", err, want)
		}
		if len(l.Steps) != 1 {
			t.Errorf("%s: %d steps", want, len(l.Steps))
		}
	}
	if _, err := new(Ladder).SVG(); err == nil {
		t.Error("a chart of nothing")
	}
}

func TestLadderIsShownInAllForms(t *testing.T) {
	l := mustAdd(t, matchReport(t, "<g1>", "g0", 30, 40, 10), matchReport(t, "g2\x00", "<g1>", 20, 40, 15))
	svg, err := l.SVG()
	if err != nil {
		t.Fatal(err)
	}
	checkSVG(t, svg)
	if points := strings.Count(svg, "<circle"); points != 3 {
		t.Errorf("%d points, want one for each engine", points)
	}
	text := l.Text()
	for _, want := range []string{"<g1>", "g2?", "160", "150", "+88.74", "+111.94"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	encoded, err := json.Marshal(l)
	if err != nil || !strings.Contains(string(encoded), `"first":"g0","steps":[{"engine":"\u003cg1\u003e","games":160,"step":{"value":88.7`) {
		t.Errorf("%s, %v", encoded, err)
	}
}
