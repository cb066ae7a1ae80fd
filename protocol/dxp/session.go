package dxp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"ckengine/engine"
)

// Session is one connection. Games follow each other on it, each started with
// [Session.Initiate] or [Session.Follow]; these two are not called at the same
// time as each other or themselves.
type Session struct {
	link     *link
	agent    Agent
	settings Settings

	over         error     // why no further game is possible, once that is so
	pending      *received // a request that came ahead of its time
	lastChat     string
	ackMayRepeat bool // the GAMEEND taken as acknowledgement may have crossed ours, and a program may acknowledge ours all the same
}

// received is a decoded message, or what was wrong with it.
type received struct {
	content Message
	problem error
	at      time.Time
}

// NewSession starts reading from a connection, and owns it from now on.
func NewSession(conn net.Conn, agent Agent, s Settings) *Session {
	s = s.withDefaults()
	return &Session{link: newLink(conn, s), agent: agent, settings: s}
}

// Close closes the connection. It first gives the other side up to a second to
// take up what was sent last.
func (s *Session) Close() { s.link.close() }

// Over reports whether no further game is possible on the connection. It is not
// for use while a game runs.
func (s *Session) Over() bool { return s.over != nil }

// Say sends text as chat, in several messages if it is long. What is not
// printable ASCII becomes a question mark. It may be called at any moment.
func (s *Session) Say(text string) error {
	sendable := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, text)
	for len(sendable) > 0 {
		n := min(len(sendable), maxChat)
		if err := s.link.send(Chat{sendable[:n]}); err != nil {
			return err
		}
		sendable = sendable[n:]
	}
	return nil
}

// Initiate requests a game as the initiator and plays it. The record tells how
// far it came, also with an error. After an error that is no [*RefusedError],
// no further game is possible on the connection.
func (s *Session) Initiate(ctx context.Context, t Terms) (Record, error) {
	if s.over != nil {
		return Record{}, s.over
	}
	if err := t.validate(s.settings); err != nil {
		return Record{}, err
	}
	g := s.newGame(Game{
		Start:    t.Start,
		Side:     t.FollowerSide.Opponent(),
		DrawRule: s.settings.DrawRule,
		Time:     t.Time,
		Moves:    t.Moves,
	}, t.Last)
	if err := s.agent.NewGame(g.terms); err != nil {
		return Record{}, &agentError{err}
	}
	err := s.request(ctx, t.request(s.settings), g)
	if err == nil {
		err = s.play(ctx, g)
	}
	return s.conclude(ctx, g, err)
}

// Follow waits for a request as the follower, and plays the game. Requests that
// cannot be met are refused, and the next one is waited for. The record and the
// error are as with [Session.Initiate]; with last set, the other side is told
// that no further game is wanted after this one.
func (s *Session) Follow(ctx context.Context, last bool) (Record, error) {
	if s.over != nil {
		return Record{}, s.over
	}
	g, err := s.awaitRequest(ctx, last)
	if err != nil {
		s.over = err
		return Record{}, err
	}
	err = s.link.send(GameAccept{Name: s.settings.Name, Code: Accepted})
	if err == nil {
		s.begin(g, g.terms.Opponent)
		err = s.play(ctx, g)
	}
	return s.conclude(ctx, g, err)
}

// conclude settles a game that was cut short and tells the agent.
func (s *Session) conclude(ctx context.Context, g *game, err error) (Record, error) {
	if g.failure != nil {
		err = &agentError{g.failure}
	}
	if !g.settled && !g.record.Began.IsZero() && err != nil {
		g.record.Termination, g.record.Reason = Disconnected, err.Error()
		if ctx.Err() != nil {
			g.record.Termination = Cancelled
		}
	}
	if _, refused := errors.AsType[*RefusedError](err); err != nil && !refused && s.over == nil {
		s.over = err
	}
	s.agent.Ended(g.record)
	return g.record, err
}

// request sends a request and waits for the answer.
func (s *Session) request(ctx context.Context, m GameRequest, g *game) error {
	s.lastChat = ""
	if err := s.link.send(m); err != nil {
		return err
	}
	waiting, cancel := s.within(ctx, s.settings.Deadlines.Answer, "answer to the game request")
	defer cancel()
	for {
		a, err := s.receive(waiting)
		if err != nil {
			return err
		}
		switch answer := a.content.(type) {
		case GameAccept:
			if answer.Code == Accepted {
				s.begin(g, answer.Name)
				return nil
			}
			g.record.Opponent = answer.Name
			if answer.Code == NoGames {
				s.over = ErrNoFurtherGames
			}
			return &RefusedError{answer.Code, s.lastChat}
		case GameRequest:
			s.refuse(NoGames, "both sides are initiators here, one must be the follower")
			return ErrBothInitiate
		case GameEnd:
			if s.ackMayRepeat && !answer.Stop {
				s.ackMayRepeat = false
				s.link.note("ignored: a second acknowledgement of the last game's end")
				continue
			}
			if answer.Stop {
				s.over = ErrNoFurtherGames
			}
			if err := s.link.send(GameEnd{ReasonUnknown, answer.Stop}); err != nil {
				return err
			}
			return &RefusedError{Chat: s.lastChat}
		case Move:
			s.link.note("ignored: a move before the game was accepted")
		case nil:
			if isMalformed(a.problem, 'A') {
				return a.problem
			}
			s.link.note("ignored: %v", a.problem)
		}
	}
}

