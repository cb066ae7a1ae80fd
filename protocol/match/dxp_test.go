package match_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/protocol/dxp"
	"ckengine/protocol/match"
	"ckengine/protocol/match/stats"
)

// silentObserver keeps the warnings of a match.
type silentObserver struct{ warnings []string }

func (o *silentObserver) GameOver(*match.Record, *stats.Report, int, int) {}
func (o *silentObserver) Warning(text string)                             { o.warnings = append(o.warnings, text) }

// playDXP plays game pairs of this program's own engine against a program at an
// address, and returns what the journal says.
func playDXP(t *testing.T, address string, pairs int, change func(*match.Config)) (records []*match.Record, outcome match.Outcome) {
	t.Helper()
	c := match.DefaultConfig()
	for _, text := range []string{"self name=own nodes=200 option.hash=1", "name=other tc=60 dxp=" + address} {
		e, err := match.ParseEngine(text)
		if err != nil {
			t.Fatal(err)
		}
		c.Engines = append(c.Engines, e)
	}
	c.Pairs, c.Seed, c.OnFailure = pairs, 1, match.RestartOnFailure
	if change != nil {
		change(&c)
	}
	path := filepath.Join(t.TempDir(), "match.jsonl")
	m, err := match.Prepare(t.Context(), match.Options{Config: c, Journal: path})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	outcome, err = m.Run(ctx, nil, &silentObserver{})
	if err := errors.Join(err, m.Close(), ctx.Err()); err != nil {
		t.Fatal(err)
	}
	if _, err := match.ReadJournal(path, func(_ match.Header, r *match.Record) error {
		if r != nil {
			records = append(records, r)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return records, outcome
}

// followAs listens and plays the games of a match with an agent.
func followAs(t *testing.T, board engine.Variant, agent dxp.Agent) (address string, played func() []dxp.Record) {
	t.Helper()
	opened := make(chan string, 1)
	var mu sync.Mutex
	var records []dxp.Record
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := dxp.Run(ctx, dxp.Options{
			Settings:  dxp.Settings{Name: "follower", Boards: []engine.Variant{board}},
			Listen:    "127.0.0.1:0",
			Listening: func(a net.Addr) { opened <- a.String() },
			Sink: func(r dxp.Record) error {
				mu.Lock()
				defer mu.Unlock()
				records = append(records, r)
				return nil
			},
		}, agent)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("the follower: %v", err)
		}
	}()
	t.Cleanup(func() { cancel(); <-done })
	return <-opened, func() []dxp.Record {
		cancel()
		<-done
		return records
	}
}

func newPlayerAgent(nodes int64) *dxp.PlayerAgent {
	settings := protocol.DefaultSettings()
	settings.HashMiB = 1
	return dxp.NewPlayerAgent(protocol.NewPlayer(settings), dxp.PlayerOptions{Nodes: nodes})
}

// sameMoves compares a game of the journal with that of the follower.
func sameMoves(t *testing.T, r *match.Record, d dxp.Record) {
	t.Helper()
	var moves []string
	for i, m := range d.Game.Moves() {
		moves = append(moves, d.Game.PositionAt(i).HubText(m))
	}
	if got := strings.Join(moves, " "); got != r.Moves || d.Game.Start().FEN() != r.FEN {
		t.Errorf("game %d: the follower has %s\n%s\nthe journal %s\n%s", r.Number, d.Game.Start().FEN(), got, r.FEN, r.Moves)
	}
}

// A whole match against our own follower: both ends have the same games and results.
func TestMatchAgainstDXP(t *testing.T) {
	for _, board := range []engine.Variant{engine.Canadian, engine.International} {
		t.Run(board.String(), func(t *testing.T) {
			t.Parallel()
			address, played := followAs(t, board, newPlayerAgent(200))
			records, outcome := playDXP(t, address, 2, func(c *match.Config) { c.Variant = board })
			follower := played()
			if outcome.Ending != match.Completed || len(records) != 4 || len(follower) != 4 {
				t.Fatalf("%+v, %d games here and %d there, want 4", outcome, len(records), len(follower))
			}
			for i, r := range records {
				if r.End != match.EndByRules && r.End != match.EndByDrawRule {
					t.Errorf("game %d: %v: %s", r.Number, r.End, r.Reason)
				}
				sameMoves(t, r, follower[i])
				if follower[i].Result.String() != r.Result || follower[i].Termination != dxp.ByRules {
					t.Errorf("game %d: %s (%s), the follower has %v (%s)", r.Number, r.Result, r.Reason, follower[i].Result, follower[i].Reason)
				}
			}
			if records[0].White == records[1].White {
				t.Errorf("%s plays white twice", records[0].White)
			}
		})
	}
}

// Where the referee ends a game, the program hears it at the next turn of the match's
// side, with the result; it may have moved once more meanwhile.
func TestRefereeEndsDXPGames(t *testing.T) {
	for _, plies := range []int{4, 5} {
		address, played := followAs(t, engine.Canadian, newPlayerAgent(50))
		records, _ := playDXP(t, address, 1, func(c *match.Config) { c.MaxPlies = plies })
		follower := played()
		if len(records) != 2 || len(follower) != 2 {
			t.Fatalf("%d games here and %d there, want 2", len(records), len(follower))
		}
		for i, r := range records {
			d := follower[i]
			if r.End != match.EndAdjudicated || r.Plies != plies || d.Result != engine.Draw || d.Declared != dxp.ReasonDraw || d.DeclaredBy == d.Side {
				t.Errorf("%d plies: game %d: %v after %d plies, the follower has %v, %s", plies, r.Number, r.End, r.Plies, d.Result, d.Reason)
			}
			if more := d.Game.Ply() - plies; more != 0 && more != 1 {
				t.Errorf("%d plies: game %d: the follower has %d plies", plies, r.Number, d.Game.Ply())
			}
		}
	}
}

// quitter ends each game in its own way at its first turn.
type quitter struct {
	dxp.Agent
	decision dxp.Decision
	position engine.Position
}

func (q *quitter) NewGame(dxp.Game) error                  { return nil }
func (q *quitter) Begun(string)                            {}
func (q *quitter) Ended(dxp.Record)                        {}
func (q *quitter) Chat(string)                             {}
func (q *quitter) OpponentMove(engine.Move, time.Duration) {}
func (q *quitter) OwnMove(context.Context, dxp.Clock) (dxp.Decision, error) {
	return q.decision, nil
}

// late moves after its time has run out.
type late struct{ quitter }

func (l *late) NewGame(g dxp.Game) error {
	l.position = g.Start
	return nil
}

func (l *late) OpponentMove(m engine.Move, _ time.Duration) { l.position = l.position.Play(m) }

func (l *late) OwnMove(ctx context.Context, c dxp.Clock) (dxp.Decision, error) {
	select {
	case <-time.After(c.Own + time.Second):
	case <-ctx.Done():
	}
	return dxp.Decision{Move: l.position.Moves()[0]}, nil
}

// A move that comes too late loses, and the game ends at the other side too.
func TestDXPProgramThatIsLate(t *testing.T) {
	address, played := followAs(t, engine.Canadian, &late{})
	records, _ := playDXP(t, address, 1, func(config *match.Config) {
		config.Engines[1].Limits.TC.Time = 600 * time.Millisecond
	})
	follower := played()
	if len(records) != 2 || len(follower) != 2 {
		t.Fatalf("%d games here and %d there, want 2", len(records), len(follower))
	}
	for i, r := range records {
		if d := follower[i]; r.End != match.EndTimeLoss || r.Blame != "other" || d.Result.String() != r.Result {
			t.Errorf("%v, blame %q: %s; the follower has %v, %s", r.End, r.Blame, r.Reason, d.Result, d.Reason)
		}
	}
}

func TestDXPProgramsThatEndTheGame(t *testing.T) {
	for _, c := range []struct {
		reason dxp.EndReason
		end    match.End
		points float64 // of the program in a game
	}{
		{dxp.ReasonGiveUp, match.EndDeclared, 0},
		{dxp.ReasonDraw, match.EndDeclared, 0.5},
		{dxp.ReasonWin, match.EndNoMove, 0},     // the referee knows better
		{dxp.ReasonUnknown, match.EndNoMove, 0}, // no move is none
	} {
		for _, stop := range []bool{false, true} { // with it each game needs a new connection
			address, played := followAs(t, engine.Canadian, &quitter{decision: dxp.Decision{End: c.reason, Stop: stop}})
			records, outcome := playDXP(t, address, 1, nil)
			played()
			if outcome.Ending != match.Completed || len(records) != 2 {
				t.Fatalf("%c, stop %v: %+v, %d games", c.reason, stop, outcome, len(records))
			}
			for _, r := range records {
				want := map[float64]string{0.5: "1-1"}[c.points]
				if c.points == 0 {
					want = map[bool]string{true: "0-2", false: "2-0"}[r.White == "other"]
				}
				if r.End != c.end || r.Result != want || (r.Blame == "other") != c.end.IsAbnormal() {
					t.Errorf("%c: %s - %s %s, %v, blame %q, %s", c.reason, r.White, r.Black, r.Result, r.End, r.Blame, r.Reason)
				}
			}
		}
	}
}

// rawFollower accepts connections and games, and answers each turn as it pleases.
func rawFollower(t *testing.T, acceptance string, turn func(conn net.Conn)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	t.Cleanup(func() {
		listener.Close()
		mu.Lock()
		for _, conn := range conns {
			conn.Close()
		}
		mu.Unlock()
		serving.Wait()
	})
	serving.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			conns = append(conns, conn)
			mu.Unlock()
			serving.Go(func() { serveRaw(conn, acceptance, turn) })
		}
	})
	return listener.Addr().String()
}

