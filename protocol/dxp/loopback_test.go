package dxp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ckengine/engine"

	"github.com/google/go-cmp/cmp"
)

// randomAgent plays any legal move and keeps what it was told.
type randomAgent struct {
	t         testing.TB
	random    *rand.Rand
	talkative bool

	game     Game
	position engine.Position

	mu      sync.Mutex // Chat may come while OwnMove runs
	chats   int
	records []Record
	open    bool
	begun   bool
}

func newRandomAgent(t testing.TB, seed uint64) *randomAgent {
	return &randomAgent{t: t, random: rand.New(rand.NewPCG(seed, 72))}
}

func (a *randomAgent) NewGame(g Game) error {
	if a.open {
		a.t.Error("a game begins before the last one has ended")
	}
	a.open, a.game, a.position = true, g, g.Start
	return nil
}

func (a *randomAgent) Begun(opponent string) {
	if !a.open || a.begun {
		a.t.Error("a game begins twice, or was not prepared")
	}
	a.begun = true
}

func (a *randomAgent) OwnMove(ctx context.Context, clock Clock) (Decision, error) {
	if !a.begun || a.position.SideToMove() != a.game.Side {
		a.t.Error("asked to move when the opponent is to move")
	}
	if a.talkative && a.random.IntN(4) == 0 {
		if err := a.game.Say(fmt.Sprintf("%d moves left", clock.MovesLeft)); err != nil {
			a.t.Error(err)
		}
	}
	moves := a.position.Moves()
	m := moves[a.random.IntN(len(moves))]
	a.position = a.position.Play(m)
	return Decision{Move: m, Used: time.Duration(1+a.random.IntN(100)) * time.Second}, nil
}

func (a *randomAgent) OpponentMove(m engine.Move, used time.Duration) {
	if a.position.SideToMove() == a.game.Side {
		a.t.Error("the opponent moved out of turn")
	}
	a.position = a.position.Play(m)
}

func (a *randomAgent) Adjudicate() EndReason { return ReasonDraw }

func (a *randomAgent) Ended(r Record) {
	if !a.open {
		a.t.Error("a game ended twice")
	}
	if a.begun == r.Began.IsZero() {
		a.t.Errorf("begun: %v, the record has %v", a.begun, r.Began)
	}
	a.open, a.begun = false, false
	a.records = append(a.records, r)
}

func (a *randomAgent) Chat(text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.chats++
}

// relay passes bytes on in one direction, and counts the pieces that hold a part
// of a message or several messages.
type relay func(to, from *net.TCPConn, odd *atomic.Int64)

// splitting passes every byte on by itself.
func splitting(to, from *net.TCPConn, odd *atomic.Int64) {
	defer to.CloseWrite()
	var buffer [512]byte
	for {
		n, err := from.Read(buffer[:])
		for i := range n {
			if _, err := to.Write(buffer[i : i+1]); err != nil {
				return
			}
			odd.Add(1)
		}
		if err != nil {
			return
		}
	}
}

// gluing holds back every message that others may follow at once (chat, an
// acceptance, an end) and passes them on in one piece with those.
func gluing(to, from *net.TCPConn, odd *atomic.Int64) {
	defer to.CloseWrite()
	var buffer [4096]byte
	for {
		n, err := from.Read(buffer[:])
		for err == nil && n < len(buffer)/2 && mayBeFollowed(buffer[:n]) {
			from.SetReadDeadline(time.Now().Add(time.Millisecond))
			var more int
			more, err = from.Read(buffer[n:])
			n += more
		}
		from.SetReadDeadline(time.Time{})
		if bytes.Count(buffer[:n], []byte{0}) > 1 {
			odd.Add(1)
		}
		if _, writeErr := to.Write(buffer[:n]); writeErr != nil {
			return
		}
		if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
			return
		}
	}
}

// mayBeFollowed reports whether the last message does not wait for an answer.
func mayBeFollowed(stream []byte) bool {
	last := stream[bytes.LastIndexByte(bytes.TrimSuffix(stream, []byte{0}), 0)+1:]
	return last[0] != 'M' && last[0] != 'R'
}

// relayTo listens and connects each caller to an address by way of a relay.
func relayTo(t testing.TB, address string, pass relay) (relayed string, odd *atomic.Int64) {
	odd = new(atomic.Int64)
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			in, err := listener.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial("tcp", address)
			if err != nil {
				in.Close()
				return
			}
			go pass(out.(*net.TCPConn), in.(*net.TCPConn), odd)
			go pass(in.(*net.TCPConn), out.(*net.TCPConn), odd)
		}
	}()
	return listener.Addr().String(), odd
}

