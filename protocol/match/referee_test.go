package match

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/eval"
)

// scripted is an engine that answers what a function says.
type scripted struct {
	think func(ply int, p engine.Position) (Answer, error)
	games int
}

func (s *scripted) Identity() Identity            { return Identity{Name: "scripted"} }
func (s *scripted) NewGame(context.Context) error { s.games++; return nil }
func (s *scripted) Problems() []string            { return nil }
func (s *scripted) Dialogue() string              { return "" }
func (s *scripted) Close() error                  { return nil }
func (s *scripted) Think(_ context.Context, g *engine.Game, _ Budget) (Answer, error) {
	return s.think(g.Ply(), g.Position())
}

// plays answers with the moves of a game in turn, and a score.
func plays(moves string, score func(ply int) Score) *scripted {
	list := strings.Fields(moves)
	return &scripted{think: func(ply int, _ engine.Position) (Answer, error) {
		if ply >= len(list) {
			return Answer{}, fmt.Errorf("the script has no move for ply %d", ply)
		}
		a := Answer{Move: list[ply], Depth: 1}
		if score != nil {
			a.Score = score(ply)
		}
		return a, nil
	}}
}

// first answers with the first legal move.
func first() *scripted {
	return &scripted{think: func(_ int, p engine.Position) (Answer, error) {
		return Answer{Move: p.HubText(p.Moves()[0])}, nil
	}}
}

