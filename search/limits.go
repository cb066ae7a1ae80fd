package search

import (
	"time"

	"ckengine/engine"
)

// MaxDepth is the greatest depth of an iteration, in plies.
const MaxDepth = 99

// Limits bound a search. All that are set apply together; none set means that
// the search goes on until it is stopped or reaches [MaxDepth].
type Limits struct {
	Depth    int           // plies of the last iteration
	Nodes    int64         // positions visited
	MoveTime time.Duration // for this move
	Clock    *Clock        // of the side to move, nil for none
	// Ponder, if not nil, keeps MoveTime and Clock from ending the search until it
	// is closed. The time until then counts all the same.
	Ponder <-chan struct{}

	MultiPV     int           // number of best lines wanted, at least 1
	SearchMoves []engine.Move // the only moves to look at in the root, none for all
	// Handicap makes the search weaker by this many levels, up to [MaxHandicap].
	Handicap int
	// Analysis asks for a search even if there is a single legal move.
	Analysis bool
}

// Clock is the time that a side has left.
type Clock struct {
	Time      time.Duration // left before the increment of this move, may be negative
	Increment time.Duration // added before each move
	MovesToGo int           // until the next time is added, 0 for the rest of the game
	Overhead  time.Duration // lost on each move between the engine and the clock
	Ponder    bool          // whether the engine also thinks on the opponent's time
}
