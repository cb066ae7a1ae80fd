package engine

import (
	"errors"
	"slices"
	"testing"
)

func TestThreefoldRepetition(t *testing.T) {
	g := NewGame(place(t, Canadian, "WK67 WK68 W50 BK1 BK2 B20"), InternationalDraws)
	there := []int{68, 62, 1, 7}
	back := []int{62, 68, 7, 1}
	for round := 1; round <= 2; round++ {
		if got := g.Repetitions(); got != round {
			t.Fatalf("round %d: repetitions %d", round, got)
		}
		if o := g.Outcome(); o.Result != Ongoing {
			t.Fatalf("round %d: %v", round, o)
		}
		play(t, g, there...)
		play(t, g, back...)
	}
	if o := (Outcome{Draw, "the same position for the third time"}); g.Outcome() != o {
		t.Errorf("outcome %v, want %v", g.Outcome(), o)
	}
	if got := len(g.Hashes()); got != 9 {
		t.Errorf("%d hashes, want 9", got)
	}
	err := g.Play(move(t, g.Position(), 68, 62))
	if !errors.Is(err, ErrGameOver) || err.Error() != "the game is over: the same position for the third time" {
		t.Errorf("move after the end: %v", err)
	}
}

func TestIrreversibleMoveEndsRepetition(t *testing.T) {
	g := NewGame(place(t, Canadian, "WK67 WK68 W50 BK1 BK2 B20"), RepetitionDraws)
	play(t, g, 68, 62, 1, 7, 62, 68, 7, 1, 50, 44)
	if got := g.Hashes(); !slices.Equal(got, []uint64{g.Position().Hash()}) {
		t.Errorf("hashes after a man's move %v", got)
	}
	if got := g.Repetitions(); got != 1 {
		t.Errorf("repetitions %d, want 1", got)
	}
}
