package dxp

import (
	"time"

	"ckengine/engine"
)

// Record is a game that was requested, with all that is known of it.
type Record struct {
	Game      *engine.Game // the start position and the moves
	Side      engine.Side  // that was played at this end
	Name      string       // of this end
	Opponent  string       // name of the other end; empty if it never told
	Time      time.Duration
	MoveLimit int
	Began     time.Time       // when the game was accepted; zero if it was not
	Used      []time.Duration // for each move, in the other side's moves as it said

	Result      engine.Result // Ongoing if nobody knows
	Reason      string        // for people
	Termination Termination
	Declared    EndReason   // what the first GAMEEND said; zero if none came
	DeclaredBy  engine.Side // who sent it
}

// Players returns the names of White and Black.
func (r *Record) Players() (white, black string) {
	if r.Side == engine.White {
		return r.Name, r.Opponent
	}
	return r.Opponent, r.Name
}

// Played reports whether the game came to an end between the two players. It
// is false if the game was refused, or cut short by a lost connection or by
// the caller.
func (r *Record) Played() bool {
	return r.Termination >= Declared
}

// Termination says in what way a game came to its end.
type Termination uint8

// The ways in which a game ends.
const (
	NotBegun     Termination = iota // refused, or no answer came
	Disconnected                    // the connection was lost
	Cancelled                       // by the caller at this end
	Declared                        // by the side to move, whose word decides
	ByRules                         // no legal move, or a draw rule
	Forfeit                         // the other side broke the rules or sent no move in time
	OwnFailure                      // the agent failed
)

// String returns a word or two for people.
func (t Termination) String() string {
	return [...]string{"not begun", "disconnected", "cancelled", "declared", "rules", "forfeit", "own failure"}[t]
}
