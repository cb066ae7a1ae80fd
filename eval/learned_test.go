package eval

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ckengine/engine"
)

// forPositions visits random positions of every board, each with an evaluator of random
// weights.
func forPositions(t *testing.T, count int, visit func(p engine.Position, w *Weights, e *Evaluator) error) {
	t.Helper()
	const visitsPerWeights = 5000
	if testing.Short() {
		count /= 5
	}
	for _, v := range engine.Variants() {
		r := rand.New(rand.NewPCG(7, uint64(v)))
		for done := 0; done < count; {
			w := smallWeights(r, v)
			if r.IntN(4) == 0 {
				w = randomWeights(r, v)
			}
			e := newEvaluator(w)
			for range visitsPerWeights {
				p := randomPosition(r, v)
				if err := visit(p, w, e); err != nil {
					t.Fatalf("%s, %s: %v", v, p.FEN(), err)
				}
				done++
			}
		}
	}
}

// TestTurnedBoard turns the board and swaps the colours: the worth to the side to move
// stays as it is, and so what White has becomes what Black has.
func TestTurnedBoard(t *testing.T) {
	forPositions(t, 100_000, func(p engine.Position, _ *Weights, e *Evaluator) error {
		turned := p.Rotated()
		if a, b := e.Evaluate(&p), e.Evaluate(&turned); a != b {
			return fmt.Errorf("%v, turned %v", a, b)
		}
		return nil
	})
}

// TestTermsAddUpToTheEvaluation adds up the terms one by one, in the words of the
// definition, and compares the fast evaluation with it.
func TestTermsAddUpToTheEvaluation(t *testing.T) {
	layouts := map[engine.Variant]*Layout{}
	for _, v := range engine.Variants() {
		layouts[v] = NewLayout(v)
	}
	var terms []Term
	forPositions(t, 100_000, func(p engine.Position, w *Weights, e *Evaluator) error {
		layout := layouts[p.Variant()]
		phase := int64(layout.Phase(&p))
		terms = layout.AppendTerms(terms[:0], &p)
		var tenths int64
		for _, term := range terms {
			weight := w.Terms[term.Index]
			tenths += int64(term.Count) * (int64(weight.Opening)*(PhaseMax-phase) + int64(weight.Ending)*phase)
		}
		want := Score(tenths / PhaseMax / 10)
		white, black, kings, _ := p.Placement()
		want /= drawishPart(white, black, kings, want)
		want = max(-MaxEvaluation, min(want, MaxEvaluation))
		if p.SideToMove() == engine.Black {
			want = -want
		}
		if got := e.Evaluate(&p); got != want {
			return fmt.Errorf("%v, the terms %v add up to %v", got, terms, want)
		}
		return nil
	})
}

// TestTermsTurnWithTheBoard shows that the counts themselves are negated, so that
// whatever is learned from them is symmetric.
func TestTermsTurnWithTheBoard(t *testing.T) {
	for _, v := range engine.Variants() {
		layout := NewLayout(v)
		r := rand.New(rand.NewPCG(8, uint64(v)))
		for range 20_000 {
			p := randomPosition(r, v)
			turned := p.Rotated()
			if a, b := layout.Phase(&p), layout.Phase(&turned); a != b || a < 0 || a > PhaseMax {
				t.Fatalf("%s, %s: phase %d, turned %d", v, p.FEN(), a, b)
			}
			sums := map[int32]int32{}
			for _, term := range layout.AppendTerms(nil, &p) {
				if term.Count == 0 || term.Index < 0 || int(term.Index) >= layout.Size() {
					t.Fatalf("%s, %s: term %+v", v, p.FEN(), term)
				}
				sums[term.Index] += term.Count
			}
			for _, term := range layout.AppendTerms(nil, &turned) {
				sums[term.Index] += term.Count
			}
			for index, sum := range sums {
				if sum != 0 {
					t.Fatalf("%s, %s: term %d counts %d more than turned", v, p.FEN(), index, sum)
				}
			}
		}
	}
}

func TestTheStartIsWorthTheMove(t *testing.T) {
	for _, v := range engine.Variants() {
		w := randomWeights(rand.New(rand.NewPCG(9, uint64(v))), v)
		p := engine.Start(v)
		want := Score(w.Terms[sideToMoveTerm].Opening / 10)
		if got := newEvaluator(w).Evaluate(&p); got != want {
			t.Errorf("%s: %v, want the worth of the move, %v", v, got, want)
		}
	}
}

func TestWeightsOfTheWrongNumber(t *testing.T) {
	w := &Weights{Variant: engine.Canadian, Terms: make([]Weight, NewLayout(engine.Brazilian).Size())}
	if _, err := NewLearned(w); err == nil {
		t.Error("the terms of 8x8 were taken for those of 12x12")
	}
}

func TestDrawishEndings(t *testing.T) {
	w := &Weights{Variant: engine.Canadian, Terms: make([]Weight, NewLayout(engine.Canadian).Size())}
	w.Terms[menTerm] = Weight{1000, 1000}
	w.Terms[nextKingsTerm] = Weight{2000, 2000}
	for _, c := range []struct {
		fen  string
		want Score
	}{
		{"W:WK70,K71,K72:BK1", 50},            // three kings, two more than the other: 400/8
		{"B:WK70,K71,K72:BK1", -50},           // to the side to move
		{"W:WK69,K70,K71,K72:BK1", 600},       // four kings win
		{"W:WK70,K71:B7", 100},                // nobody holds without a king: 200-100
		{"W:WK72,50,51,52,53:BK1,26,27", 200}, // two men more
		{"W:WK72,50,51,52:BK1,26,27", 50},     // one man more and kings on both sides: halved
	} {
		p := position(c.fen, engine.Canadian)
		if got := newEvaluator(w).Evaluate(&p); got != c.want {
			t.Errorf("%s: %v, want %v", c.fen, got, c.want)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	for _, v := range engine.Variants() {
		r := rand.New(rand.NewPCG(1, 1))
		e := newEvaluator(smallWeights(r, v))
		for _, kind := range []string{"men", "kings"} {
			positions := benchPositions(r, v, kind == "kings")
			b.Run(v.String()+"/"+kind, func(b *testing.B) {
				i := 0
				for b.Loop() {
					e.Evaluate(&positions[i%benchCount])
					i++
				}
			})
		}
	}
}

// benchCount is a power of two, so that choosing a position costs nothing.
const benchCount = 1024

// benchPositions returns positions of random games, as a search meets them: many that differ little.
func benchPositions(r *rand.Rand, v engine.Variant, kings bool) (positions []engine.Position) {
	for len(positions) < benchCount {
		p := engine.Start(v)
		for range 200 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			if hasKings(p) == kings && !p.CanCapture() {
				for _, m := range moves {
					positions = append(positions, p.Play(m))
				}
			}
			p = p.Play(moves[r.IntN(len(moves))])
		}
	}
	return positions[:benchCount]
}