// awaitRequest waits for a request that can be met.
func (s *Session) awaitRequest(ctx context.Context, last bool) (*game, error) {
	waiting, cancel := s.within(ctx, s.settings.Deadlines.Request, "game request")
	defer cancel()
	for {
		a, err := s.receive(waiting)
		if err != nil {
			return nil, err
		}
		switch m := a.content.(type) {
		case GameRequest:
			g, err := s.consider(m, last)
			if err == nil {
				return g, nil
			}
			if err := s.refuse(refusal(err)); err != nil {
				return nil, err
			}
		case GameEnd:
			if m.Stop {
				return nil, ErrNoFurtherGames
			}
			s.link.note("ignored: the end of a game while none runs")
		case nil:
			if err := s.refuseMalformed(a.problem); err != nil {
				return nil, err
			}
		default:
			s.link.note("ignored: no game runs")
		}
	}
}

// consider returns the requested game if it can be played here.
func (s *Session) consider(m GameRequest, last bool) (*game, error) {
	start, err := startOf(m, s.settings.Boards)
	if err != nil {
		return nil, err
	}
	g := s.newGame(Game{
		Start:    start,
		Side:     m.FollowerSide,
		DrawRule: s.settings.DrawRule,
		Time:     m.Time,
		Moves:    m.Moves,
		Opponent: m.Name,
	}, last)
	return g, s.agent.NewGame(g.terms)
}

// refusal returns the code and the text with which to refuse a game because of err.
func refusal(err error) (AcceptCode, string) {
	if _, ok := errors.AsType[*VersionError](err); ok {
		return WrongVersion, err.Error()
	}
	if chosen, ok := errors.AsType[*RefusedError](err); ok && chosen.Code > Accepted && chosen.Code <= NoGames {
		return chosen.Code, chosen.Chat
	}
	return NotThisGame, err.Error()
}

// refuse tells why a game is not played. The text comes first, so that it is at
// hand when the other side reports the refusal.
func (s *Session) refuse(code AcceptCode, why string) error {
	if err := s.Say(why); err != nil {
		return err
	}
	return s.link.send(GameAccept{Name: s.settings.Name, Code: code})
}

// refuseMalformed answers a message that could not be read, if the other side
// waits for an answer to it.
func (s *Session) refuseMalformed(problem error) error {
	if _, ok := errors.AsType[*VersionError](problem); ok || isMalformed(problem, 'R') {
		return s.refuse(refusal(problem))
	}
	s.link.note("ignored: %v", problem)
	return nil
}

// receive returns the next message that has a bearing on the game, or the cause
// for which ctx is done. Chat and requests to take moves back never have one.
func (s *Session) receive(ctx context.Context) (received, error) {
	if s.pending != nil {
		m := *s.pending
		s.pending = nil
		return m, nil
	}
	for {
		var a arrival
		var ok bool
		select {
		case <-ctx.Done():
			return received{}, context.Cause(ctx)
		case a, ok = <-s.link.incoming:
		}
		if !ok {
			return received{}, s.link.lost()
		}
		content, problem := Decode(a.text)
		switch m := content.(type) {
		case Chat:
			s.lastChat = m.Text
			s.agent.Chat(m.Text)
			continue
		case BackRequest:
			if err := s.link.send(BackAccept{BackNotSupported}); err != nil {
				return received{}, err
			}
			continue
		case BackAccept:
			s.link.note("ignored: nobody asked to take moves back")
			continue
		}
		if isMalformed(problem, 'B') {
			if err := s.link.send(BackAccept{BackNotSupported}); err != nil {
				return received{}, err
			}
		}
		if problem != nil && !strings.Contains("RAME", a.text[:1]) {
			s.link.note("ignored: %v", problem)
			continue
		}
		return received{content, problem, a.at}, nil
	}
}

// within limits how long something may stay missing.
func (s *Session) within(ctx context.Context, limit time.Duration, missing string) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, limit, &TimeoutError{missing, limit})
}

func isMalformed(err error, header byte) bool {
	e, ok := errors.AsType[*MalformedError](err)
	return ok && e.Header == header
}

// agentError marks an error as one of this end, not of the other.
type agentError struct{ err error }

func (e *agentError) Error() string { return fmt.Sprintf("DXP: this side cannot play: %v", e.err) }
func (e *agentError) Unwrap() error { return e.err }

func (s *Session) newGame(terms Game, last bool) *game {
	terms.Say = s.Say
	rules := engine.NewGame(terms.Start, terms.DrawRule)
	return &game{
		terms: terms,
		rules: rules,
		last:  last,
		record: Record{
			Game:      rules,
			Side:      terms.Side,
			Name:      s.settings.Name,
			Opponent:  terms.Opponent,
			Time:      terms.Time,
			MoveLimit: terms.Moves,
		},
	}
}
