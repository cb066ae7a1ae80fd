package engine_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ckengine/engine"
)

// play plays moves given as Hub text.
func play(t testing.TB, g *engine.Game, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		if err := g.Play(find(t, g.Position(), text)); err != nil {
			t.Fatalf("ply %d, %s: %v", g.Ply()+1, text, err)
		}
	}
}

func newGame(t testing.TB, fen string, rule engine.DrawRule) *engine.Game {
	t.Helper()
	return engine.NewGame(parse(t, engine.Canadian, fen), rule)
}

func TestOutcome(t *testing.T) {
	// The white king that stands on 21 at first walks about while the black one
	// has nothing but 1 and 7, and shuts it in with the last ply of the limit.
	var walk strings.Builder
	whiteAt, blackAt := "21", "1"
	for _, to := range strings.Fields("27 34 40 47 53 60 66 60 53 47 40 34 27 66 72 7") {
		blackTo := map[string]string{"1": "7", "7": "1"}[blackAt]
		walk.WriteString(blackAt + "-" + blackTo + " " + whiteAt + "-" + to + " ")
		whiteAt, blackAt = to, blackTo
	}
	tests := []struct {
		name  string
		fen   string
		rule  engine.DrawRule
		moves string
		want  engine.Outcome
	}{
		{"start", "W:W43-72:B1-30", engine.InternationalDraws, "", engine.Outcome{}},
		{"white without a piece", "W:W:BK1", engine.InternationalDraws, "", engine.Outcome{Result: engine.BlackWins, Reason: "white has no piece left"}},
		{"black without a piece", "B:W50:B", engine.InternationalDraws, "", engine.Outcome{Result: engine.WhiteWins, Reason: "black has no piece left"}},
		{"the last piece taken", "W:W33:B27", engine.InternationalDraws, "33x22x27", engine.Outcome{Result: engine.WhiteWins, Reason: "black has no piece left"}},
		{"black shut in", "B:WK7,K8,K14:BK1", engine.InternationalDraws, "", engine.Outcome{Result: engine.WhiteWins, Reason: "black has no legal move"}},
		{"black shut in, but White to move", "W:WK7,K8,K14:BK1", engine.InternationalDraws, "", engine.Outcome{}},
		{"white men shut in", "W:W43:B30,32,37", engine.InternationalDraws, "", engine.Outcome{Result: engine.BlackWins, Reason: "white has no legal move"}},
		{"no opponent, but White to move", "W:WK5:B", engine.InternationalDraws, "", engine.Outcome{}},
		{"a third time", "W:WK67,K68,K69:BK1", engine.RepetitionDraws, strings.Repeat(shuffle, 2), engine.Outcome{Result: engine.Draw, Reason: "the same position for the third time"}},
		{"a second time", "W:WK67,K68,K69:BK1", engine.RepetitionDraws, shuffle, engine.Outcome{}},
		{"the same pieces with the other side to move", "W:WK67,K68,K69:BK1", engine.RepetitionDraws,
			"68-62 1-7 62-57 7-1 57-68 1-7 68-57 7-1 57-62 1-7 62-68 7-1", engine.Outcome{}},
		{"a limit", "W:WK68,K69:BK1", engine.InternationalDraws, "68-62 1-7 62-57 7-1 57-51 1-7 51-57 7-1 57-62 1-7",
			engine.Outcome{Result: engine.Draw, Reason: "5 moves of each side with two pieces or one against a lone king"}},
		{"shut in with the last ply of a limit", "B:WK8,K14,K21:BK1", engine.InternationalDraws, walk.String(),
			engine.Outcome{Result: engine.WhiteWins, Reason: "black has no legal move"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := newGame(t, test.fen, test.rule)
			play(t, g, test.moves)
			if got := g.Outcome(); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}

// TestEarlierLimitHolds replays a game that was asked about in public: White loses a
// king in the 13th of the 16 moves, and the question is whether 5 more begin there.
func TestEarlierLimitHolds(t *testing.T) {
	g := engine.NewGame(parse(t, engine.International, "W:WK46,K47,K48:BK3"), engine.InternationalDraws)
	play(t, g, "47-38 3-9 46-23 9-22 38-24 22-17 48-31 17-39 24-38 39-17 31-42 17-22 38-15 22-6 42-31 6-1 "+
		"31-18 1-6 18-13 6-17 15-20 17-39 13-18 39-17 20-33 17x39x33")
	if got := g.Counters().PliesLeft(); got != 6 {
		t.Errorf("after 13 moves of each side %d plies are left, want 6", got)
	}
	play(t, g, "18-13 39-33 13-27 33-17 23-19 17-12")
	if want := (engine.Outcome{Result: engine.Draw, Reason: "16 moves of each side with three pieces against a lone king"}); g.Outcome() != want {
		t.Errorf("after 16 moves of each side %+v, want %+v", g.Outcome(), want)
	}
}

func TestPlayRefuses(t *testing.T) {
	other := find(t, parse(t, engine.Canadian, "W:W30:B1"), "30-24")
	tests := []struct {
		name string
		game *engine.Game
		move engine.Move
		err  error
		text string
	}{
		{"no move at all", newGame(t, "W:W43-72:B1-30", 0), engine.Move{}, engine.ErrIllegalMove, "illegal move 1-1: the man on 1 is black's, and white is to move"},
		{"an empty square", newGame(t, "W:W50:B1", 0), other, engine.ErrIllegalMove, "illegal move 30-24: there is no piece on 30"},
		{"a quiet move where a capture is compulsory", newGame(t, "W:W43-54:B38,1", 0), find(t, engine.Start(engine.Canadian), "46-40"),
			engine.ErrIllegalMove, "illegal move 46-40: white must capture: "},
		{"a capture that does not take the most", newGame(t, "W:W50,54:BK45,48,35", 0), find(t, parse(t, engine.Canadian, "W:W50:B45"), "50x39"),
			engine.ErrIllegalMove, "illegal move 50x39x45: white must capture 2 pieces: 54x28x35x48"},
		{"after the end", newGame(t, "B:W50:B", 0), other, engine.ErrGameOver, "the game is over: black has no piece left"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			before := test.game.Position()
			err := test.game.Play(test.move)
			if !errors.Is(err, test.err) || !strings.HasPrefix(err.Error(), test.text) {
				t.Errorf("error %v, want %q", err, test.text)
			}
			if test.game.Position() != before || test.game.Ply() != 0 || len(test.game.Moves()) != 0 {
				t.Error("the game has changed")
			}
		})
	}
}

func TestHashesReachBackToTheLastIrreversibleMove(t *testing.T) {
	g := newGame(t, "W:WK67,K68,50:BK1,K2,20", engine.InternationalDraws)
	play(t, g, "68-62 1-7 50-44 2-8 62-68 8-2")
	var want []uint64
	for ply := 3; ply <= 6; ply++ {
		p := g.PositionAt(ply)
		want = append(want, p.Hash())
	}
	if got := g.Hashes(); !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

func TestTruncateAndClone(t *testing.T) {
	g := newGame(t, "W:WK67,K68,K69:BK1", engine.InternationalDraws)
	play(t, g, shuffle+shuffle)
	fork := g.Clone()
	fork.Truncate(6)
	if fork.Ply() != 6 || fork.Position() != g.PositionAt(6) || fork.Counters().PliesLeft() != 26 || fork.Outcome().Result != engine.Ongoing {
		t.Fatalf("at ply 6 of the fork: %d, %d plies left, %v", fork.Ply(), fork.Counters().PliesLeft(), fork.Outcome())
	}
	play(t, fork, "67-61 7-1")
	if g.Position() == fork.Position() || g.Outcome().Result != engine.Draw || g.Ply() != 8 {
		t.Error("playing on in the fork changed the game")
	}
	if !slices.Equal(g.Moves()[:6], fork.Moves()[:6]) || slices.Equal(g.Moves(), fork.Moves()) {
		t.Errorf("moves %v and %v", g.Moves(), fork.Moves())
	}
	for _, ply := range []int{100, 8, 0, -1} {
		fork.Truncate(ply)
		if want := min(8, max(0, ply)); fork.Ply() != want || fork.Position() != fork.PositionAt(want) {
			t.Errorf("truncated to %d: ply %d, want %d", ply, fork.Ply(), want)
		}
	}
	if fork.Start() != g.Start() || fork.Position() != g.Start() || fork.Rule() != g.Rule() {
		t.Error("the fork has lost its beginning")
	}
}

func TestRepetitionsAgainstTheWholeHistory(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 2))
		g := engine.NewGame(randomEnding(r, engine.Variants()[r.IntN(3)]), engine.RepetitionDraws)
		times := map[string]int{newReferenceBoard(g.Position()).String(): 1}
		for range 300 {
			outcome := g.Outcome()
			count := times[newReferenceBoard(g.Position()).String()]
			if g.Repetitions() != count {
				t.Fatalf("seed %d: %d repetitions, want %d", seed, g.Repetitions(), count)
			}
			if (outcome.Result == engine.Draw) != (count == 3) {
				t.Fatalf("seed %d: %v with the position on the board %d times", seed, outcome, count)
			}
			if outcome.Result != engine.Ongoing {
				break
			}
			moves := g.Position().Moves()
			if err := g.Play(moves[r.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
			times[newReferenceBoard(g.Position()).String()]++
		}
	}
}
