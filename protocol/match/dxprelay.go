package match

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ckengine/engine"
	"ckengine/protocol/dxp"
)

// dxpRelay is the agent of a session: it plays the moves that the referee passes on.
type dxpRelay struct {
	begun     chan struct{}
	moves     chan engine.Move // of the other engine
	replies   chan dxpReply
	finishing chan engine.Outcome // as the referee sees it
	terms     dxp.Game
}

// dxpReply is a move of the program.
type dxpReply struct {
	move engine.Move
	at   time.Time
}

// reset makes the relay ready for a game. No move of an earlier one is left then.
func (r *dxpRelay) reset() {
	r.begun, r.replies = make(chan struct{}, 1), make(chan dxpReply, 1)
	r.moves, r.finishing = make(chan engine.Move), make(chan engine.Outcome, 1)
}

// finish lets the game end at the next turn of this side.
func (r *dxpRelay) finish(outcome engine.Outcome) { r.finishing <- outcome }

func (r *dxpRelay) NewGame(g dxp.Game) error {
	r.terms = g
	return nil
}

func (r *dxpRelay) Begun(string) { r.begun <- struct{}{} }

func (r *dxpRelay) OwnMove(ctx context.Context, _ dxp.Clock) (dxp.Decision, error) {
	select {
	case m := <-r.moves:
		return dxp.Decision{Move: m}, nil
	case outcome := <-r.finishing:
		if err := r.terms.Say("the referee has ended the game: " + outcome.Reason); err != nil {
			return dxp.Decision{}, err
		}
		return dxp.Decision{End: r.endOf(outcome.Result)}, nil
	case <-ctx.Done():
		return dxp.Decision{}, ctx.Err()
	}
}

// endOf says how a game has ended for this side.
func (r *dxpRelay) endOf(result engine.Result) dxp.EndReason {
	switch result {
	case engine.Draw:
		return dxp.ReasonDraw
	case engine.WinFor(r.terms.Side):
		return dxp.ReasonWin
	case engine.WinFor(r.terms.Side.Opponent()):
		return dxp.ReasonGiveUp
	}
	return dxp.ReasonUnknown
}

// OpponentMove keeps a move for the referee. One that came too late is the last of its
// game, so that there is always room.
func (r *dxpRelay) OpponentMove(m engine.Move, _ time.Duration) {
	r.replies <- dxpReply{m, time.Now()}
}

// Adjudicate is not called: the games have no number of moves.
func (r *dxpRelay) Adjudicate() dxp.EndReason { return dxp.ReasonUnknown }

func (r *dxpRelay) Ended(dxp.Record) {}

func (r *dxpRelay) Chat(string) {}

// dxpLog is the last part of a dialogue.
type dxpLog struct {
	mu    sync.Mutex
	lines []string
}

// maxDXPLines is how many lines of a dialogue are kept, a long game.
const maxDXPLines = 1000

func (l *dxpLog) add(d dxp.Direction, at time.Time, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == maxDXPLines {
		l.lines = l.lines[1:]
	}
	l.lines = append(l.lines, fmt.Sprintf("%s %c %q", at.Format("15:04:05.000"), d, text))
}

func (l *dxpLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == 0 {
		return ""
	}
	return strings.Join(l.lines, "\n") + "\n"
}
