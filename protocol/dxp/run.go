package dxp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Options describe a series of games for [Run].
type Options struct {
	Settings Settings

	// Exactly one of Listen and Connect is an address, see [Listen].
	Listen, Connect string
	// ConnectWithin is how long to try to connect; 10 seconds if zero.
	ConnectWithin time.Duration

	Initiator bool
	// Games to play. 0 means one for an initiator, and for a follower as many
	// as the other side wants.
	Games int
	// Terms of the first game, for an initiator. Those of the others differ in
	// colours, unless KeepColours is set. Run sets Last itself.
	Terms       Terms
	KeepColours bool

	// Sink receives each game that was begun, also an unfinished one. An error
	// ends the series.
	Sink func(Record) error
	// Listening receives the address once the port is open.
	Listening func(net.Addr)
	// Status receives lines for people: who came, who left and why.
	Status func(string)
}

// Run plays a series of games. When it listens it plays with one peer at a time,
// and goes on with the next one when a peer leaves or vanishes; a game that was
// cut short is then played again. When it connects, the end of the connection
// is the end of the series. Run returns nil once all games are played, for a
// connecting follower without a number of games once the other side wants no
// more, and the cause of ctx when that is done.
func Run(ctx context.Context, o Options, agent Agent) error {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return err
	}
	r := &series{o: o, agent: agent}
	var err error
	if o.Connect != "" {
		err = r.connect(ctx)
	} else {
		err = r.serve(ctx)
	}
	if ctx.Err() != nil && !r.done() {
		return context.Cause(ctx)
	}
	return err
}

func (o Options) withDefaults() Options {
	o.ConnectWithin = cmp.Or(o.ConnectWithin, 10*time.Second)
	o.Settings = o.Settings.withDefaults()
	if o.Initiator {
		o.Games = cmp.Or(o.Games, 1)
	}
	if o.Sink == nil {
		o.Sink = func(Record) error { return nil }
	}
	if o.Listening == nil {
		o.Listening = func(net.Addr) {}
	}
	status := o.Status
	var mu sync.Mutex
	o.Status = func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if status != nil {
			status(text)
		}
	}
	return o
}

// Validate reports what [Run] would refuse at once.
func (o Options) Validate() error {
	o = o.withDefaults()
	switch {
	case (o.Listen == "") == (o.Connect == ""):
		return errors.New("DXP: either an address to listen on or one to connect to is wanted")
	case o.Games < 0:
		return fmt.Errorf("DXP: %d games, the number must not be negative", o.Games)
	case o.Initiator:
		return o.Terms.validate(o.Settings)
	}
	_, err := nameField(o.Settings.Name)
	return err
}

// series is a run in progress.
type series struct {
	o      Options
	agent  Agent
	played int
}

func (r *series) done() bool { return r.o.Games > 0 && r.played >= r.o.Games }

// next plays one game on a connection.
func (r *series) next(ctx context.Context, s *Session) (Record, error) {
	last := r.played+1 == r.o.Games
	if !r.o.Initiator {
		return s.Follow(ctx, last)
	}
	t := r.o.Terms
	t.Last = last
	if r.played%2 == 1 && !r.o.KeepColours {
		t.FollowerSide = t.FollowerSide.Opponent()
	}
	return s.Initiate(ctx, t)
}

// play plays games on a connection until the series is done. It returns
// errPeerLeft if the other side ended the connection between two games.
func (r *series) play(ctx context.Context, conn net.Conn) error {
	s := NewSession(conn, r.agent, r.o.Settings)
	defer s.Close()
	for !r.done() {
		record, err := r.next(ctx, s)
		if record.Played() {
			r.played++
		}
		if !record.Began.IsZero() {
			if err := r.o.Sink(record); err != nil {
				return &agentError{err}
			}
		}
		_, own := errors.AsType[*agentError](err)
		switch {
		case own:
			return err
		case record.Game == nil && (errors.Is(err, ErrNoFurtherGames) || errors.Is(err, io.EOF)):
			return errPeerLeft
		case err != nil && !r.done():
			return err
		}
	}
	return nil
}

var errPeerLeft = errors.New("the other side wants no further game")

func (r *series) connect(ctx context.Context) error {
	conn, err := Dial(ctx, r.o.Connect, r.o.ConnectWithin)
	if err != nil {
		return err
	}
	r.o.Status(fmt.Sprintf("connected to %v", conn.RemoteAddr()))
	err = r.play(ctx, conn)
	switch {
	case err == errPeerLeft && r.o.Games == 0:
		return nil
	case err != nil && r.o.Games > 0:
		return fmt.Errorf("after %d of %d games: %w", r.played, r.o.Games, err)
	}
	return err
}

func (r *series) serve(ctx context.Context) error {
	listener, err := Listen(ctx, r.o.Listen)
	if err != nil {
		return err
	}
	r.o.Listening(listener.Addr())

	ctx, cancel := context.WithCancel(ctx)
	door := &door{
		peers:    make(chan net.Conn),
		failed:   make(chan error, 1),
		settings: r.o.Settings,
		status:   r.o.Status,
		patience: defaultPatience,
	}
	var working sync.WaitGroup
	working.Go(func() { door.open(ctx, listener) })
	defer working.Wait()
	defer cancel()

	for !r.done() {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case err := <-door.failed:
			return fmt.Errorf("DXP: %w", err)
		case conn := <-door.peers:
			peer := conn.RemoteAddr()
			r.o.Status(fmt.Sprintf("connected: %v", peer))
			err := r.play(ctx, conn)
			if _, own := errors.AsType[*agentError](err); own || ctx.Err() != nil {
				return err
			}
			if err != nil {
				r.o.Status(fmt.Sprintf("%v has gone: %v", peer, err))
			}
		}
	}
	return nil
}
