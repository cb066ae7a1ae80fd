package protocol

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/search"
)

func newTestPlayer(t *testing.T, settings ...string) *Player {
	t.Helper()
	p := NewPlayer(DefaultSettings())
	for _, setting := range append([]string{"hash=4"}, settings...) {
		name, value, _ := strings.Cut(setting, "=")
		if err := p.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// checkLegal plays the line of a result from a position.
func checkLegal(t *testing.T, p engine.Position, r search.Result) {
	t.Helper()
	if len(r.Lines) == 0 {
		t.Errorf("%s: no line", p.FEN())
	}
	for _, line := range r.Lines {
		at := p
		for _, m := range line.Moves {
			if !slices.Contains(at.Moves(), m) {
				t.Fatalf("%s: illegal line %+v", p.FEN(), line.Moves)
			}
			at = at.Play(m)
		}
	}
}

func TestPlayersOfDifferentBoardsSideBySide(t *testing.T) {
	var games sync.WaitGroup
	for _, v := range engine.Variants() {
		games.Go(func() {
			p := newTestPlayer(t, "variant="+v.String())
			g := p.NewGame(p.Start())
			for g.Ply() < 12 {
				r := p.Think(t.Context(), g, search.Limits{Depth: 4}, nil)
				checkLegal(t, g.Position(), r)
				best, _ := r.Best()
				if err := g.Play(best); err != nil {
					t.Error(err)
					return
				}
			}
			if g.Start().Variant() != v {
				t.Errorf("played on the board %s, want %s", g.Start().Variant(), v)
			}
		})
	}
	games.Wait()
}

func TestThePositionSelectsTheBoard(t *testing.T) {
	p := newTestPlayer(t)
	p.Prepare()
	for range 2 {
		for _, v := range engine.Variants() {
			g := p.NewGame(engine.Start(v))
			checkLegal(t, g.Position(), p.Think(t.Context(), g, search.Limits{Depth: 3}, nil))
		}
	}
	if p.Start().Variant() != engine.Canadian {
		t.Errorf("the parameter went over to %s", p.Start().Variant())
	}
}

func TestParametersReachTheSearch(t *testing.T) {
	p := newTestPlayer(t, "multi-pv=3")
	g := p.NewGame(p.Start())
	if r := p.Think(t.Context(), g, search.Limits{Depth: 3}, nil); len(r.Lines) != 3 {
		t.Errorf("%d lines with multi-pv=3", len(r.Lines))
	}
	if r := p.Think(t.Context(), g, search.Limits{Depth: 3, MultiPV: 2}, nil); len(r.Lines) != 2 {
		t.Errorf("%d lines where the limits ask for 2", len(r.Lines))
	}
	if err := p.Set("hash", "2"); err != nil || p.built.HashMiB != 2 {
		t.Errorf("hash=2: %v, the table has %d MiB", err, p.built.HashMiB)
	}
	if err := p.Set("draw-rule", "quebec"); err != nil || p.NewGame(p.Start()).Rule() != engine.QuebecDraws {
		t.Errorf("draw-rule=quebec: %v, the game has %s", err, p.NewGame(p.Start()).Rule())
	}
}

func TestTheCallersClockIsNotWrittenTo(t *testing.T) {
	p := newTestPlayer(t, "move-overhead=500", "ponder=true")
	clock := search.Clock{Time: time.Second, MovesToGo: 20}
	before := clock
	p.Think(t.Context(), p.NewGame(p.Start()), search.Limits{Clock: &clock, Depth: 2}, nil)
	if clock != before {
		t.Errorf("clock %+v became %+v", before, clock)
	}
}

func TestSettingsSurviveAClearAndARefusedValue(t *testing.T) {
	p := newTestPlayer(t, "multi-pv=2")
	want := p.Settings()
	p.Clear()
	p.Prepare()
	p.Clear()
	if err := p.Set("hash", "none"); err == nil {
		t.Error("hash=none was taken")
	}
	if p.Settings() != want {
		t.Errorf("settings %+v, want %+v", p.Settings(), want)
	}
}

// A game that our draw rule has ended may go on under the rule of whoever asks:
// then the draw must not hide which move is good.
func TestThinkingBeyondADraw(t *testing.T) {
	p := newTestPlayer(t, "variant=international")
	start, err := engine.ParseFEN("W:WK50,31:BK1,10", engine.International)
	if err != nil {
		t.Fatal(err)
	}
	g := p.NewGame(start)
	for _, text := range []string{"50-45", "1-6", "45-50", "6-1", "50-45", "1-6", "45-50", "6-1"} {
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if g.Outcome().Result != engine.Draw {
		t.Fatalf("%+v, want a draw", g.Outcome())
	}
	plies := g.Ply()
	r := p.Think(t.Context(), g, search.Limits{Depth: 6}, nil)
	checkLegal(t, g.Position(), r)
	fresh := newTestPlayer(t, "variant=international").Think(t.Context(), p.NewGame(start), search.Limits{Depth: 6}, nil)
	if r.Score() != fresh.Score() {
		t.Errorf("score %v after the draw, %v of the same position afresh", r.Score(), fresh.Score())
	}
	if g.Ply() != plies {
		t.Errorf("the caller's game has %d plies, want %d", g.Ply(), plies)
	}
}

func TestThinkingWithoutALegalMove(t *testing.T) {
	p := newTestPlayer(t)
	for _, fen := range []string{"W:W:B1", "B:WK72:B", "W:W67:B61,62,55,56"} {
		start, err := engine.ParseFEN(fen, engine.Canadian)
		if err != nil {
			t.Fatal(err)
		}
		if _, found := p.Think(t.Context(), p.NewGame(start), search.Limits{}, nil).Best(); found {
			t.Errorf("%s: a move", fen)
		}
	}
}

func TestThinkingStopsWithItsContext(t *testing.T) {
	p := newTestPlayer(t)
	ctx, stop := context.WithCancel(t.Context())
	g := p.NewGame(p.Start())
	r := p.Think(ctx, g, search.Limits{}, func(l search.Line) {
		if l.Depth >= 4 {
			stop()
		}
	})
	stop()
	checkLegal(t, g.Position(), r)
}
