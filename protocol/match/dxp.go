package match

import (
	"context"
	"errors"
	"time"

	"ckengine/engine"
	"ckengine/protocol/dxp"
)

const (
	dxpConnectWithin = 10 * time.Second
	// dxpClosePatience is how long the program may take to end a game that is called off.
	dxpClosePatience = 2 * time.Second
	// dxpSilence is how much longer than the referee the session waits for a move, so
	// that it is the referee who decides; and for the end of a game.
	dxpSilence = 10 * time.Second
)

// remote is a program that speaks DamExchange and listens. The match is the initiator:
// it asks for the games, and plays the moves of the other engine in them. The program
// is told the time of the game; the referee keeps its own clock.
type remote struct {
	address  string
	time     time.Duration // of the program for a game
	settings dxp.Settings
	log      *dxpLog

	session *dxp.Session // nil if there is none to go on with
	used    bool         // a game has been asked for on it
	relay   *dxpRelay    // the session's agent
	game    *remoteGame  // nil between games
}

// remoteGame is a game in progress on a session.
type remoteGame struct {
	game   *engine.Game // the referee's
	passed int          // plies that both sides know
	end    context.CancelFunc
	over   chan struct{} // closed when the fields below hold
	record dxp.Record
	err    error
}

// dialDXP connects to a program for a match under a draw rule, in which a move may come
// too late by the margin.
func dialDXP(ctx context.Context, c EngineConfig, rule engine.DrawRule, margin time.Duration) (*remote, error) {
	r := &remote{address: c.DXP, time: c.Limits.TC.Time, log: &dxpLog{}}
	r.settings = dxp.Settings{DrawRule: rule, Log: r.log.add}
	r.settings.Deadlines = dxp.Deadlines{Margin: margin + dxpSilence, Acknowledge: dxpSilence}
	return r, r.connect(ctx)
}

func (r *remote) connect(ctx context.Context) error {
	conn, err := dxp.Dial(ctx, r.address, dxpConnectWithin)
	if err != nil {
		return err
	}
	r.relay = &dxpRelay{}
	r.session, r.used = dxp.NewSession(conn, r.relay, r.settings), false
	return nil
}

// Identity is empty: a program tells its name with the first game.
func (r *remote) Identity() Identity { return Identity{} }

// NewGame connects again if the program wanted no more than one game a connection, as
// many do.
func (r *remote) NewGame(ctx context.Context) error {
	if r.session != nil {
		return nil
	}
	return asLoss(ctx, r.connect(ctx))
}

// Think asks for the game first, if that is not done. The time of a move begins when
// the program has accepted, or has been sent the move of the other engine.
func (r *remote) Think(ctx context.Context, g *engine.Game, b Budget) (Answer, error) {
	if r.game == nil {
		if err := r.begin(ctx, g); err != nil {
			return Answer{}, err
		}
	}
	r.pass(ctx)
	began := time.Now()
	late := time.NewTimer(b.Wait)
	defer late.Stop()
	select {
	case reply := <-r.relay.replies:
		return r.answer(reply, began), nil
	case <-r.game.over:
	case <-late.C:
		return Answer{Elapsed: time.Since(began)}, nil
	case <-ctx.Done():
		return Answer{}, ctx.Err()
	}
	select {
	case reply := <-r.relay.replies: // it came before the end
		return r.answer(reply, began), nil
	default:
		return r.quit(began)
	}
}

func (r *remote) answer(reply dxpReply, began time.Time) Answer {
	before := r.game.game.Position()
	r.game.passed++
	return Answer{Move: before.HubText(reply.move), Elapsed: max(0, reply.at.Sub(began))}
}

// begin asks for a game in which the program plays the side to move. A connection that
// has been closed since the last game is made again. A refusal is no failure but an
// error that ends the match: the game is nobody's loss.
func (r *remote) begin(ctx context.Context, g *engine.Game) error {
	for {
		wasUsed := r.used
		err := r.request(ctx, g)
		switch _, refused := errors.AsType[*dxp.RefusedError](err); {
		case err == nil:
			return nil
		case refused:
			return err
		case !wasUsed || !errors.Is(err, dxp.ErrDisconnected):
			return asLoss(ctx, err)
		}
		if err := r.connect(ctx); err != nil {
			return asLoss(ctx, err)
		}
	}
}

