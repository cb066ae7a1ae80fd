package dxp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/search"

	"github.com/google/go-cmp/cmp"
)

func newTestAgent(t *testing.T, nodes int64) *PlayerAgent {
	t.Helper()
	settings := protocol.DefaultSettings()
	settings.HashMiB = 1
	return NewPlayerAgent(protocol.NewPlayer(settings), PlayerOptions{Nodes: nodes})
}

func position(t *testing.T, fen string) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen, engine.Canadian)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Two Players play whole games over TCP, and both ends know the same of them.
func TestPlayersPlaySeries(t *testing.T) {
	for _, board := range engine.Variants() {
		t.Run(board.String(), func(t *testing.T) {
			t.Parallel()
			follower := &watchedAgent{PlayerAgent: newTestAgent(t, 300)}
			address, result := start(t, t.Context(), Options{Settings: Settings{Name: "second", Boards: []engine.Variant{board}}, Games: 2}, follower)
			initiator := &watchedAgent{PlayerAgent: newTestAgent(t, 300)}
			err := Run(t.Context(), Options{
				Settings: Settings{Name: "first"}, Connect: address, Initiator: true, Games: 2,
				Terms: Terms{Start: engine.Start(board), FollowerSide: engine.Black, Time: 5 * time.Minute},
			}, initiator)
			if err != nil {
				t.Error(err)
			}
			if err := <-result; err != nil {
				t.Error(err)
			}
			if len(initiator.records) != 2 || len(follower.records) != 2 {
				t.Fatalf("%d and %d games, want 2", len(initiator.records), len(follower.records))
			}
			for i, a := range initiator.records {
				b := follower.records[i]
				if a.Termination != ByRules || a.Game.Outcome().Result == engine.Ongoing || a.Result != a.Game.Outcome().Result {
					t.Errorf("game %d: %v, %v, by the rules %v", i+1, a.Termination, a.Result, a.Game.Outcome())
				}
				first, second := pdnText(t, a), pdnText(t, b)
				if diff := cmp.Diff(withoutDate(first), withoutDate(second)); diff != "" {
					t.Errorf("game %d (-initiator +follower):\n%s", i+1, diff)
				}
			}
		})
	}
}

// watchedAgent keeps the records.
type watchedAgent struct {
	*PlayerAgent
	records []Record
}

func (a *watchedAgent) Ended(r Record) { a.records = append(a.records, r) }

func pdnText(t *testing.T, r Record) string {
	t.Helper()
	text, err := r.PDN().Format()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func withoutDate(pdn string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(pdn, "\n"), func(line string) bool { return strings.HasPrefix(line, "[Date ") }), "\n")
}

// The clock of the game bounds the search, with something in reserve and less the time
// that the moves so far were on the way, and the moves left count as far as a game is sure to reach them.
func TestClockOfTheSearch(t *testing.T) {
	a := newTestAgent(t, 7)
	if err := a.NewGame(Game{Start: engine.Start(engine.Canadian), Time: 10 * time.Minute, Moves: 75}); err != nil {
		t.Fatal(err)
	}
	for range 5 { // two moves of each side and one more
		a.OpponentMove(a.game.Position().Moves()[0], 0)
	}
	if err := a.player.Set("move-overhead", "500"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		clock Clock
		want  search.Clock
	}{
		{Clock{Own: 10 * time.Minute, MovesLeft: 75}, search.Clock{Time: 9*time.Minute + 47*time.Second}},
		{Clock{Own: time.Minute, MovesLeft: 40}, search.Clock{Time: 47 * time.Second, MovesToGo: 40}},
		{Clock{Own: time.Minute, MovesLeft: 1}, search.Clock{Time: 47 * time.Second, MovesToGo: 1}},
		{Clock{Own: time.Minute}, search.Clock{Time: 47 * time.Second}},
		{Clock{Own: -time.Minute, MovesLeft: 3}, search.Clock{Time: -73 * time.Second, MovesToGo: 3}},
	} {
		got := a.limits(c.clock)
		if diff := cmp.Diff(search.Limits{Nodes: 7, Clock: &c.want}, got, cmp.AllowUnexported(engine.Move{})); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.clock, diff)
		}
	}
}

// A player whose time has run out still has a move, as has one who is stopped.
func TestMoveWithoutTime(t *testing.T) {
	a := newTestAgent(t, 0)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, ctx := range map[string]context.Context{"running": t.Context(), "stopped": stopped} {
		if err := a.NewGame(Game{Start: engine.Start(engine.Canadian), Time: time.Minute}); err != nil {
			t.Fatal(err)
		}
		d, err := a.OwnMove(ctx, Clock{Own: -time.Hour})
		if err != nil || d.End != 0 || !slices.Contains(engine.Start(engine.Canadian).Moves(), d.Move) {
			t.Errorf("%s: %+v, %v", name, d, err)
		}
	}
}

func TestAdjudicationByScore(t *testing.T) {
	for fen, want := range map[string]EndReason{
		"W:W43-72:B1-30":             ReasonDraw,
		"W:W43-72:B1-25":             ReasonWin,
		"B:W43-72:B1-25":             ReasonGiveUp,
		"B:W48-72:B1-30":             ReasonWin,
		"W:WK67:BK1":                 ReasonDraw,
		"W:W39:B21,22,33,34":         ReasonWin,
		"B:W29:B4,11-13,18,19,25,27": ReasonWin,
	} {
		a := newTestAgent(t, 0)
		if err := a.NewGame(Game{Start: position(t, fen)}); err != nil {
			t.Fatal(err)
		}
		if got := a.Adjudicate(); got != want {
			t.Errorf("%s: %c, want %c", fen, got, want)
		}
	}
}

