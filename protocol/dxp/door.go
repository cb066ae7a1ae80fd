package dxp

import (
	"context"
	"net"
	"sync"
	"time"
)

const (
	// defaultPatience lets programs in that reconnect for each game and come
	// before the last connection is cleared away.
	defaultPatience = 2 * time.Second

	maxWaiting       = 8 // newcomers at a time; more are cut off at once
	maxAcceptFailure = 10
	retryAccept      = 100 * time.Millisecond
)

// door lets one peer in at a time and turns the others away.
type door struct {
	peers    chan net.Conn // who comes in
	failed   chan error
	settings Settings
	status   func(string)
	patience time.Duration // of a newcomer, until he is told and until he has heard that he cannot play
}

// open accepts connections until ctx is done.
func (d *door) open(ctx context.Context, listener net.Listener) {
	stop := context.AfterFunc(ctx, func() { listener.Close() })
	defer stop()
	var waiting sync.WaitGroup
	defer waiting.Wait()
	places := make(chan struct{}, maxWaiting)
	for failures := 0; ; {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return
			}
			if failures++; failures == maxAcceptFailure {
				d.failed <- err
				return
			}
			time.Sleep(retryAccept)
			continue
		}
		failures = 0
		select {
		case places <- struct{}{}:
			waiting.Go(func() {
				d.admit(ctx, conn)
				<-places
			})
		default:
			conn.Close()
		}
	}
}

func (d *door) admit(ctx context.Context, conn net.Conn) {
	select {
	case d.peers <- conn:
	case <-ctx.Done():
		conn.Close()
	case <-time.After(d.patience):
		d.turnAway(ctx, conn)
	}
}

// turnAway tells a newcomer that another game is running, and refuses the game
// that he may have requested.
func (d *door) turnAway(ctx context.Context, conn net.Conn) {
	d.status("turned away, a game is running: " + conn.RemoteAddr().String())
	quiet := Settings{Name: d.settings.Name, Boards: d.settings.Boards}
	quiet.Deadlines.Request, quiet.Deadlines.Acknowledge = d.patience, d.patience
	s := NewSession(conn, busyAgent{}, quiet)
	defer s.Close()
	if s.Say("busy: another game is running here") == nil {
		s.Follow(ctx, false)
	}
}

// busyAgent refuses every game.
type busyAgent struct{ Agent }

func (busyAgent) NewGame(Game) error { return &RefusedError{Code: NoGames} }
func (busyAgent) Chat(string)        {}
