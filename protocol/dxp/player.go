package dxp

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/protocol"
	"ckengine/search"
)

// PlayerAgent lets a [protocol.Player] play. It never resigns; where the number of
// moves ends a game, its score decides.
type PlayerAgent struct {
	player  *protocol.Player
	options PlayerOptions
	terms   Game
	game    *engine.Game // nil before the first
	chats   int          // lines since the game was prepared
	failure error
}

// PlayerOptions say how a [PlayerAgent] plays.
type PlayerOptions struct {
	Nodes  int64        // positions that a search may visit, on top of what the clock allows; 0 is no limit
	Status func(string) // receives lines for people: the terms of each game, and chat; may be nil
}

// NewPlayerAgent returns an Agent for which a Player thinks. The Player serves
// nobody else meanwhile.
func NewPlayerAgent(p *protocol.Player, o PlayerOptions) *PlayerAgent {
	if o.Status == nil {
		o.Status = func(string) {}
	}
	return &PlayerAgent{player: p, options: o}
}

// NewGame takes the memory for the board, and forgets the searches of the last
// game unless this one goes on from there: some programs ask for each move as a
// game of its own.
func (a *PlayerAgent) NewGame(g Game) error {
	if err := a.player.Set("variant", g.Start.Variant().String()); err != nil {
		return err
	}
	a.player.Prepare()
	if a.game == nil || !goesOn(a.game.Position(), g.Start) {
		a.player.Clear()
	}
	a.terms, a.game, a.chats, a.failure = g, engine.NewGame(g.Start, g.DrawRule), 0, nil
	return nil
}

// Begun shows what is played.
func (a *PlayerAgent) Begun(opponent string) {
	a.terms.Opponent = opponent
	a.options.Status(a.terms.String())
}

// goesOn reports whether a position is at most one move behind another.
func goesOn(last, next engine.Position) bool {
	return last == next || slices.ContainsFunc(last.Moves(), func(m engine.Move) bool { return last.Play(m) == next })
}

// String describes a game for people.
func (g Game) String() string {
	text := fmt.Sprintf("playing %v on the %v board", g.Side, g.Start.Variant())
	if g.Opponent != "" {
		text += " against " + g.Opponent
	}
	if g.Time > 0 {
		text += fmt.Sprintf(", %v a player", g.Time)
	}
	if g.Moves > 0 {
		text += fmt.Sprintf(", %d moves", g.Moves)
	}
	return text
}

// OwnMove thinks.
func (a *PlayerAgent) OwnMove(ctx context.Context, clock Clock) (Decision, error) {
	result := a.player.Think(ctx, a.game, a.limits(clock), nil)
	best, found := result.Best()
	if !found {
		return Decision{}, fmt.Errorf("no move in %s", a.game.Position().FEN())
	}
	a.play(best)
	return Decision{Move: best}, a.failure
}

// OpponentMove takes note of a move.
func (a *PlayerAgent) OpponentMove(m engine.Move, _ time.Duration) { a.play(m) }

func (a *PlayerAgent) play(m engine.Move) {
	if err := a.game.Play(m); err != nil && a.failure == nil {
		a.failure = err
	}
}

const (
	// reservedPart of the game's time is not planned with, for a delay on the way.
	reservedPart = 50

	// certainMoves is more than the search expects of any game. Where more are left,
	// the game is likely to end before the number of its moves does.
	certainMoves = 40
)

// limits plans with the clock as the other side sees it: there each move so far took
// longer than here, by the time on the way.
func (a *PlayerAgent) limits(c Clock) search.Limits {
	underway := time.Duration(a.game.Ply()/2) * a.player.Settings().MoveOverhead
	clock := search.Clock{Time: c.Own - underway - a.terms.Time/reservedPart}
	if c.MovesLeft <= certainMoves {
		clock.MovesToGo = c.MovesLeft
	}
	return search.Limits{Nodes: a.options.Nodes, Clock: &clock}
}

const (
	// decisiveScore wins a game that the number of moves has ended.
	decisiveScore eval.Score = 300

	adjudicationNodes = 200_000
	adjudicationTime  = time.Second
)

// Adjudicate says who wins by a score of three men and more after a short search.
func (a *PlayerAgent) Adjudicate() EndReason {
	limits := search.Limits{Nodes: adjudicationNodes, MoveTime: adjudicationTime, Analysis: true}
	switch score := a.player.Think(context.Background(), a.game, limits, nil).Score(); {
	case score >= decisiveScore:
		return ReasonWin
	case score <= -decisiveScore:
		return ReasonGiveUp
	}
	return ReasonDraw
}

// Ended does nothing: the record goes to whoever runs the games.
func (a *PlayerAgent) Ended(Record) {}

// maxChatLines is how much of the other side's chat is shown from one game to the next.
const maxChatLines = 50

// Chat passes text of the other side on.
func (a *PlayerAgent) Chat(text string) {
	switch a.chats++; {
	case a.chats <= maxChatLines:
		a.options.Status("the other side says: " + text)
	case a.chats == maxChatLines+1:
		a.options.Status("the other side says more, which is not shown")
	}
}
