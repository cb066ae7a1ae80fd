package engine

import "testing"

func TestNewMoveIsTheMoveWithItsParts(t *testing.T) {
	p, err := ParseFEN("W:WK7:B20,38,45,63", Canadian)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range append(p.Moves(), Start(Brazilian).Moves()...) {
		if got := NewMove(m.From(), m.To(), m.Captured()); got != m {
			t.Errorf("%v, want %v", got, m)
		}
	}
}