// start runs a series that listens, and returns its address and its end.
func start(t testing.TB, ctx context.Context, o Options, a Agent) (address string, result chan error) {
	opened := make(chan string, 1)
	o.Listen = "127.0.0.1:0"
	o.Listening = func(a net.Addr) { opened <- a.String() }
	result = make(chan error, 1)
	go func() { result <- Run(ctx, o, a) }()
	select {
	case address = <-opened:
	case err := <-result:
		t.Fatalf("Run: %v", err)
	}
	return address, result
}

func TestSeriesOverLoopback(t *testing.T) {
	games := 20
	if testing.Short() {
		games = 6
	}
	relays := map[string]relay{"direct": nil, "split": splitting, "glued": gluing}
	for name, pass := range relays {
		for _, board := range engine.Variants() {
			if board == engine.Brazilian && pass != nil {
				continue // the shortest messages of the three
			}
			for _, initiatorListens := range []bool{true, false} {
				for _, followerSide := range []engine.Side{engine.White, engine.Black} {
					t.Run(fmt.Sprintf("%s/%v/initiator listens %v/follower plays %v", name, board, initiatorListens, followerSide), func(t *testing.T) {
						t.Parallel()
						playSeries(t, games, pass, board, initiatorListens, followerSide)
					})
				}
			}
		}
	}
}

func playSeries(t *testing.T, games int, pass relay, board engine.Variant, initiatorListens bool, followerSide engine.Side) {
	initiator, follower := newRandomAgent(t, 1), newRandomAgent(t, 2)
	initiator.talkative, follower.talkative = true, true
	var sunk []Record
	ask := Options{
		Settings:  Settings{Name: "first"},
		Initiator: true,
		Games:     games,
		Terms:     Terms{Start: engine.Start(board), FollowerSide: followerSide, Time: time.Hour, Moves: 60},
		Sink:      func(r Record) error { sunk = append(sunk, r); return nil },
	}
	answer := Options{Settings: Settings{Name: "second", Boards: []engine.Variant{board}}, Games: games}

	listening, connecting := answer, ask
	var listener, connector Agent = follower, initiator
	if initiatorListens {
		listening, connecting = ask, answer
		listener, connector = initiator, follower
	}
	address, result := start(t, t.Context(), listening, listener)
	if pass != nil {
		var odd *atomic.Int64
		address, odd = relayTo(t, address, pass)
		defer func() {
			if n := odd.Load(); n < int64(games) {
				t.Errorf("the relay changed %d pieces only", n)
			}
		}()
	}
	connecting.Connect = address
	if err := Run(t.Context(), connecting, connector); err != nil {
		t.Errorf("the end that connects: %v", err)
	}
	if err := <-result; err != nil {
		t.Errorf("the end that listens: %v", err)
	}

	if len(initiator.records) != games || len(follower.records) != games || len(sunk) != games {
		t.Fatalf("%d, %d and %d games, want %d", len(initiator.records), len(follower.records), len(sunk), games)
	}
	if initiator.chats == 0 || follower.chats == 0 {
		t.Error("no chat arrived")
	}
	for i, a := range initiator.records {
		b := follower.records[i]
		wantSide := followerSide
		if i%2 == 1 {
			wantSide = followerSide.Opponent()
		}
		if a.Side == b.Side || b.Side != wantSide {
			t.Errorf("game %d: the follower plays %v, want %v", i+1, b.Side, wantSide)
		}
		if diff := cmp.Diff(summary(a), summary(b)); diff != "" {
			t.Errorf("game %d (-initiator +follower):\n%s", i+1, diff)
		}
		if !a.Played() || a.Result == engine.Ongoing || a.Game.Start().Variant() != board || len(a.Used) != a.Game.Ply() {
			t.Errorf("game %d: %v, %v on %v", i+1, a.Termination, a.Result, a.Game.Start().Variant())
		}
		if outcome := a.Game.Outcome(); outcome.Result != engine.Ongoing && outcome.Result != a.Result {
			t.Errorf("game %d: scored %v, the rules say %v", i+1, a.Result, outcome.Result)
		}
	}
}

// summary is what both ends must agree on.
func summary(r Record) map[string]any {
	white, black := r.Players()
	return map[string]any{
		"white": white, "black": black, "moves": fmt.Sprint(r.Game.Moves()), "result": r.Result.String(), "used": r.Used,
		"termination": r.Termination, "reason": r.Reason, "declared": r.Declared, "by": r.DeclaredBy, "time": r.Time, "limit": r.MoveLimit,
	}
}