func serveRaw(conn net.Conn, acceptance string, turn func(net.Conn)) {
	defer conn.Close()
	ours := engine.White
	for in := dxp.NewReader(conn); ; {
		text, err := in.Next()
		if err != nil {
			return
		}
		m, _ := dxp.Decode(text)
		switch m := m.(type) {
		case dxp.GameRequest:
			io.WriteString(conn, acceptance+"\x00")
			if ours = m.FollowerSide; ours == m.SideToMove && strings.HasSuffix(acceptance, "0") {
				turn(conn)
			}
		case dxp.Move:
			turn(conn)
		case dxp.GameEnd:
			io.WriteString(conn, "E00\x00")
		}
	}
}

func TestDXPProgramsThatFail(t *testing.T) {
	accept := fmt.Sprintf("A%-32s0", "raw")
	say := func(text string) func(net.Conn) {
		return func(conn net.Conn) { io.WriteString(conn, text+"\x00") }
	}
	for name, c := range map[string]struct {
		turn func(net.Conn)
		want match.End
	}{
		"an illegal move":          {say("M0000010100"), match.EndIllegalMove},
		"a move that is none":      {say("M00"), match.EndIllegalMove},
		"a connection that closes": {func(conn net.Conn) { conn.Close() }, match.EndDisconnect},
		"a flood":                  {say(strings.Repeat("x", 1000)), match.EndBadProtocol},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := rawFollower(t, accept, c.turn)
			records, outcome := playDXP(t, address, 1, nil)
			if outcome.Ending != match.Completed || len(records) != 2 {
				t.Fatalf("%+v, %d games", outcome, len(records))
			}
			for _, r := range records {
				if r.End != c.want || r.Blame != "other" {
					t.Errorf("%v, blame %q: %s", r.End, r.Blame, r.Reason)
				}
			}
		})
	}
}

