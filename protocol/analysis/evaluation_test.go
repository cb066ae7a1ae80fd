package analysis

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
	"ckengine/eval"
)

// knownWeights are weights whose sums can be worked out by heart: men and kings, the
// move, and one man in a corner block.
func knownWeights(t *testing.T) *eval.Evaluator {
	t.Helper()
	layout := eval.NewLayout(engine.Brazilian)
	w := &eval.Weights{Variant: engine.Brazilian, Terms: make([]eval.Weight, layout.Size())}
	w.Manifest.Generation = 3
	for _, g := range layout.Groups() {
		switch g.Name {
		case "men":
			w.Terms[g.First] = eval.Weight{Opening: 1000, Ending: 1000}
		case "first king":
			w.Terms[g.First] = eval.Weight{Opening: 3000, Ending: 3000}
		case "side to move":
			w.Terms[g.First] = eval.Weight{Opening: 55, Ending: 55}
		case "pattern rows 1-4 files a-d":
			w.Terms[g.First+2] = eval.Weight{Opening: -100, Ending: -100}   // a black man on 1
			w.Terms[g.First+2+486] = eval.Weight{Opening: 100, Ending: 100} // and one on 10
		}
	}
	e, err := eval.NewLearned(w)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func parsed(t *testing.T, fen string) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen, engine.Brazilian)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEvaluationForPeople(t *testing.T) {
	var got strings.Builder
	if err := WriteEvaluation(&got, knownWeights(t), parsed(t, "B:WK29,21,22:B1,10")); err != nil {
		t.Fatal(err)
	}
	_, tail, found := strings.Cut(got.String(), "B:WK29,21,22:B1,10\n")
	if !found {
		t.Fatalf("no FEN:\n%s", &got)
	}
	lines := strings.Split(tail, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "Learned evaluation") {
			lines[i] = strings.TrimSuffix(line[:len(line)-len("0123456789abcdef.")], " ")
		}
	}
	want := `
Learned evaluation, generation 3, weights

Phase 867 of 1024: 0 is the start, 1024 an ending of kings.

White's worth in hundredths of a man:

  men                                   0.0
  first king                         +300.0
  further kings                         0.0
  king mobility, safe squares           0.0
  king mobility, attacked squares       0.0
  wing balance                          0.0
  side to move                         -5.5
  men with a safe step                  0.0
  tempo                                 0.0
  king squares                          0.0
  runaway men, side to move             0.0
  runaway men, other side               0.0
  patterns                            +10.0

Patterns of four rows and four files, which overlap:

                  a-d      c-f      e-h
   ranks 5-8    +10.0      0.0      0.0
   ranks 3-6      0.0      0.0      0.0
   ranks 1-4      0.0      0.0      0.0

Each piece to its own side, as the difference without it, in hundredths of a man:

    b90     .       .       .
.       .       .       .
    .       b80     .       .
.       .       .       .
    .       .       .       .
w100    w100    .       .
    .       .       .       .
W300    .       .       .

Sum                                   +3.04
For White                             +3.04
For black, to move                    -3.04
`
	if diff := cmp.Diff(want, strings.Join(lines, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEvaluationForPrograms(t *testing.T) {
	var text strings.Builder
	if err := WriteEvaluationJSON(&text, knownWeights(t), parsed(t, "W:WK29:B1,5")); err != nil {
		t.Fatal(err)
	}
	var got Evaluation
	if err := json.Unmarshal([]byte(text.String()), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Groups) != 12 || len(got.Blocks) != 9 || got.Groups[0] != (Part{"men", -200}) {
		t.Errorf("%+v", got)
	}
	if want := (BlockPart{Part{"pattern rows 3-6 files e-h", 0}, 3, 5}); got.Blocks[5] != want {
		t.Errorf("%+v, want %+v", got.Blocks[5], want)
	}
	got.Groups, got.Blocks = nil, nil
	want := Evaluation{
		FEN: "W:WK29:B1,5", Evaluation: got.Evaluation, Generation: 3, Phase: (144 - 7 - 6) * 1024 / 144,
		Sum: 105, Divisor: 1, White: 105, Score: 105,
		Pieces: []Piece{{1, "black", "man", 100}, {5, "black", "man", 90}, {29, "white", "king", 300}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestEvaluationOfAnUnquietPosition(t *testing.T) {
	for fen, want := range map[string]string{
		"W:W22:B18": "A capture is due: the evaluation is meant for quiet positions",
		"W:WK32:B1": "The hand-made evaluation, which has no parts to show.",
	} {
		var got strings.Builder
		if err := WriteEvaluation(&got, eval.NewHandmade(engine.Brazilian), parsed(t, fen)); err != nil || !strings.Contains(got.String(), want) {
			t.Errorf("%s: %v, want %q in\n%s", fen, err, want, &got)
		}
	}
	var held strings.Builder
	if err := WriteEvaluation(&held, knownWeights(t), parsed(t, "W:WK29,22,23:BK4")); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"Sum                                   +2.05", "A lead hard to win: one part in 8     +0.25", "For White                             +0.25"} {
		if !strings.Contains(held.String(), line+"\n") {
			t.Errorf("no line %q in\n%s", line, &held)
		}
	}
}
