package match

import (
	"context"
	"fmt"
	"time"

	"ckengine/engine"
)

// Engine is a contestant at work. One goroutine uses it at a time.
//
// Errors that end the engine are a [*Failure]; the engine must then be closed. Any
// other error is the context's.
type Engine interface {
	Identity() Identity
	// NewGame forgets everything earlier and returns when the engine is ready to think.
	NewGame(ctx context.Context) error
	// Think asks for a move in the present position of the game.
	Think(ctx context.Context, g *engine.Game, b Budget) (Answer, error)
	// Problems are the faults of the engine so far that did not end a game.
	Problems() []string
	// Dialogue is the last part of what the engine and the runner said to each other,
	// for the log of a game that ended abnormally; empty where there is no such thing.
	Dialogue() string
	// Close ends the engine. The error tells of an engine that did not end as asked.
	Close() error
}

// Identity is what an engine says of itself.
type Identity struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
	Author  string `json:"author,omitempty"`
}

// Budget bounds one move.
type Budget struct {
	Limits
	Clock *Clock        // nil without a clock for the game
	Wait  time.Duration // after it the engine is told to stop, and the move is too late
}

// Answer is an engine's move with what it says of its search. All but Elapsed is
// hearsay.
type Answer struct {
	Move    string        // in any form that [engine.Position.ParseMove] reads; empty for none
	Elapsed time.Duration // from the request to the arrival of the answer, by the runner's clock
	Score   Score         // from the side to move
	Depth   int           // plies
	Nodes   int64
	Quit    *Quit // set where the engine ended the game instead of moving
}

// Quit is the end of a game by an engine, in a protocol in which it may end it.
type Quit struct {
	Outcome engine.Outcome
	End     End
}

// spectator is an engine that has to be told how the referee ended a game.
type spectator interface {
	GameOver(ctx context.Context, outcome engine.Outcome)
}

// Failure is the end of an engine that cannot go on, or that broke the protocol.
type Failure struct {
	End    End    // what it makes of the running game
	Detail string // what happened, with the circumstances
	Err    error  // the cause, may be nil
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %s", f.End, f.Detail) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }
