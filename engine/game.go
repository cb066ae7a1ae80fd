package engine

import (
	"errors"
	"fmt"
	"slices"
)

// Result is how a game stands.
type Result uint8

// The results of a game.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns "*", "2-0", "0-2" or "1-1", as PDN writes results of this game.
func (r Result) String() string { return [...]string{"*", "2-0", "0-2", "1-1"}[r] }

// WinFor returns the result of a game that side has won.
func WinFor(side Side) Result {
	if side == White {
		return WhiteWins
	}
	return BlackWins
}

// Outcome is a result with its reason in words, which is empty while the game goes on.
type Outcome struct {
	Result Result
	Reason string
}

var (
	// ErrIllegalMove is what [Game.Play] and [Position.ParseMove] wrap when the rules do
	// not allow a move.
	ErrIllegalMove = errors.New("illegal move")
	// ErrGameOver is what [Game.Play] wraps when the game has ended.
	ErrGameOver = errors.New("the game is over")
)

// Game is a line of play from a start position, under a draw rule.
type Game struct {
	rule      DrawRule
	moves     []Move
	positions []Position     // the start position and the one after each move
	counters  []DrawCounters // for each position
}

// NewGame returns a game in which no move has been played.
func NewGame(start Position, rule DrawRule) *Game {
	return &Game{
		rule:      rule,
		positions: []Position{start},
		counters:  []DrawCounters{rule.Counters(start)},
	}
}

// Rule returns the draw rule.
func (g *Game) Rule() DrawRule { return g.rule }

// Start returns the position before the first move.
func (g *Game) Start() Position { return g.positions[0] }

// Position returns the present position.
func (g *Game) Position() Position { return g.positions[g.Ply()] }

// PositionAt returns the position after the given number of plies, from 0 to [Game.Ply].
func (g *Game) PositionAt(ply int) Position { return g.positions[ply] }

// Moves returns the moves played so far.
func (g *Game) Moves() []Move { return slices.Clone(g.moves) }

// Ply returns the number of moves played so far, those of both sides.
func (g *Game) Ply() int { return len(g.moves) }

// Counters returns the draw counters at the present position.
func (g *Game) Counters() DrawCounters { return g.counters[g.Ply()] }

// Play plays a move. It refuses an illegal move with [ErrIllegalMove] and every
// move after the end with [ErrGameOver]; the game is then as before.
func (g *Game) Play(m Move) error {
	if outcome := g.Outcome(); outcome.Result != Ongoing {
		return fmt.Errorf("%w: %s", ErrGameOver, outcome.Reason)
	}
	prev := &g.positions[g.Ply()]
	if moves := prev.Moves(); !slices.Contains(moves, m) {
		return fmt.Errorf("%w %s: %w", ErrIllegalMove, prev.HubText(m), prev.whyIllegal([]Square{m.from, m.to}, moves))
	}
	next := prev.Play(m)
	g.counters = append(g.counters, g.Counters().After(prev, m, &next))
	g.positions = append(g.positions, next)
	g.moves = append(g.moves, m)
	return nil
}

// Truncate takes back moves until the given number of plies is left. It does
// nothing if there are no more than that.
func (g *Game) Truncate(ply int) {
	if ply >= g.Ply() {
		return
	}
	ply = max(ply, 0)
	g.moves = g.moves[:ply]
	g.positions = g.positions[:ply+1]
	g.counters = g.counters[:ply+1]
}

// Clone returns a game that goes its own way from here.
func (g *Game) Clone() *Game {
	return &Game{
		rule:      g.rule,
		moves:     slices.Clone(g.moves),
		positions: slices.Clone(g.positions),
		counters:  slices.Clone(g.counters),
	}
}

// sinceIrreversible returns the positions that may still come about again, the
// present one last.
func (g *Game) sinceIrreversible() []Position {
	first := g.Ply()
	for first > 0 && g.positions[first-1].IsReversible(g.moves[first-1]) {
		first--
	}
	return g.positions[first:]
}

// Hashes returns the hashes of the positions since the last irreversible move,
// oldest first and the present one last: those that a search may meet again.
func (g *Game) Hashes() []uint64 {
	positions := g.sinceIrreversible()
	hashes := make([]uint64, len(positions))
	for i := range positions {
		hashes[i] = positions[i].hash
	}
	return hashes
}

// Repetitions returns how many times the present position has been on the board
// with the same side to move, this time included.
func (g *Game) Repetitions() int {
	positions := g.sinceIrreversible()
	present := &positions[len(positions)-1]
	count := 0
	for i := range positions {
		if positions[i] == *present {
			count++
		}
	}
	return count
}

// Outcome returns how the game stands. Only the side to move is looked at: if it
// has no legal move it has lost, even where a draw rule would apply too.
func (g *Game) Outcome() Outcome {
	p := &g.positions[g.Ply()]
	loss := WinFor(p.side.Opponent())
	switch reason, drawn := g.Counters().Draw(); {
	case p.own.IsEmpty():
		return Outcome{loss, fmt.Sprintf("%s has no piece left", p.side)}
	case !p.HasMoves():
		return Outcome{loss, fmt.Sprintf("%s has no legal move", p.side)}
	case g.Repetitions() >= 3:
		return Outcome{Draw, "the same position for the third time"}
	case drawn:
		return Outcome{Draw, reason}
	}
	return Outcome{Ongoing, ""}
}