func position(t *testing.T, fen string) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen, engine.Canadian)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func play(t *testing.T, white, black Engine, start engine.Position, r rules) *played {
	t.Helper()
	for i := range r.timings {
		if r.timings[i].limits == (Limits{}) {
			r.timings[i] = timing{limits: Limits{Nodes: 1}, patience: time.Minute}
		}
	}
	p, err := referee(t.Context(), [2]Engine{white, black}, start, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRefereeEndsByTheRules(t *testing.T) {
	tests := []struct {
		name, fen, moves string
		rule             engine.DrawRule
		result           engine.Result
		end              End
		reason           string
	}{
		{"the last piece is taken", "W:W32:B26", "32x21x26", engine.InternationalDraws, engine.WhiteWins, EndByRules, "black has no piece left"},
		{"no move is left", "W:W72,13:B66", "13-8", engine.InternationalDraws, engine.WhiteWins, EndByRules, "black has no legal move"},
		{"third repetition", "W:WK67,K66:BK1", "67-61 1-7 61-67 7-1 67-61 1-7 61-67 7-1", engine.RepetitionDraws, engine.Draw, EndByDrawRule, "third time"},
		{"five moves each", "W:WK67,K66:BK1", "67-61 1-7 61-56 7-1 56-50 1-7 50-45 7-1 45-39 1-7", engine.InternationalDraws, engine.Draw, EndByDrawRule, "5 moves of each side"},
	}
	for _, test := range tests {
		e := plays(test.moves, nil)
		p := play(t, e, e, position(t, test.fen), rules{drawRule: test.rule})
		if p.outcome.Result != test.result || p.end != test.end || !strings.Contains(p.outcome.Reason, test.reason) {
			t.Errorf("%s: %s by %s: %s, want %s by %s: %s", test.name, p.outcome.Result, p.end, p.outcome.Reason, test.result, test.end, test.reason)
		}
	}
}

func TestRefereeForfeits(t *testing.T) {
	legal := "43-37"
	limits := timing{limits: Limits{TC: TimeControl{Time: time.Second}}, margin: 50 * time.Millisecond}
	answers := func(a Answer, err error) *scripted {
		return &scripted{think: func(int, engine.Position) (Answer, error) { return a, err }}
	}
	broken := &Failure{End: EndStall, Detail: "nothing came"}
	tests := []struct {
		name   string
		engine Engine
		end    End
		reason []string
	}{
		{"an occupied square", answers(Answer{Move: "67-61"}, nil), EndIllegalMove, []string{"illegal", "67-61", "W:W43-72:B1-30"}},
		{"nonsense", answers(Answer{Move: "e2-e4"}, nil), EndIllegalMove, []string{"e2-e4"}},
		{"no move", answers(Answer{}, nil), EndNoMove, []string{"no move"}},
		{"too late", answers(Answer{Move: legal, Elapsed: 1051 * time.Millisecond}, nil), EndTimeLoss, []string{"1.051s", "had 1s", "50ms"}},
		{"too late counts before what the move is", answers(Answer{Move: "x", Elapsed: 1051 * time.Millisecond}, nil), EndTimeLoss, nil},
		{"broken", answers(Answer{}, broken), EndStall, []string{"nothing came"}},
	}
	for _, test := range tests {
		for _, side := range []engine.Side{engine.White, engine.Black} {
			players := [2]Engine{first(), first()}
			players[side] = test.engine
			start := engine.Start(engine.Canadian)
			if side == engine.Black {
				start = start.Rotated()
			}
			p := play(t, players[0], players[1], start, rules{timings: [2]timing{limits, limits}})
			if p.outcome.Result != engine.WinFor(side.Opponent()) || p.end != test.end || p.blame != side {
				t.Errorf("%s, %s: %s by %s, %s to blame", test.name, side, p.outcome.Result, p.end, p.blame)
			}
			for _, word := range append(test.reason, side.String()) {
				if side == engine.White && !strings.Contains(p.outcome.Reason, word) {
					t.Errorf("%s, %s: %q does not say %q", test.name, side, p.outcome.Reason, word)
				}
			}
			if (p.failure != nil) != test.end.IsFailure() {
				t.Errorf("%s: failure %v of an end by %s", test.name, p.failure, test.end)
			}
		}
	}
}

// An answer that fits two captures is no move: the referee does not choose.
func TestAmbiguousCaptureIsIllegal(t *testing.T) {
	start, err := engine.ParseFEN("W:WK4:B13,20,32,37", engine.International)
	if err != nil {
		t.Fatal(err)
	}
	var ends [2]engine.Square
	moves := start.Moves()
	for _, m := range moves {
		for _, other := range moves {
			if m != other && m.From() == other.From() && m.To() == other.To() {
				ends = [2]engine.Square{m.From(), m.To()}
			}
		}
	}
	text := fmt.Sprintf("%dx%d", engine.International.Number(ends[0]), engine.International.Number(ends[1]))
	p := play(t, plays(text, nil), first(), start, rules{})
	if p.end != EndIllegalMove || !strings.Contains(p.outcome.Reason, "fits 2 legal moves") {
		t.Errorf("%s: %s: %s", text, p.end, p.outcome.Reason)
	}
}

// What comes from the runner's own side is an error, never an outcome.
func TestRefereeStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	dropped := &scripted{think: func(int, engine.Position) (Answer, error) {
		cancel()
		return Answer{}, &Failure{End: EndCrash}
	}}
	p, err := referee(ctx, [2]Engine{dropped, first()}, engine.Start(engine.Canadian), rules{timings: [2]timing{{limits: Limits{Nodes: 1}}, {limits: Limits{Nodes: 1}}}})
	if !errors.Is(err, context.Canceled) || p != nil {
		t.Errorf("got %v, %v", p, err)
	}
}

// withScores plays the first legal move and says a score by ply.
func withScores(values ...int) *scripted {
	return &scripted{think: func(ply int, p engine.Position) (Answer, error) {
		a := Answer{Move: p.HubText(p.Moves()[0])}
		if ply < len(values) && values[ply] != unknown {
			a.Score = KnownScore(eval.Score(values[ply]))
		}
		return a, nil
	}}
}

const unknown = 1 << 20

func TestResign(t *testing.T) {
	tests := []struct {
		name   string
		rule   ResignRule
		scores []int // by ply, White first
		result engine.Result
		ply    int
	}{
		{"one-sided", ResignRule{Moves: 2, Score: 500}, []int{0, -500, 0, -500, 0, 0}, engine.WhiteWins, 4},
		{"White resigns", ResignRule{Moves: 2, Score: 500}, []int{-600, 0, -700, 0}, engine.BlackWins, 3},
		{"one hundredth short", ResignRule{Moves: 2, Score: 500}, []int{0, -500, 0, -499, 0, -500, 0, -500}, engine.WhiteWins, 8},
		{"a good score starts the count anew", ResignRule{Moves: 2, Score: 500}, []int{0, -500, 0, 10, 0, -500, 0, -500}, engine.WhiteWins, 8},
		{"no score starts the count anew", ResignRule{Moves: 2, Score: 500}, []int{0, -500, 0, unknown, 0, -500, 0, -500}, engine.WhiteWins, 8},
		{"two-sided, the opponent does not agree", ResignRule{Moves: 2, Score: 500, TwoSided: true}, []int{499, -500, 499, -500, 499, -500, 499, -500}, engine.Ongoing, 0},
		{"two-sided, both agree", ResignRule{Moves: 2, Score: 500, TwoSided: true}, []int{0, -500, 500, -500, 500, -500}, engine.WhiteWins, 5},
		{"one move is enough", ResignRule{Moves: 1, Score: 100}, []int{0, -100}, engine.WhiteWins, 2},
		{"a high score is not resigned", ResignRule{Moves: 1, Score: 100}, []int{900, 900, 900, 900, 900, 900, 900, 900}, engine.Ongoing, 0},
	}
	for _, test := range tests {
		e := withScores(test.scores...)
		p := play(t, e, e, engine.Start(engine.Canadian), rules{adjudication: Adjudication{Resign: &test.rule, MaxPlies: 8}})
		checkAdjudication(t, test.name, p, test.result, test.ply, "adjudicated as lost")
	}
}

// checkAdjudication takes Ongoing as: nothing but the ply cap ended the game.
func checkAdjudication(t *testing.T, name string, p *played, result engine.Result, ply int, reason string) {
	t.Helper()
	if result == engine.Ongoing {
		result, ply, reason = engine.Draw, 8, "8 plies have been played"
	}
	if p.end != EndAdjudicated || p.outcome.Result != result || p.game.Ply() != ply || !strings.Contains(p.outcome.Reason, reason) {
		t.Errorf("%s: %s after %d plies by %s: %s; want %s after %d: %s", name, p.outcome.Result, p.game.Ply(), p.end, p.outcome.Reason, result, ply, reason)
	}
}

func TestDrawByScore(t *testing.T) {
	const quiet, capture, promotion = "W:WK67,10:BK1,30", "W:W32:B26,3", "W:W8,60:B50"
	type step struct {
		fen, move string
		score     int
	}
	level := func(score int) step { return step{quiet, "67-61", score} }
	tests := []struct {
		name  string
		rule  DrawScoreRule
		ply   int // of the first step
		steps []step
		drawn int // number of the step that ends the game, 0 for none
	}{
		{"two moves of both sides", DrawScoreRule{Moves: 2, Score: 10}, 1, []step{level(10), level(-10), level(0), level(3), level(0)}, 4},
		{"eleven is too much", DrawScoreRule{Moves: 1, Score: 10}, 1, []step{level(11), level(-11), level(11), level(0)}, 0},
		{"one side alone is not enough", DrawScoreRule{Moves: 1, Score: 10}, 1, []step{level(0), level(90), level(0), level(90)}, 0},
		{"no score starts anew", DrawScoreRule{Moves: 1, Score: 10}, 1, []step{level(0), level(unknown), level(0), level(0)}, 4},
		{"a capture starts anew", DrawScoreRule{Moves: 1, Score: 10}, 1, []step{level(0), {capture, "32x21x26", 0}, level(0), level(0)}, 4},
		{"a promotion starts anew", DrawScoreRule{Moves: 1, Score: 10}, 1, []step{level(0), {promotion, "8-2", 0}, level(0), level(0)}, 4},
		{"a man's move does not", DrawScoreRule{Moves: 1, Score: 10}, 1, []step{level(0), {promotion, "60-54", 0}}, 2},
		{"not before move 3 is over", DrawScoreRule{From: 3, Moves: 1, Score: 10}, 3, []step{level(0), level(0), level(0), level(0)}, 4},
	}
	for _, test := range tests {
		a := adjudicator{Adjudication: Adjudication{Draw: &test.rule}}
		ended := 0
		for i, s := range test.steps {
			p := position(t, s.fen)
			m, err := p.ParseMove(s.move)
			if err != nil {
				t.Fatal(err)
			}
			score := KnownScore(eval.Score(s.score))
			if s.score == unknown {
				score = Score{}
			}
			if o := a.after(p, m, score, test.ply+i); o.Result != engine.Ongoing {
				ended = i + 1
				if o.Result != engine.Draw || !strings.Contains(o.Reason, "moves of both sides had scores from -0.10 to 0.10") {
					t.Errorf("%s: %s: %s", test.name, o.Result, o.Reason)
				}
				break
			}
		}
		if ended != test.drawn {
			t.Errorf("%s: ended at step %d, want %d", test.name, ended, test.drawn)
		}
	}
}

// The end by the rules counts before any adjudication.
func TestRulesComeBeforeAdjudication(t *testing.T) {
	e := plays("32x21x26", func(int) Score { return KnownScore(-900) })
	p := play(t, e, e, position(t, "W:W32:B26"), rules{adjudication: Adjudication{Resign: &ResignRule{Moves: 1, Score: 100}, MaxPlies: 1}})
	if p.outcome.Result != engine.WhiteWins || p.end != EndByRules {
		t.Errorf("%s by %s: %s", p.outcome.Result, p.end, p.outcome.Reason)
	}
}

func TestParseRules(t *testing.T) {
	if r, err := ParseResignRule("score=500 moves=4 two-sided"); err != nil || r != (ResignRule{4, 500, true}) {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := ParseDrawScoreRule("from=40 moves=8 score=10"); err != nil || r != (DrawScoreRule{40, 8, 10}) {
		t.Errorf("%+v, %v", r, err)
	}
	for _, text := range []string{"", "moves=4", "score=1", "moves=0 score=1", "moves=x score=1", "moves=1 score=-1", "moves=1 score=1 x=2", "moves=1 score=99999", "moves score=1"} {
		if r, err := ParseResignRule(text); err == nil {
			t.Errorf("resign %q: %+v, want an error", text, r)
		}
		if r, err := ParseDrawScoreRule(text); err == nil {
			t.Errorf("draw %q: %+v, want an error", text, r)
		}
	}
	if r, err := ParseDrawScoreRule("moves=1 score=1 two-sided"); err == nil {
		t.Errorf("draw, two-sided: %+v, want an error", r)
	}
}