// request asks for a game and waits until it is accepted.
func (r *remote) request(ctx context.Context, g *engine.Game) error {
	terms := dxp.Terms{Start: g.Start(), FollowerSide: g.Position().SideToMove(), Time: r.time}
	playing, end := context.WithCancel(context.Background())
	game := &remoteGame{game: g, end: end, over: make(chan struct{})}
	r.game, r.used = game, true
	r.relay.reset()
	go func() {
		defer close(game.over)
		game.record, game.err = r.session.Initiate(playing, terms)
	}()
	select {
	case <-r.relay.begun:
		return nil
	case <-game.over:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-r.relay.begun: // it ended at once, which is for quit to say
		return nil
	default:
		r.leave()
		return game.err
	}
}

// pass passes on the move of the other engine, if there is one that the program lacks.
func (r *remote) pass(ctx context.Context) {
	moves := r.game.game.Moves()
	if r.game.passed >= len(moves) {
		return
	}
	select {
	case r.relay.moves <- moves[r.game.passed]:
		r.game.passed++
	case <-r.game.over:
	case <-ctx.Done():
	}
}

// quit makes an answer of a game that has ended before the program's move came. The
// program may give up or declare a draw; DamExchange knows no way to refuse that.
func (r *remote) quit(began time.Time) (Answer, error) {
	game := r.game
	r.leave()
	if !game.record.Played() {
		return Answer{}, asLoss(context.Background(), game.err)
	}
	q := &Quit{Outcome: engine.Outcome{Result: game.record.Result, Reason: game.record.Reason}}
	switch {
	case game.record.Termination == dxp.Forfeit:
		q.End = EndIllegalMove
	case game.record.Declared == dxp.ReasonGiveUp || game.record.Declared == dxp.ReasonDraw:
		q.End = EndDeclared
	default:
		q.End = EndNoMove
	}
	return Answer{Elapsed: time.Since(began), Quit: q}, nil
}

// GameOver ends at the other side what the referee has ended: the last move goes out,
// and the end as soon as the protocol allows it, which is at this side's turn.
func (r *remote) GameOver(ctx context.Context, outcome engine.Outcome) {
	if r.game == nil {
		return
	}
	r.pass(ctx)
	r.relay.finish(outcome)
	select {
	case <-r.game.over:
	case <-ctx.Done():
		r.game.end()
		<-r.game.over
	}
	r.leave()
}

// leave takes leave of a game that is over, and of a session that is over with it.
func (r *remote) leave() {
	r.game.end()
	r.game = nil
	if r.session.Over() {
		r.disconnect()
	}
}

func (r *remote) disconnect() {
	if r.session != nil {
		r.session.Close()
		r.session = nil
	}
}

// Problems are none: what a program does wrong in DamExchange ends its game.
func (r *remote) Problems() []string { return nil }

func (r *remote) Dialogue() string { return r.log.String() }

// Close calls off a game in progress, and closes the connection.
func (r *remote) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), dxpClosePatience)
	defer cancel()
	r.GameOver(ctx, engine.Outcome{Reason: "the match is over"})
	r.disconnect()
	return nil
}

// asLoss makes a failure of an error that a program has brought about.
func asLoss(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	f := &Failure{End: EndDisconnect, Detail: err.Error(), Err: err}
	_, silent := errors.AsType[*dxp.TimeoutError](err)
	_, malformed := errors.AsType[*dxp.MalformedError](err)
	switch {
	case silent:
		f.End = EndStall
	case malformed || errors.Is(err, dxp.ErrTooLong) || errors.Is(err, dxp.ErrBothInitiate):
		f.End = EndBadProtocol
	}
	return f
}
