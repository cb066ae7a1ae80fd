package eval

import (
	"math/rand/v2"
	"testing"

	"ckengine/engine"
)

// TestHandmadeEvaluationIsSymmetric plays random games: turning the board and swapping the
// colours shows the same position to the same mover, so the worth is the same.
func TestHandmadeEvaluationIsSymmetric(t *testing.T) {
	for _, v := range engine.Variants() {
		e := NewHandmade(v)
		random := rand.New(rand.NewPCG(1, uint64(v)))
		for range 50 {
			p := engine.Start(v)
			for range 150 {
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				p = p.Play(moves[random.IntN(len(moves))])
				turned := p.Rotated()
				if a, b := e.Evaluate(&p), e.Evaluate(&turned); a != b {
					t.Fatalf("%s: %v, turned %v: %+v", v, a, b, p)
				}
			}
		}
	}
}

func TestHandmadeEvaluationOfTheStart(t *testing.T) {
	for _, v := range engine.Variants() {
		p := engine.Start(v)
		if got := NewHandmade(v).Evaluate(&p); got != tempoWorth {
			t.Errorf("%s: %v, want the tempo alone, %v", v, got, tempoWorth)
		}
	}
}

func BenchmarkHandmade(b *testing.B) {
	p := engine.Start(engine.Canadian)
	e := NewHandmade(engine.Canadian)
	for b.Loop() {
		e.Evaluate(&p)
	}
}
