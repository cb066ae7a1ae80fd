package protocol

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
)

// writeWeights writes a file with weights of a board that know men only, and returns its path.
func writeWeights(t *testing.T, v engine.Variant) string {
	t.Helper()
	w := &eval.Weights{Variant: v, Terms: make([]eval.Weight, eval.NewLayout(v).Size())}
	w.Terms[0] = eval.Weight{Opening: 1000, Ending: 1000}
	path := filepath.Join(t.TempDir(), v.String()+".weights")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWeightsReachTheSearchOfTheirBoard(t *testing.T) {
	s := DefaultSettings()
	if err := s.Set("weights", writeWeights(t, engine.Canadian)); err != nil {
		t.Fatal(err)
	}
	ahead := func(v engine.Variant, fen string) eval.Score {
		p, err := engine.ParseFEN(fen, v)
		if err != nil {
			t.Fatal(err)
		}
		return s.SearchOptions(v).Evaluator().Evaluate(&p)
	}
	if got := ahead(engine.Canadian, "W:W43,44,45:B1"); got != 200 {
		t.Errorf("two men ahead are worth %v", got)
	}
	if got := s.SearchOptions(engine.Brazilian).Weights; got != nil {
		t.Error("the weights of 12x12 are used on 8x8")
	}
	for _, setting := range [][2]string{{"evaluation", "handmade"}, {"weights", ""}} {
		if err := s.Set(setting[0], setting[1]); err != nil {
			t.Fatal(err)
		}
		if got, want := s.SearchOptions(engine.Canadian).Evaluator().Name(), "handmade"; got != want {
			t.Errorf("%s=%s: evaluation by %s, want %s", setting[0], setting[1], got, want)
		}
	}
}

func TestPlayerTakesWeightsAtOnce(t *testing.T) {
	p := newTestPlayer(t)
	p.Prepare()
	if err := p.Set("weights", writeWeights(t, engine.Canadian)); err != nil || p.built.Weights == nil {
		t.Errorf("%v, the search has the weights %p", err, p.built.Weights)
	}
	if err := p.Set("variant", "brazilian"); err == nil {
		t.Error("the board was changed under the weights")
	}
	if err := p.Set("evaluation", "handmade"); err != nil || !p.built.Handmade {
		t.Errorf("%v, the search evaluates by hand: %t", err, p.built.Handmade)
	}
}

func TestWrongWeightsAreRefused(t *testing.T) {
	damaged := writeWeights(t, engine.Canadian)
	file, err := os.ReadFile(damaged)
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)/2] ^= 1
	if err := os.WriteFile(damaged, file, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{damaged, "canadian.weights: weights: damaged"},
		{writeWeights(t, engine.Brazilian), "brazilian.weights: weights of the brazilian board: the variant is canadian"},
		{filepath.Join(t.TempDir(), "none.weights"), "none.weights: no such file"},
		{t.TempDir(), "is a directory"},
		{"evaluation.go", "evaluation.go: weights: not a weights file"},
	} {
		s := DefaultSettings()
		err := s.Set("weights", c.path)
		if err == nil || !strings.Contains(err.Error(), c.want) || s != DefaultSettings() {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
	}
}
