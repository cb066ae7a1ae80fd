package dxp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ckengine/engine"
)

// roundedTime is granted to a player whose time was sent as "000", which programs
// that round down send for less than a minute.
const roundedTime = time.Minute

// game is a game in progress.
type game struct {
	terms   Game
	rules   *engine.Game
	last    bool             // no further game is wanted here
	spent   [2]time.Duration // by each side
	since   time.Time        // when the side to move came to move
	record  Record
	settled bool  // the record has its result
	failure error // of the agent
}

// state is what a game waits for. It returns the next one, or nil when the game
// is over and both sides know it.
type state func(context.Context, *game) (state, error)

// play takes an accepted game to its end.
func (s *Session) play(ctx context.Context, g *game) error {
	s.ackMayRepeat = false
	for now := s.turn(g); now != nil; {
		var err error
		if now, err = now(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// turn returns the state of the side to move.
func (s *Session) turn(g *game) state {
	if g.rules.Position().SideToMove() == g.terms.Side {
		return s.ownTurn
	}
	return s.opponentTurn
}

// ownTurn ends the game if it is over, and lets the agent decide otherwise.
func (s *Session) ownTurn(ctx context.Context, g *game) (state, error) {
	outcome := g.rules.Outcome()
	switch {
	case outcome.Result == engine.Draw:
		return s.end(g, GameEnd{ReasonDraw, g.last})
	case outcome.Result != engine.Ongoing:
		return s.end(g, GameEnd{ReasonGiveUp, g.last})
	case g.limitReached():
		return s.end(g, GameEnd{sendable(s.agent.Adjudicate()), g.last})
	}

	thinking, interrupt := context.WithCancelCause(ctx)
	var decision Decision
	var failure error
	done := make(chan struct{})
	go func() {
		defer close(done)
		decision, failure = s.agent.OwnMove(thinking, g.clock())
		interrupt(errDecided)
	}()
	m, err := s.receiveInGame(thinking)
	interrupt(errInterrupted)
	<-done
	switch {
	case errors.Is(err, errDecided):
		return s.decide(g, decision, failure)
	case err != nil && ctx.Err() != nil:
		s.link.send(GameEnd{ReasonUnknown, true})
		return nil, err
	case err != nil:
		return nil, err
	}
	if end, ok := m.content.(GameEnd); ok {
		return s.acknowledge(g, end)
	}
	return s.forfeit(g, "a move out of turn")
}

var (
	errDecided     = errors.New("the agent has decided")
	errInterrupted = errors.New("the game has ended")
)

// decide does what the agent wants.
func (s *Session) decide(g *game, d Decision, failure error) (state, error) {
	if failure != nil {
		g.failure = failure
		return s.giveUp(g)
	}
	if d.End != 0 {
		g.last = g.last || d.Stop
		return s.end(g, GameEnd{sendable(d.End), g.last})
	}
	m := messageOf(g.rules.Position(), d.Move)
	if err := g.rules.Play(d.Move); err != nil {
		g.failure = fmt.Errorf("the agent's move: %w", err)
		return s.giveUp(g)
	}
	m.Used = d.Used
	if m.Used == 0 {
		m.Used = time.Since(g.since)
	}
	g.moved(m.Used, m.Used, time.Now())
	if err := s.link.send(m); err != nil {
		return nil, err
	}
	return s.opponentTurn, nil
}

// giveUp ends a game that this side cannot go on with.
func (s *Session) giveUp(g *game) (state, error) {
	g.settle(engine.WinFor(g.terms.Side.Opponent()), OwnFailure, g.failure.Error())
	return s.end(g, GameEnd{ReasonGiveUp, true})
}

// opponentTurn waits for a move, or for the end.
func (s *Session) opponentTurn(ctx context.Context, g *game) (state, error) {
	outcome := g.rules.Outcome()
	drawn, hasLost := outcome.Result == engine.Draw, outcome.Result == engine.WinFor(g.terms.Side)
	limit := s.settings.Deadlines.Answer
	if !hasLost {
		limit = max(g.clock().Opponent, 0) + s.settings.Deadlines.Margin
	}
	waiting, cancel := s.within(ctx, limit, "move")
	defer cancel()
	m, err := s.receiveInGame(waiting)
	timeout, silent := errors.AsType[*TimeoutError](err)
	switch {
	case err != nil && ctx.Err() != nil:
		s.Say("this side has to stop here")
		return nil, err
	case silent && hasLost:
		return s.end(g, GameEnd{ReasonWin, g.last})
	case silent && !drawn:
		return s.forfeit(g, timeout.Error())
	case err != nil && !silent:
		return nil, err
	}
	end, ended := m.content.(GameEnd)
	move, moved := m.content.(Move)
	switch {
	case ended:
		return s.acknowledge(g, end)
	case drawn:
		s.link.note("nothing more is played: the game is a draw here, %s", outcome.Reason)
		return s.end(g, GameEnd{ReasonDraw, g.last})
	case moved:
		return s.opponentMoved(g, move, m.at)
	default:
		return s.forfeit(g, m.problem.Error())
	}
}

func (s *Session) opponentMoved(g *game, m Move, at time.Time) (state, error) {
	move, err := legalMove(g.rules.Position(), m)
	if err != nil {
		return s.forfeit(g, err.Error())
	}
	if err := g.rules.Play(move); err != nil {
		return s.forfeit(g, err.Error())
	}
	g.moved(at.Sub(g.since), m.Used, at)
	s.agent.OpponentMove(move, m.Used)
	return s.ownTurn, nil
}

// receiveInGame returns the next MOVE or GAMEEND, or a MOVE that could not be
// read. A second request is refused: whoever sent it waits for an answer.
func (s *Session) receiveInGame(ctx context.Context) (received, error) {
	for {
		m, err := s.receive(ctx)
		if err != nil {
			return m, err
		}
		switch m.content.(type) {
		case Move, GameEnd:
			return m, nil
		case GameRequest:
			err = s.refuse(NotThisGame, "a game is running, end it first")
		case GameAccept:
			s.link.note("ignored: the game was already accepted")
		case nil:
			if isMalformed(m.problem, 'M') {
				return m, nil
			}
			err = s.refuseMalformed(m.problem)
		}
		if err != nil {
			return received{}, err
		}
	}
}

// forfeit ends the game because of what the other side did: it has lost. DXP has
// no message for that, so the reason goes out as chat.
func (s *Session) forfeit(g *game, why string) (state, error) {
	g.settle(engine.WinFor(g.terms.Side), Forfeit, fmt.Sprintf("%s: %s", g.terms.Side.Opponent(), why))
	if err := s.Say("error: " + why); err != nil {
		return nil, err
	}
	return s.end(g, GameEnd{ReasonUnknown, g.last})
}

// end sends the first GAMEEND.
func (s *Session) end(g *game, m GameEnd) (state, error) {
	g.declare(m.Reason, g.terms.Side)
	if err := s.link.send(m); err != nil {
		return nil, err
	}
	if m.Stop {
		s.over = ErrNoFurtherGames
	}
	return s.awaitAcknowledgement, nil
}

// awaitAcknowledgement waits for the other side's GAMEEND, which is never
// acknowledged itself: two crossing ones acknowledge each other.
func (s *Session) awaitAcknowledgement(ctx context.Context, g *game) (state, error) {
	waiting, cancel := s.within(ctx, s.settings.Deadlines.Acknowledge, "acknowledgement of the end of the game")
	defer cancel()
	for {
		m, err := s.receive(waiting)
		switch {
		case errors.Is(err, io.EOF) && s.over != nil:
			s.link.note("taken as acknowledgement of the last game's end: the connection was closed")
			return nil, nil
		case err != nil:
			return nil, err
		}
		switch content := m.content.(type) {
		case GameEnd:
			if content.Stop {
				s.over = ErrNoFurtherGames
			}
			s.ackMayRepeat = true
			return nil, nil
		case GameRequest:
			s.link.note("taken as acknowledgement of the end: the next request")
			s.pending = &m
			return nil, nil
		default:
			s.link.note("ignored: the game has ended")
		}
	}
}

// acknowledge answers the other side's GAMEEND, which cannot be refused.
func (s *Session) acknowledge(g *game, m GameEnd) (state, error) {
	g.declare(m.Reason, g.terms.Side.Opponent())
	stop := m.Stop || g.last
	if stop {
		s.over = ErrNoFurtherGames
	}
	return nil, s.link.send(GameEnd{ReasonUnknown, stop})
}

// begin starts the clocks.
func (s *Session) begin(g *game, opponent string) {
	g.record.Opponent = opponent
	g.since = time.Now()
	g.record.Began = g.since
	s.agent.Begun(opponent)
}

// moved turns the clock after a move of the given length, and notes what the
// player himself says about that.
func (g *game) moved(took, reported time.Duration, at time.Time) {
	g.spent[g.rules.Position().SideToMove().Opponent()] += took
	g.record.Used = append(g.record.Used, reported)
	g.since = at
}

func (g *game) clock() Clock {
	left := func(side engine.Side) time.Duration { return cmp.Or(g.terms.Time, roundedTime) - g.spent[side] }
	c := Clock{Own: left(g.terms.Side), Opponent: left(g.terms.Side.Opponent())}
	if g.terms.Moves > 0 {
		c.MovesLeft = g.terms.Moves - g.rules.Ply()/2
	}
	return c
}

// limitReached reports whether both players have made the moves of the game.
func (g *game) limitReached() bool {
	return g.terms.Moves > 0 && g.rules.Ply() >= 2*g.terms.Moves
}

// sendable returns a reason that the protocol has, whatever the agent said.
func sendable(r EndReason) EndReason {
	if r < ReasonUnknown || r > ReasonWin {
		return ReasonUnknown
	}
	return r
}

func (g *game) settle(r engine.Result, t Termination, why string) {
	if !g.settled {
		g.record.Result, g.record.Termination, g.record.Reason = r, t, why
		g.settled = true
	}
}

// declare settles the game after the first GAMEEND. A player without a legal
// move has lost whatever is said; otherwise the word of the side that ended the
// game decides, and the rules decide where it says nothing.
func (g *game) declare(r EndReason, by engine.Side) {
	if g.record.Declared == 0 {
		g.record.Declared, g.record.DeclaredBy = r, by
	}
	p := g.rules.Position()
	outcome := g.rules.Outcome()
	said := func(what string) string {
		if g.limitReached() {
			return fmt.Sprintf("%d moves played, %v %s", g.terms.Moves, by, what)
		}
		return by.String() + " " + what
	}
	switch {
	case !p.HasMoves(), r == ReasonUnknown && outcome.Result != engine.Ongoing, r == ReasonDraw && outcome.Result == engine.Draw:
		g.settle(outcome.Result, ByRules, outcome.Reason)
	case r == ReasonGiveUp:
		g.settle(engine.WinFor(by.Opponent()), Declared, said("gave up"))
	case r == ReasonDraw:
		g.settle(engine.Draw, Declared, said("declared a draw"))
	case r == ReasonWin:
		g.settle(engine.WinFor(by), Declared, said("declared a win"))
	default:
		g.settle(engine.Ongoing, Declared, said("ended the game without a result"))
	}
}
