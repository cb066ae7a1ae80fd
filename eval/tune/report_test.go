package tune

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
)

func TestReportFindsTheLossOfTheFit(t *testing.T) {
	games := randomGames(engine.Brazilian, 21, 400)
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 21, games), 1, games)
	w := mustFit(t, mustRead(t, paths...), quick()).Weights
	r, err := NewReport(w)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.AddGames(mustRead(t, paths...), 2); err != nil {
		t.Fatal(err)
	}
	if loss := w.Manifest.HeldOutLoss; math.Abs(r.Games.Loss-loss) > 1e-9 {
		t.Errorf("held-out loss %v, the fit says %v", r.Games.Loss, loss)
	}
	if !r.Games.OfTheFit || !r.Games.HeldOutOnly || r.Games.Positions != r.Games.HeldOut {
		t.Errorf("%+v", r.Games)
	}
	all, err := Read(context.Background(), paths, 0, noProgress)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.AddGames(all, 1); err != nil {
		t.Fatal(err)
	}
	if r.Games.HeldOutOnly || r.Games.Positions != all.Training {
		t.Errorf("%+v", r.Games)
	}
	positions, foretold, actual := 0, 0.0, 0.0
	for _, b := range r.Games.Calibration {
		positions += b.Positions
		foretold += float64(b.Positions) * b.Foretold
		actual += float64(b.Positions) * b.Actual
	}
	// a fit foretells the mean result of what it was fitted to
	if n := float64(positions); positions != all.Training || math.Abs(foretold/n-actual/n) > 0.02 {
		t.Errorf("%d positions in the buckets of %d; mean %v foretold, %v actual", positions, all.Training, foretold/n, actual/n)
	}
	if r.Games.Loss >= r.Games.Baseline {
		t.Errorf("loss %v, baseline %v", r.Games.Loss, r.Games.Baseline)
	}
}

// TestCalibrationByHand puts three positions of known evaluation into buckets.
func TestCalibrationByHand(t *testing.T) {
	rows := &rowSet{}
	for _, row := range []struct {
		men    int32
		ending float32
		result half
	}{{1, 0, 2}, {1, 0, 1}, {-9, 0, 0}, {1, 1, 0}} {
		if err := rows.add([]eval.Term{{Index: 0, Count: row.men}}, row.ending, row.result); err != nil {
			t.Fatal(err)
		}
	}
	f := &Foresight{}
	f.calibrate(rows, []float64{0.8, -0.1}, 0.5) // a man is worth 160 hundredths in the opening, -20 in the ending
	want := map[int]Bucket{
		0:  {Positions: 1, Foretold: 1 / (1 + math.Exp(7.2)), Actual: 0},
		12: {Positions: 1, Foretold: 1 / (1 + math.Exp(0.1)), Actual: 0},
		16: {Positions: 2, Foretold: 1 / (1 + math.Exp(-0.8)), Actual: 0.75, Margin: 1.96 * 0.25 / math.Sqrt2},
	}
	for i, b := range f.Calibration {
		w := want[i]
		if b.Positions != w.Positions || math.Abs(b.Foretold-w.Foretold) > 1e-9 || math.Abs(b.Actual-w.Actual) > 1e-9 || math.Abs(b.Margin-w.Margin) > 1e-9 {
			t.Errorf("bucket %d, %s: %+v, want %+v", i, b.name(), b, w)
		}
	}
	for i, name := range map[int]string{0: "below -600", 12: "-50 to +0", 16: "+150 to +200", 25: "+600 and more"} {
		if got := f.Calibration[i].name(); got != name {
			t.Errorf("bucket %d is %q, want %q", i, got, name)
		}
	}
	if mean := 3.0 / 8; math.Abs(f.Baseline+mean*math.Log(mean)+(1-mean)*math.Log(1-mean)) > 1e-12 {
		t.Errorf("baseline %v", f.Baseline)
	}
}

func TestReportShowsEveryWeight(t *testing.T) {
	for _, v := range engine.Variants() {
		layout := eval.NewLayout(v)
		w := &eval.Weights{Variant: v, Terms: make([]eval.Weight, layout.Size())}
		w.Manifest.Scale = 1
		for _, g := range layout.Groups() {
			w.Terms[g.First] = eval.Weight{Opening: int16(1000 + g.First%777), Ending: -25}
		}
		r, err := NewReport(w)
		if err != nil {
			t.Fatal(err)
		}
		text := r.Text()
		var shown struct {
			Terms    []TermGroup
			Patterns []Coverage
		}
		encoded, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(encoded, &shown); err != nil {
			t.Fatal(err)
		}
		for _, g := range layout.Groups() {
			if !strings.Contains(text, strings.TrimPrefix(g.Name, "pattern ")) {
				t.Errorf("%s: the text does not name %s", v, g.Name)
			}
			if g.Pattern {
				i := slices.IndexFunc(shown.Patterns, func(c Coverage) bool { return c.Name == g.Name })
				if i < 0 || shown.Patterns[i].Weighted != 1 || shown.Patterns[i].Cells != g.Count {
					t.Errorf("%s: %s is shown as %+v", v, g.Name, shown.Patterns)
				}
				continue
			}
			i := slices.IndexFunc(shown.Terms, func(c TermGroup) bool { return c.Name == g.Name })
			if i < 0 || len(shown.Terms[i].Opening) != g.Count || shown.Terms[i].Opening[0] != 100+float64(g.First%777)/10 || shown.Terms[i].Ending[0] != -2.5 {
				t.Errorf("%s: %s is shown as %+v", v, g.Name, shown.Terms)
			}
		}
		if _, err := r.SVG(); err == nil {
			t.Error("a chart without games")
		}
	}
}

func TestReportRefuses(t *testing.T) {
	if _, err := NewReport(&eval.Weights{Variant: engine.Canadian, Terms: make([]eval.Weight, 3)}); err == nil {
		t.Error("three terms are a layout")
	}
	games := randomGames(engine.Brazilian, 22, 40)
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 22, games), 1, games)
	none := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 22, nil), 1, nil)
	weights := func(v engine.Variant, scale float64) *Report {
		w := &eval.Weights{Variant: v, Terms: make([]eval.Weight, eval.NewLayout(v).Size())}
		w.Manifest.Scale = scale
		r, err := NewReport(w)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for want, err := range map[string]error{
		"canadian":    weights(engine.Canadian, 1).AddGames(mustRead(t, paths...), 1),
		"logits":      weights(engine.Brazilian, 0).AddGames(mustRead(t, paths...), 1),
		"no position": weights(engine.Brazilian, 1).AddGames(mustRead(t, none...), 1),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v: want one with %q", err, want)
		}
	}
}

func TestChartHasAPointForEachBucket(t *testing.T) {
	games := randomGames(engine.Brazilian, 23, 400)
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 23, games), 1, games)
	r, err := NewReport(mustFit(t, mustRead(t, paths...), quick()).Weights)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.AddGames(mustRead(t, paths...), 1); err != nil {
		t.Fatal(err)
	}
	svg, err := r.SVG()
	if err != nil {
		t.Fatal(err)
	}
	filled, dots := 0, 0
	for _, b := range r.Games.Calibration {
		if b.Positions > 0 {
			filled++
		}
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if element, ok := token.(xml.StartElement); ok && element.Name.Local == "circle" {
			dots++
		}
	}
	if dots != filled || filled < 5 {
		t.Errorf("%d points for %d buckets", dots, filled)
	}
}
