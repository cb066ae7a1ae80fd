package engine

import (
	"strings"
	"testing"
)

// place sets up a position from items such as "WK3", "B12"; White moves unless the first item is "b".
func place(t testing.TB, v Variant, items string) Position {
	t.Helper()
	setup := NewSetup(v)
	for i, item := range strings.Fields(items) {
		if i == 0 && item == "b" {
			setup.SetSideToMove(Black)
			continue
		}
		side, kind := White, Man
		if item[0] == 'B' {
			side = Black
		}
		number := item[1:]
		if number[0] == 'K' {
			kind, number = King, number[1:]
		}
		n := 0
		for _, digit := range number {
			n = 10*n + int(digit-'0')
		}
		if err := setup.Put(n, side, kind); err != nil {
			t.Fatal(err)
		}
	}
	p, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// move returns the only legal move from one square to another.
func move(t testing.TB, p Position, from, to int) Move {
	t.Helper()
	var found []Move
	for _, m := range p.Moves() {
		if p.Variant().Number(m.From()) == from && p.Variant().Number(m.To()) == to {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d legal moves from %d to %d", len(found), from, to)
	}
	return found[0]
}

// play plays moves given as pairs of squares.
func play(t testing.TB, g *Game, squares ...int) {
	t.Helper()
	for i := 0; i < len(squares); i += 2 {
		if err := g.Play(move(t, g.Position(), squares[i], squares[i+1])); err != nil {
			t.Fatalf("ply %d: %v", g.Ply()+1, err)
		}
	}
}

func TestDrawLimitsAtTheStart(t *testing.T) {
	tests := []struct {
		items  string
		rule   DrawRule
		plies  int
		reason string
	}{
		{"WK67 WK68 WK69 BK1 BK2", InternationalDraws, 50, "25 moves of each side by kings only"},
		{"W50 B20", InternationalDraws, 50, "25 moves of each side by kings only"},
		{"WK67 WK68 WK69 BK1", InternationalDraws, 32, "16 moves of each side with three pieces against a lone king"},
		{"WK67 W55 W69 BK1", InternationalDraws, 32, "16 moves of each side with three pieces against a lone king"},
		{"b WK67 BK1 B20 B30", InternationalDraws, 32, "16 moves of each side with three pieces against a lone king"},
		{"WK67 WK68 BK1", InternationalDraws, 10, "5 moves of each side with two pieces or one against a lone king"},
		{"WK67 W50 BK1", InternationalDraws, 10, "5 moves of each side with two pieces or one against a lone king"},
		{"WK67 BK1", InternationalDraws, 10, "5 moves of each side with two pieces or one against a lone king"},
		{"W67 W68 W69 BK1", InternationalDraws, 50, "25 moves of each side by kings only"},
		{"W67 BK1", InternationalDraws, 50, "25 moves of each side by kings only"},
		{"WK67 WK68 WK69 B1", InternationalDraws, 50, "25 moves of each side by kings only"},
		{"WK67 WK68 WK69 WK70 BK1", InternationalDraws, 50, "25 moves of each side by kings only"},
		{"WK67 WK68 BK1 B2", InternationalDraws, 50, "25 moves of each side by kings only"},

		{"WK67 WK68 WK69 BK1", QuebecDraws, 42, "21 moves of each side with three kings against one"},
		{"b WK67 BK1 BK2 BK3", QuebecDraws, 42, "21 moves of each side with three kings against one"},
		{"WK67 WK68 W69 BK1", QuebecDraws, 60, "30 moves of each side without a capture, both having a king"},
		{"WK67 WK68 BK1 BK2", QuebecDraws, 60, "30 moves of each side without a capture, both having a king"},
		{"WK67 BK1", QuebecDraws, 60, "30 moves of each side without a capture, both having a king"},
		{"WK67 WK68 WK69 B1", QuebecDraws, NoDrawLimit, ""},
		{"WK67 BK1", RepetitionDraws, NoDrawLimit, ""},
	}
	for _, test := range tests {
		c := test.rule.Counters(place(t, Canadian, test.items))
		if got := c.PliesLeft(); got != test.plies {
			t.Errorf("%s, %s: %d plies left, want %d", test.items, test.rule, got, test.plies)
		}
		if reason, drawn := c.Draw(); drawn || reason != "" {
			t.Errorf("%s, %s: drawn at once: %q", test.items, test.rule, reason)
		}
		if test.plies == NoDrawLimit {
			continue
		}
		c.kingsLeft, c.endingLeft = runDown(c.kingsLeft, test.plies), runDown(c.endingLeft, test.plies)
		if reason, drawn := c.Draw(); !drawn || !c.IsDrawn() || reason != test.reason {
			t.Errorf("%s, %s: after %d plies drawn %t %q, want %q", test.items, test.rule, test.plies, drawn, reason, test.reason)
		}
	}
}

func runDown(left uint8, plies int) uint8 {
	for range plies {
		left = countDown(left)
	}
	return left
}

func TestDrawRuleNames(t *testing.T) {
	for _, rule := range DrawRules() {
		text, err := rule.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var read DrawRule
		if err := read.UnmarshalText([]byte(" " + strings.ToUpper(string(text)))); err != nil || read != rule {
			t.Errorf("%s read back as %s, %v", rule, read, err)
		}
	}
	var rule DrawRule
	if rule != InternationalDraws {
		t.Errorf("the zero rule is %s", rule)
	}
	if _, err := ParseDrawRule("fmjd"); err == nil || err.Error() != `draw rule "fmjd": want international, quebec or repetition` {
		t.Errorf("error %v", err)
	}
}
