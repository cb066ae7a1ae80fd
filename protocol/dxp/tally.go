package dxp

import (
	"fmt"

	"ckengine/engine"
)

// Tally counts the results of a series from this end.
type Tally struct {
	Wins, Draws, Losses int
	Undecided           int // cut short, or ended without a result
}

// Add counts a game that was begun.
func (t *Tally) Add(r Record) {
	switch r.Result {
	case engine.WinFor(r.Side):
		t.Wins++
	case engine.WinFor(r.Side.Opponent()):
		t.Losses++
	case engine.Draw:
		t.Draws++
	default:
		t.Undecided++
	}
}

// Games returns the number of games begun.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses + t.Undecided }

// String returns the score for people, a win counting as one point.
func (t *Tally) String() string {
	decided := t.Wins + t.Draws + t.Losses
	text := fmt.Sprintf("%g of %d (+%d =%d -%d)", float64(t.Wins)+float64(t.Draws)/2, decided, t.Wins, t.Draws, t.Losses)
	if t.Undecided > 0 {
		text += fmt.Sprintf(", %d without a result", t.Undecided)
	}
	return text
}
