package protocol

import (
	"errors"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/search"
)

func TestParseSearchMoves(t *testing.T) {
	start := engine.Start(engine.Canadian)
	capture, err := engine.ParseFEN("W:W50:B1,23,34,45", engine.Canadian)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		position   engine.Position
		text, want string // in Hub notation; or how the error begins, after "!"
		isIllegal  bool
	}{
		{start, "45-39", "45-39", false},
		{start, "45-39 43-37", "45-39 43-37", false},
		{start, " 45-39,43-37,\t48-41 ", "45-39 43-37 48-41", false},
		{start, "45-39, 043x37 , 45-39", "45-39 43-37 45-39", false},
		{capture, "50x17", "50x17x23x34x45", false},
		{capture, "50-17", "50x17x23x34x45", false},
		{capture, "50x17x45x23", "50x17x23x34x45", false},
		{start, "45-39 45-40", "!move \"45-40\": the man on 45 does not go to 40", true},
		{start, "", "!no move given", false},
		{start, " , ", "!no move given", false},
		{start, "45-39 castle", "!move \"castle\": want squares", false},
		{start, "45-39 1-73", "!move \"1-73\": square 73", false},
	} {
		moves, err := ParseSearchMoves(c.position, c.text)
		var texts []string
		for _, m := range moves {
			texts = append(texts, c.position.HubText(m))
		}
		got := strings.Join(texts, " ")
		if err != nil {
			got = "!" + err.Error()
		}
		isWanted := got == c.want || c.want[0] == '!' && strings.HasPrefix(got, c.want)
		if !isWanted || errors.Is(err, engine.ErrIllegalMove) != c.isIllegal {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// A search that is confined to some moves plays the best of these, also where another is better.
func TestThinkOfSomeMovesOnly(t *testing.T) {
	position, err := engine.ParseFEN("B:W29:B4,11,12,13,18,19,25,27,44,64", engine.Canadian)
	if err != nil {
		t.Fatal(err)
	}
	for _, threads := range []string{"1", "2"} {
		p := newTestPlayer(t, "threads="+threads, "multi-pv=9")
		free := p.Think(t.Context(), p.NewGame(position), search.Limits{Depth: 5, Analysis: true}, nil)
		best, _ := free.Best()
		if !free.Score().IsWin() || len(free.Lines) < 3 {
			t.Fatalf("%d lines, the first scores %v: want a position with one winning move", len(free.Lines), free.Score())
		}
		others := []engine.Move{free.Lines[2].Moves[0], free.Lines[1].Moves[0]}
		r := p.Think(t.Context(), p.NewGame(position), search.Limits{Depth: 5, Analysis: true, SearchMoves: others}, nil)
		if len(r.Lines) != 2 {
			t.Errorf("%d lines, want one for each of the 2 moves", len(r.Lines))
		}
		for _, line := range r.Lines {
			if m := line.Moves[0]; m == best || m != others[0] && m != others[1] {
				t.Errorf("a line begins with %s", position.HubText(m))
			}
		}
	}
}
