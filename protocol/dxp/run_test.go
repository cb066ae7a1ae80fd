package dxp

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"ckengine/engine"
)

// peer is a scripted program at the other end of TCP.
type peer struct {
	t    *testing.T
	conn net.Conn
	in   *Reader
}

func dialPeer(t *testing.T, address string) *peer {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(time.Minute))
	return &peer{t, conn, NewReader(conn)}
}

func (p *peer) say(messages ...string) {
	if _, err := io.WriteString(p.conn, strings.Join(messages, "\x00")+"\x00"); err != nil {
		p.t.Error(err)
	}
}

func (p *peer) hear(patterns ...string) {
	p.t.Helper()
	for _, pattern := range patterns {
		if got, err := p.in.Next(); err != nil || !matches(pattern, got) {
			p.t.Errorf("heard %q, %v, want %q", got, err, pattern)
		}
	}
}

func (p *peer) hearEnd() {
	p.t.Helper()
	if text, err := p.in.Next(); err == nil {
		p.t.Errorf("heard %q, want the end of the connection", text)
	}
	p.conn.Close()
}

// A listener plays its series to the end whatever its peers do.
func TestListenerGoesOnWhenPeersVanish(t *testing.T) {
	initiator := newRandomAgent(t, 1)
	var sunk []Record
	var mu sync.Mutex
	var status []string
	address, result := start(t, t.Context(), Options{
		Initiator: true,
		Games:     4,
		Terms:     Terms{Start: engine.Start(engine.Canadian), FollowerSide: engine.Black, Time: time.Hour, Moves: 10},
		Sink:      func(r Record) error { sunk = append(sunk, r); return nil },
		Status: func(text string) {
			mu.Lock()
			defer mu.Unlock()
			status = append(status, text)
		},
	}, initiator)
	accept := "A" + name32 + "0"

	p := dialPeer(t, address)
	p.hear("R01*Z060010B*")
	p.conn.Close() // before an answer

	p = dialPeer(t, address)
	p.hear("R01*Z060010B*")
	p.say(accept)
	p.hear("M*")
	p.conn.Close() // in a game

	p = dialPeer(t, address)
	p.say(strings.Repeat("x", 1000))
	p.hear("R01*")
	p.hearEnd()

	p = dialPeer(t, address)
	p.hear("R01*")
	p.say("A" + name32 + "3")
	p.hearEnd()

	p = dialPeer(t, address) // one whole game, and no more
	p.hear("R01*Z060010B*")
	p.say(accept)
	p.hear("M*")
	p.say("M0000000000")
	p.hear("Cerror: *", "E00")
	p.say("E01")
	p.hearEnd()

	for _, games := range []int{1, 0} { // one game, then as many as are left
		follower := newRandomAgent(t, 2)
		if err := Run(t.Context(), Options{Connect: address, Games: games}, follower); err != nil {
			t.Error(err)
		}
	}
	if err := <-result; err != nil {
		t.Error(err)
	}
	var sides []engine.Side
	for _, r := range sunk {
		if r.Played() {
			sides = append(sides, r.Side)
		}
	}
	if len(sunk) != 5 || sunk[0].Termination != Disconnected || sunk[1].Termination != Forfeit || len(sides) != 4 {
		t.Errorf("%d games begun, %d played", len(sunk), len(sides))
	}
	for i, side := range sides {
		if want := []engine.Side{engine.White, engine.Black}[i%2]; side != want {
			t.Errorf("game %d: the initiator plays %v, want %v", i+1, side, want)
		}
	}
	all := strings.Join(status, "\n")
	for _, want := range []string{"connected: 127.0.0.1:", "the other side closed it", "127 bytes", "no games at all", "wants no further game"} {
		if !strings.Contains(all, want) {
			t.Errorf("status has no %q:\n%s", want, all)
		}
	}
}

