package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"ckengine/protocol"
)

const (
	// maxLine bounds a line to the engine, in bytes: room for a game of many thousand moves.
	maxLine = 1 << 20
	// queueLength is how many lines may wait for those before them. When the queue is full the peer has to wait, which
	// it only can be made to by not reading its answers: any line that is queued ends the search before it.
	queueLength = 1024
	// exitGrace is how long the end waits for a peer that takes no answers any more.
	exitGrace = 250 * time.Millisecond
)

// Serve is the engine's end of a dialogue: it answers the lines from in until `quit` or the end of input, driving
// player. Nothing that it reads stops it otherwise; the error, if any, is that of in or out.
//
// At `quit` every search that was asked for still gets its `done`. At the end of input nobody is there to read
// it: a search ends without one, and at once.
func Serve(in io.Reader, out io.Writer, player *protocol.Player, id ID) error {
	s := &server{out: &output{w: out}, requests: make(chan request, queueLength)}
	session := &session{player: player, id: id, out: s.out, abandoned: &s.abandoned}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		session.run(s.requests)
	}()

	err := s.read(in)
	close(s.requests)
	select {
	case <-finished:
	case <-time.After(exitGrace):
	}
	return errors.Join(err, s.out.close())
}

// server is the reading side: it answers at once what does not concern the engine's
// state, ends searches, and queues the rest for the session.
type server struct {
	out       *output
	requests  chan request
	latest    *task       // the search asked for last, nil before the first
	abandoned atomic.Bool // the input has ended without `quit`
}

// request is a line for the session, with its syntax error or nil.
type request struct {
	line Line
	err  error
	task *task // of a `go`
}

// task is a search that has been asked for. The reader ends it, whether it runs or still waits.
type task struct {
	ctx   context.Context
	stop  context.CancelFunc
	hit   chan struct{} // closed at `ponder-hit`
	isHit bool
}

// read takes lines until the dialogue ends. The error is that of in.
func (s *server) read(in io.Reader) error {
	lines := NewLineReader(in, maxLine)
	for {
		text, _, err := lines.Next()
		tooLong, isTooLong := errors.AsType[*LongLineError](err)
		if line, syntax := Parse(text); !errors.Is(syntax, ErrNoCommand) {
			if isTooLong {
				syntax = tooLong
			}
			if s.dispatch(line, syntax); line.Command == "quit" {
				return nil
			}
		}
		if err != nil && !isTooLong {
			s.abandoned.Store(true)
			s.stop()
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// dispatch deals with one line. A syntax error is reported, and the command counts nevertheless as far as it could
// be read: a peer that gets its `go` wrong still waits for a `done`.
func (s *server) dispatch(line Line, syntax error) {
	switch line.Command {
	case "ping", "stop", "ponder-hit":
		if syntax != nil {
			s.out.fail(syntax)
		}
	}
	switch line.Command {
	case "ping":
		s.out.send(Line{Command: "pong"})
	case "stop":
		s.stop()
	case "ponder-hit":
		s.ponderHit()
	case "go":
		s.stop()
		s.latest = newTask()
		s.requests <- request{line, syntax, s.latest}
	case "hub", "init", "set-param", "new-game", "pos", "level", "quit":
		s.stop()
		s.requests <- request{line, syntax, nil}
	default:
		if syntax == nil {
			syntax = fmt.Errorf("bad command: %s", abbreviate(line.Command, 40))
		}
		s.out.fail(syntax)
	}
}

func newTask() *task {
	t := &task{hit: make(chan struct{})}
	t.ctx, t.stop = context.WithCancel(context.Background())
	return t
}

// stop ends the latest search. Those before it have ended when it was asked for.
func (s *server) stop() {
	if s.latest != nil {
		s.latest.stop()
	}
}

func (s *server) ponderHit() {
	if s.latest != nil && !s.latest.isHit {
		s.latest.isHit = true
		close(s.latest.hit)
	}
}
