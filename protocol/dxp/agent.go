package dxp

import (
	"context"
	"time"

	"ckengine/engine"
)

// Agent plays the games of a connection. A connection calls one method at a
// time, except that Chat may come while OwnMove runs.
//
// Begun comes at most once for a game, and before all else that is played in it.
// Each game for which NewGame returned nil ends with exactly one call of
// Ended, also when the other side refused it or vanished.
type Agent interface {
	// NewGame prepares for a game. It is called before the game is requested or
	// accepted, so that no clock runs yet. An error means that the agent will
	// not play: a follower then refuses the game and tells the other side the
	// text of the error; a [*RefusedError] chooses the code and the text.
	NewGame(Game) error

	// Begun takes note that the game was accepted and the clocks run. The opponent
	// is the name that the other side gives itself.
	Begun(opponent string)

	// OwnMove decides what to do when the agent is to move in a position with
	// legal moves. It returns as soon as it can once ctx is done, and what it
	// then returns does not count. An error gives the game up.
	OwnMove(ctx context.Context, clock Clock) (Decision, error)

	// OpponentMove takes note of a legal move of the other side, which says that
	// it needed the given time.
	OpponentMove(m engine.Move, used time.Duration)

	// Adjudicate says how an undecided game that has reached its number of
	// moves is to end, as the agent sees it. ReasonUnknown is always right.
	Adjudicate() EndReason

	// Ended takes note of the end of the game.
	Ended(Record)

	// Chat shows text of the other side. It may also come between games.
	Chat(text string)
}

// Game is what an agent learns before a game.
type Game struct {
	Start    engine.Position
	Side     engine.Side     // that the agent plays
	DrawRule engine.DrawRule // by which the connection claims draws
	Time     time.Duration   // of each player for the whole game; 0 if the other side sent less than a minute without saying how much
	Moves    int             // of each player for the whole game; 0 is no limit
	Opponent string          // its name; empty for an initiator, who learns it with the answer

	// Say sends a line of chat. It may be called at any moment until Ended.
	Say func(text string) error
}

// Clock tells what is left of the game's time and moves. The times may be
// negative: in DXP a player who has run out of time plays on until someone
// ends the game.
type Clock struct {
	Own, Opponent time.Duration
	MovesLeft     int // of the agent, this one included; 0 is no limit
}

// Decision is a move, or the end of the game.
type Decision struct {
	Move engine.Move
	Used time.Duration // for this move; 0 lets the connection measure it
	End  EndReason     // ends the game instead of moving, if it is not zero
	Stop bool          // no further game after this one, with End
}