// A connector says how far it came and what happened.
func TestConnectorReports(t *testing.T) {
	for name, c := range map[string]struct {
		peer func(p *peer)
		want []string
	}{
		"vanishes": {func(p *peer) { p.hear("R01*") }, []string{"after 0 of 3 games", "connection lost"}},
		"refuses":  {func(p *peer) { p.hear("R01*"); p.say("Conly 10x10", "A"+name32+"2"); p.hearEnd() }, []string{"not this game (code 2)", "only 10x10"}},
		"silent":   {func(p *peer) { p.hear("R01*"); p.hearEnd() }, []string{"no answer to the game request within 50ms"}},
		"wants no more": {func(p *peer) {
			p.hear("R01*")
			p.say("A"+name32+"0", "M0000474100")
			p.hear("M*")
			p.say("E11")
			p.hear("E01")
		}, []string{"after 1 of 3 games", "no further game"}},
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := Listen(t.Context(), "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			go func() {
				conn, err := listener.Accept()
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				conn.SetDeadline(time.Now().Add(time.Minute))
				c.peer(&peer{t, conn, NewReader(conn)})
			}()
			err = Run(t.Context(), Options{
				Settings:  Settings{Deadlines: Deadlines{Answer: 50 * time.Millisecond}},
				Connect:   listener.Addr().String(),
				Initiator: true,
				Games:     3,
				Terms:     Terms{Start: engine.Start(engine.Canadian), FollowerSide: engine.White, Time: time.Hour},
			}, newRandomAgent(t, 1))
			for _, want := range c.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want %q in it", err, want)
				}
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	o := Options{Connect: address, ConnectWithin: 50 * time.Millisecond}
	if err := Run(t.Context(), o, newRandomAgent(t, 1)); err == nil || !strings.Contains(err.Error(), address) {
		t.Errorf("error %v, want %s in it", err, address)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(cancelled, o, newRandomAgent(t, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestDialWaitsForTheListener(t *testing.T) {
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	opened := make(chan net.Listener, 1)
	go func() {
		time.Sleep(3 * retryConnect / 2)
		listener, err := Listen(t.Context(), address)
		if err != nil {
			t.Error(err)
		}
		opened <- listener
	}()
	conn, err := Dial(t.Context(), address, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	(<-opened).Close()
}

// A listening program that is stopped says so to its peer and returns.
func TestStoppingAListener(t *testing.T) {
	stop := errors.New("interrupted")
	for _, connected := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(t.Context())
		address, result := start(t, ctx, Options{}, newRandomAgent(t, 1))
		if connected {
			p := dialPeer(t, address)
			p.say(request("Z060000BW" + start72))
			p.hear("A*0")
			cancel(stop)
			p.hear("C*stop*")
			p.conn.Close()
		}
		cancel(stop)
		if err := <-result; !errors.Is(err, stop) {
			t.Errorf("connected %v: %v, want %v", connected, err, stop)
		}
	}
}

func TestSinkErrorEndsTheSeries(t *testing.T) {
	full := errors.New("disk full")
	address, result := start(t, t.Context(), Options{Sink: func(Record) error { return full }}, newRandomAgent(t, 1))
	p := dialPeer(t, address)
	p.say(request("Z060000BW" + start72))
	p.hear("A*0")
	p.say("E10")
	p.hear("E00")
	p.hearEnd()
	if err := <-result; !errors.Is(err, full) {
		t.Errorf("%v, want %v", err, full)
	}
}

// A listener whose agent fails cannot go on with anyone.
func TestAgentFailureEndsTheSeries(t *testing.T) {
	crash := errors.New("engine crashed")
	agent := &scriptAgent{decide: func(context.Context, engine.Position) (Decision, error) { return Decision{}, crash }}
	address, result := start(t, t.Context(), Options{Games: 1}, agent)
	p := dialPeer(t, address)
	p.say(request("W060000BW" + start72))
	p.hear("A*0", "E11")
	p.say("E01")
	p.hearEnd()
	if err := <-result; !errors.Is(err, crash) {
		t.Errorf("%v, want %v", err, crash)
	}
}

// openDoor listens for peers whom nobody lets in.
func openDoor(t *testing.T, patience time.Duration) (address string) {
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &door{peers: make(chan net.Conn), settings: Settings{}.withDefaults(), status: func(string) {}, patience: patience}
	ctx, cancel := context.WithCancel(t.Context())
	var open sync.WaitGroup
	open.Go(func() { d.open(ctx, listener) })
	t.Cleanup(func() {
		cancel()
		open.Wait()
	})
	return listener.Addr().String()
}

// Those who come while a game runs hear it, whether they ask or not.
func TestOnePeerAtATime(t *testing.T) {
	address := openDoor(t, 10*time.Millisecond)
	asking := dialPeer(t, address)
	asking.say(request("Z060000BW" + start72))
	asking.hear("Cbusy*", "A*3")
	asking.conn.Close()

	silent := dialPeer(t, address)
	silent.hear("Cbusy*")
	silent.hearEnd()
}

func TestFewWaitAtTheDoor(t *testing.T) {
	address := openDoor(t, time.Hour)
	for range maxWaiting {
		dialPeer(t, address)
	}
	dialPeer(t, address).hearEnd()
}

func TestOptionsThatCannotBe(t *testing.T) {
	good := Terms{Start: engine.Start(engine.Canadian), Time: time.Hour}
	for want, o := range map[string]Options{
		"either an address": {},
		"to connect to":     {Listen: ":1", Connect: ":2"},
		"-1 games":          {Listen: ":0", Games: -1},
		"time 0s":           {Listen: ":0", Initiator: true, Terms: Terms{Start: good.Start}},
		"time 16h40m0s":     {Listen: ":0", Initiator: true, Terms: Terms{Start: good.Start, Time: 1000 * time.Minute}},
		"1000 moves":        {Listen: ":0", Initiator: true, Terms: Terms{Start: good.Start, Time: time.Hour, Moves: 1000}},
		"no legal move":     {Listen: ":0", Initiator: true, Terms: Terms{Time: time.Hour}},
		"printable ASCII":   {Listen: ":0", Settings: Settings{Name: "Größe"}},
		"no.such.host":      {Connect: "no.such.host.invalid"},
		"65536":             {Connect: "127.0.0.1:65536"},
		"invalid port":      {Listen: "127.0.0.1:65536"},
	} {
		if err := Run(t.Context(), o, newRandomAgent(t, 1)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q in it", o, err, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"":                 "127.0.0.1:27531",
		":":                "127.0.0.1:27531",
		":5000":            "127.0.0.1:5000",
		"5000":             "127.0.0.1:5000",
		"example.org":      "example.org:27531",
		"example.org:5000": "example.org:5000",
		"0.0.0.0":          "0.0.0.0:27531",
		"::1":              "[::1]:27531",
		"[::1]":            "[::1]:27531",
		"[::1]:5000":       "[::1]:5000",
	} {
		if got := fullAddress(address); got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
	}
}