// Searches are remembered where a program asks for each move as a game of its own.
func TestGamesThatGoOn(t *testing.T) {
	first := engine.Start(engine.Canadian)
	afterOwn := first.Play(first.Moves()[0])
	afterReply := afterOwn.Play(afterOwn.Moves()[0])
	for _, c := range []struct {
		name       string
		last, next engine.Position
		want       bool
	}{
		{"the same", first, first, true},
		{"the other side has moved", afterOwn, afterReply, true},
		{"two moves further", first, afterReply, false},
		{"back", afterReply, first, false},
		{"another board", first, engine.Start(engine.International), false},
	} {
		if got := goesOn(c.last, c.next); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestTermsAndChatAreShown(t *testing.T) {
	var lines []string
	a := newTestAgent(t, 0)
	a.options.Status = func(text string) { lines = append(lines, text) }
	games := []Game{
		{Start: engine.Start(engine.Canadian), Side: engine.Black, Time: 5 * time.Minute, Moves: 75},
		{Start: engine.Start(engine.International)},
	}
	for _, g := range games {
		if err := a.NewGame(g); err != nil {
			t.Fatal(err)
		}
		a.Begun("Scan")
	}
	a.Chat("good luck")
	want := []string{
		"playing black on the canadian board against Scan, 5m0s a player, 75 moves",
		"playing white on the international board against Scan",
		"the other side says: good luck",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

func TestFloodOfChat(t *testing.T) {
	lines := 0
	a := newTestAgent(t, 0)
	a.options.Status = func(string) { lines++ }
	for range 10_000 {
		a.Chat("hello")
	}
	if lines != maxChatLines+1 {
		t.Errorf("%d lines shown, want %d", lines, maxChatLines+1)
	}
	if err := a.NewGame(Game{Start: engine.Start(engine.Canadian)}); err != nil {
		t.Fatal(err)
	}
	if a.Chat("hello again"); lines != maxChatLines+2 {
		t.Error("nothing is shown in the next game")
	}
}

// A time that was sent with a decimal point is the time of the game; only where
// less than a minute was rounded down to nothing a minute is granted.
func TestClockOfShortGames(t *testing.T) {
	for minutes, want := range map[string]time.Duration{"000": time.Minute, "0.5": 30 * time.Second, ".05": 3 * time.Second, "001": time.Minute, "999": 999 * time.Minute} {
		var got []time.Duration
		agent := clockAgent{scriptAgent: &scriptAgent{}, clocks: &got}
		address, result := start(t, t.Context(), Options{Games: 1}, agent)
		p := dialPeer(t, address)
		p.say(request("W" + minutes + "000BW" + start72))
		p.hear("A*0", "M*")
		p.say("E01")
		p.hear("E01")
		p.hearEnd()
		if err := <-result; err != nil || len(got) != 1 || got[0] != want {
			t.Errorf("%s: clock %v, error %v, want %v", minutes, got, err, want)
		}
	}
}

// clockAgent notes its clock.
type clockAgent struct {
	*scriptAgent
	clocks *[]time.Duration
}

func (a clockAgent) OwnMove(ctx context.Context, c Clock) (Decision, error) {
	*a.clocks = append(*a.clocks, c.Own.Round(time.Second))
	return a.scriptAgent.OwnMove(ctx, c)
}

func TestPDN(t *testing.T) {
	game := engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws)
	for _, text := range []string{"45-39", "28-34", "39x28"} {
		m, err := game.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := game.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	r := Record{
		Game: game, Side: engine.Black, Name: "ckengine", Opponent: `The "other"`,
		Time: 5 * time.Minute, Began: time.Date(2020, 2, 3, 4, 5, 6, 0, time.UTC),
		Used:   []time.Duration{1499 * time.Millisecond, 0, 9999 * time.Second},
		Result: engine.WhiteWins, Reason: "black\ngave up\x00\xff",
	}
	want := `[Event "DXP game"]
[Date "2020.02.03"]
[White "The \"other\""]
[Black "ckengine"]
[Result "2-0"]
[GameType "27,W,12,12,N2,0"]
[TimeControl "300"]
[Termination "black gave up �"]

1. 45-39 {[%emt 0:00:01]} 1... 28-34 {[%emt 0:00:00]} 2. 39x28 {[%emt 2:46:39]}
*

`
	if diff := cmp.Diff(want, pdnText(t, r)); diff != "" {
		t.Error(diff)
	}

	nothing := Record{Game: engine.NewGame(position(t, "B:WK1:BK5"), engine.InternationalDraws), Name: "ckengine", Reason: "connection lost"}
	text := pdnText(t, nothing)
	for _, want := range []string{`[White "ckengine"]`, `[Black "?"]`, `[Result "*"]`, `[FEN "B:WK1:BK5"]`, `[Termination "connection lost"]`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

func TestTally(t *testing.T) {
	var tally Tally
	for _, r := range []Record{
		{Side: engine.White, Result: engine.WhiteWins}, {Side: engine.Black, Result: engine.BlackWins},
		{Side: engine.White, Result: engine.BlackWins}, {Side: engine.Black, Result: engine.Draw},
	} {
		tally.Add(r)
	}
	if got, want := tally.String(), "2.5 of 4 (+2 =1 -1)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	tally.Add(Record{Side: engine.White})
	if got, want := fmt.Sprint(&tally, tally.Games()), "2.5 of 4 (+2 =1 -1), 1 without a result 5"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