// A program that refuses the game has not lost it: there is no such game.
func TestDXPProgramThatRefuses(t *testing.T) {
	address := rawFollower(t, "Cnot so fast\x00"+fmt.Sprintf("A%-32s2", "raw"), nil)
	records, outcome := playDXP(t, address, 1, nil)
	if outcome.Ending != match.Broken || len(records) != 0 || outcome.Failure == nil || !strings.Contains(outcome.Failure.Error(), "not so fast") {
		t.Errorf("%+v, %d games", outcome, len(records))
	}
}

func TestDXPDescriptionsThatCannotBe(t *testing.T) {
	address, _ := followAs(t, engine.Canadian, newPlayerAgent(50))
	for _, c := range []struct {
		engines     []string
		concurrency int
		want        string
	}{
		{[]string{"self nodes=1", "dxp=" + address}, 1, "want tc=SECONDS and no other limit"},
		{[]string{"self nodes=1", "st=1 dxp=" + address}, 1, "want tc=SECONDS and no other limit"},
		{[]string{"self nodes=1", "tc=60+1 dxp=" + address}, 1, "want tc=SECONDS and no other limit"},
		{[]string{"self nodes=1", "tc=40/60 dxp=" + address}, 1, "want tc=SECONDS and no other limit"},
		{[]string{"self nodes=1", "tc=60 nodes=5 dxp=" + address}, 1, "want tc=SECONDS and no other limit"},
		{[]string{"self nodes=1", "tc=61 dxp=" + address}, 1, "whole minutes can be sent"},
		{[]string{"self nodes=1", "tc=60 dxp=" + address}, 2, "one game at a time"},
		{[]string{"tc=60 dxp=" + address, "tc=60 dxp=" + address}, 1, "two engines have the address"},
		{[]string{"self nodes=1", "tc=60 dxp=no.such.host.invalid"}, 1, "no.such.host.invalid"},
	} {
		config := match.DefaultConfig()
		config.Pairs = 1
		for _, text := range c.engines {
			e, err := match.ParseEngine(text)
			if err != nil {
				t.Fatal(err)
			}
			config.Engines = append(config.Engines, e)
		}
		_, err := match.Prepare(t.Context(), match.Options{Config: config, Journal: filepath.Join(t.TempDir(), "match.jsonl"), Concurrency: c.concurrency, Force: true})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.engines, err, c.want)
		}
	}
	for _, text := range []string{"dxp=a self", "dxp=a cmd=b", "dxp=a arg=b", "dxp=a option.hash=3", "dxp=", "dxp=a dxp=b"} {
		if _, err := match.ParseEngine(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
	if _, err := match.ParseEach("dxp=a"); err == nil {
		t.Error("each dxp: no error")
	}
}
