package analysis_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/protocol"
	"ckengine/protocol/analysis"
	"ckengine/search"
)

func newGame(t *testing.T, fen string) (*protocol.Player, *engine.Game) {
	t.Helper()
	settings := protocol.DefaultSettings()
	settings.HashMiB = 4
	p, err := engine.ParseFEN(fen, settings.Variant)
	if err != nil {
		t.Fatal(err)
	}
	player := protocol.NewPlayer(settings)
	return player, player.NewGame(p)
}

// readJSON returns the objects of a JSON analysis, the conclusion apart.
func readJSON(t *testing.T, fen string, l search.Limits) (lines []analysis.Progress, end analysis.Conclusion) {
	t.Helper()
	player, game := newGame(t, fen)
	var out bytes.Buffer
	if err := analysis.WriteJSON(t.Context(), &out, player, game, l); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(out.String()), "\n")
	for _, row := range rows[:len(rows)-1] {
		var p analysis.Progress
		if err := json.Unmarshal([]byte(row), &p); err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		lines = append(lines, p)
	}
	if err := json.Unmarshal([]byte(rows[len(rows)-1]), &end); err != nil {
		t.Fatal(err)
	}
	return lines, end
}

func TestJSONOfTheStart(t *testing.T) {
	lines, end := readJSON(t, "W:W43-72:B1-30", search.Limits{Depth: 7, MultiPV: 2})
	deepest := 0
	for i, l := range lines {
		if l.Depth < deepest || l.Nodes <= 0 || l.MultiPV < 1 || l.MultiPV > 2 {
			t.Errorf("line %d: %+v", i, l)
		}
		deepest = l.Depth
		checkLine(t, "W:W43-72:B1-30", l.PV)
	}
	checkLine(t, "W:W43-72:B1-30", end.PV)
	if deepest != 7 || end.BestMove == nil || *end.BestMove != end.PV[0] || end.Depth != 7 || end.Result != "" {
		t.Errorf("deepest line %d, conclusion %+v", deepest, end)
	}
}

// checkLine plays a line of moves in Hub notation, each of which must be legal and canonical.
func checkLine(t *testing.T, fen string, line []string) {
	t.Helper()
	p, err := engine.ParseFEN(fen, engine.Canadian)
	if err != nil || len(line) == 0 {
		t.Fatalf("%v: %v", line, err)
	}
	for _, text := range line {
		i := slices.IndexFunc(p.Moves(), func(m engine.Move) bool { return p.HubText(m) == text })
		if i < 0 {
			t.Fatalf("%s is not legal in %s", text, p.FEN())
		}
		p = p.Play(p.Moves()[i])
	}
}

func TestJSONOfAFinishedGame(t *testing.T) {
	lines, end := readJSON(t, "W:W:B1-30", search.Limits{Depth: 3})
	if len(lines) != 0 || end.BestMove != nil || end.Score != eval.Loss(0) || end.Result != "0-2" || end.Reason != "white has no piece left" {
		t.Errorf("lines %+v, conclusion %+v", lines, end)
	}
}

func TestTextSaysWhatAPersonWantsToKnow(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"no piece", "W:W:B1-30", "The game is over: black wins, white has no piece left."},
		{"blocked at the edge", "W:W19:B13,8", "The game is over: black wins, white has no legal move."},
		{"won at once", "W:W40:B34", "Best move: 40x27, white wins in 1 ply\n"},
		{"only move", "W:W40:B34", "It is the only legal move.\n"},
		{"won", "B:W29:B4,11,12,13,18,19,25,27,44,64", "black wins in 3 plies\n"},
		{"start", "W:W43-72:B1-30", " men for white at depth 4\n"},
	} {
		player, game := newGame(t, c.fen)
		var out bytes.Buffer
		if err := analysis.WriteText(t.Context(), &out, player, game, search.Limits{Depth: 4}, false); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, &out)
		}
		if strings.ContainsAny(out.String(), "\r\x1b") {
			t.Errorf("%s: cursor control without a terminal", c.name)
		}
	}
}

func TestLiveTextEndsLikePlainText(t *testing.T) {
	conclusion := func(live bool) string {
		player, game := newGame(t, "W:W43-72:B1-30")
		var out bytes.Buffer
		if err := analysis.WriteText(t.Context(), &out, player, game, search.Limits{Depth: 6}, live); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		return text[strings.Index(text, "Best move"):]
	}
	if live, plain := conclusion(true), conclusion(false); live != plain {
		t.Errorf("live: %s\nplain: %s", live, plain)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAFailureToWriteIsReported(t *testing.T) {
	player, game := newGame(t, "W:W43-72:B1-30")
	if err := analysis.WriteText(t.Context(), brokenWriter{}, player, game, search.Limits{Depth: 2}, false); !errors.Is(err, os.ErrClosed) {
		t.Errorf("text: %v", err)
	}
	if err := analysis.WriteJSON(t.Context(), brokenWriter{}, player, game, search.Limits{Depth: 2}); !errors.Is(err, os.ErrClosed) {
		t.Errorf("JSON: %v", err)
	}
}

func ExampleWriteJSON() {
	player := protocol.NewPlayer(protocol.DefaultSettings())
	position, _ := engine.ParseFEN("W:W19:B8,13", engine.Canadian)
	_ = analysis.WriteJSON(context.Background(), os.Stdout, player, player.NewGame(position), search.Limits{Depth: 1})
	// Output: {"bestmove":null,"score":-10000,"depth":0,"nodes":0,"time":0,"nps":0,"pv":[],"result":"0-2","reason":"white has no legal move"}
}
