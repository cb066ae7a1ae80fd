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
	// exitGrace is how long the end waits for a peer that takes no answers any more. Otherwise it takes milliseconds.
	exitGrace = 5 * time.Second
)

// Server is the engine's end of a dialogue.
type Server struct {
	ID     ID
	Player *protocol.Player
	// Transcript, if set, sees every line of the dialogue, one call at a time.
	Transcript func(direction Direction, at time.Time, line string)
}

// Serve answers the lines from in until `quit` or the end of input. Nothing that it reads stops it otherwise; the
// error, if any, is that of in or out.
//
// At `quit` every search that was asked for still gets its `done`. At the end of input nobody is there to read
// it: a search ends without one, and at once.
func (s Server) Serve(in io.Reader, out io.Writer) error {
	transcript := &transcript{hook: s.Transcript}
	l := &listener{
		out:        &output{w: out, transcript: transcript},
		transcript: transcript,
		requests:   make(chan request, queueLength),
	}
	session := &session{player: s.Player, id: s.ID, out: l.out, abandoned: &l.abandoned}
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		session.run(l.requests)
	}()

	err := l.read(in)
	close(l.requests)
	select {
	case <-finished:
	case <-time.After(exitGrace):
	}
	return errors.Join(err, l.out.close())
}

// listener is the server's reading side: it answers at once what does not concern the engine's state, ends searches,
// and queues the rest for the session.
type listener struct {
	out        *output
	transcript *transcript
	requests   chan request
	latest     *task       // the search asked for last, nil before the first
	abandoned  atomic.Bool // the input has ended without `quit`
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
func (l *listener) read(in io.Reader) error {
	lines := NewLineReader(in, maxLine)
	for {
		text, arrived, err := lines.Next()
		tooLong, isTooLong := errors.AsType[*LongLineError](err)
		if err == nil || isTooLong || text != "" {
			l.transcript.add(ToEngine, arrived, text)
		}
		if line, syntax := Parse(text); !errors.Is(syntax, ErrNoCommand) {
			if isTooLong {
				syntax = tooLong
			}
			if l.dispatch(line, syntax); line.Command == "quit" {
				return nil
			}
		}
		if err != nil && !isTooLong {
			l.abandoned.Store(true)
			l.stop()
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// dispatch deals with one line. A syntax error is reported, and the command counts nevertheless as far as it could
// be read: a peer that gets its `go` wrong still waits for a `done`.
func (l *listener) dispatch(line Line, syntax error) {
	switch line.Command {
	case "ping", "stop", "ponder-hit":
		if syntax != nil {
			l.out.fail(syntax)
		}
	}
	switch line.Command {
	case "ping":
		l.out.send(Line{Command: "pong"})
	case "stop":
		l.stop()
	case "ponder-hit":
		l.ponderHit()
	case "go":
		l.stop()
		l.latest = newTask()
		l.requests <- request{line, syntax, l.latest}
	case "hub", "init", "set-param", "new-game", "pos", "level", "quit":
		l.stop()
		l.requests <- request{line, syntax, nil}
	default:
		if syntax == nil {
			syntax = fmt.Errorf("bad command: %s", abbreviate(line.Command, 40))
		}
		l.out.fail(syntax)
	}
}

func newTask() *task {
	t := &task{hit: make(chan struct{})}
	t.ctx, t.stop = context.WithCancel(context.Background())
	return t
}

// stop ends the latest search. Those before it have ended when it was asked for.
func (l *listener) stop() {
	if l.latest != nil {
		l.latest.stop()
	}
}

func (l *listener) ponderHit() {
	if l.latest != nil && !l.latest.isHit {
		l.latest.isHit = true
		close(l.latest.hit)
	}
}
