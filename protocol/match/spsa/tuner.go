package spsa

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"time"
)

// Score is the games of an iteration as the upper side sees them.
type Score struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// balance is from -1, all games lost, to 1.
func (s Score) balance() float64 {
	if games := s.Wins + s.Draws + s.Losses; games > 0 {
		return float64(s.Wins-s.Losses) / float64(games)
	}
	return 0
}

// Objective lets two sides play each other, each with its value of every parameter. A
// tuning can be repeated if the same arguments always give the same score.
type Objective func(ctx context.Context, iteration int, upper, lower []int) (Score, error)

// Iteration is one step of a tuning, a line of its journal.
type Iteration struct {
	Number int   `json:"iteration"` // from 1
	Upper  []int `json:"upper"`     // the side that follows the lots
	Lower  []int `json:"lower"`     // the side against them
	Score
	Values []float64 `json:"values"` // of the parameters after the iteration
}

// Tuner is a tuning at work. One goroutine uses it at a time.
type Tuner struct {
	config  Config
	journal *os.File
	synced  time.Time // when the journal was last safe on the disk
	done    int
	values  []float64
}

// Open begins a tuning with a journal, or goes on with that of the path. A last line that
// was cut off when the process ended is left out. A journal of another tuning is an error.
func Open(path string, c Config) (*Tuner, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &Tuner{config: c}
	for _, p := range c.Params {
		t.values = append(t.values, float64(p.Start))
	}
	if err := t.openJournal(path); err != nil {
		return nil, fmt.Errorf("journal %s: %w", path, err)
	}
	return t, nil
}

// Done returns the number of iterations made.
func (t *Tuner) Done() int { return t.done }

// Values returns the present values of the parameters.
func (t *Tuner) Values() []float64 { return slices.Clone(t.values) }

// Best returns the present values as they would be used.
func (t *Tuner) Best() []int {
	best := make([]int, len(t.values))
	for i, v := range t.values {
		best[i] = int(math.Round(v))
	}
	return best
}

// Close closes the journal.
func (t *Tuner) Close() error { return errors.Join(t.journal.Sync(), t.journal.Close()) }

// Run makes the iterations that are left and shows each to progress. An error of the
// objective ends it; the iteration is then not counted.
func (t *Tuner) Run(ctx context.Context, play Objective, progress func(Iteration)) error {
	for t.done < t.config.Iterations {
		next, lots := t.draw(t.done + 1)
		var err error
		if next.Score, err = play(ctx, next.Number, next.Upper, next.Lower); err != nil {
			return fmt.Errorf("iteration %d: %w", next.Number, err)
		}
		next.Values = t.learn(next, lots)
		if err := t.append(next); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
		t.done, t.values = next.Number, next.Values
		progress(next)
	}
	return nil
}

// lotStream tells the lots from other random numbers of the same seed.
const lotStream = 0x73707361

// draw returns the two sides of an iteration, and for each parameter 1 or -1: whether
// the upper side has more or less than the present value. It depends on the seed, the
// number and the values alone.
func (t *Tuner) draw(number int) (next Iteration, lots []float64) {
	r := rand.New(rand.NewPCG(t.config.Seed, lotStream+uint64(number)<<32))
	next = Iteration{Number: number}
	for i, p := range t.config.Params {
		lot := float64(1 - 2*r.IntN(2))
		off := lot * p.Step * t.config.offset(number)
		lots = append(lots, lot)
		next.Upper = append(next.Upper, p.clamp(math.Round(t.values[i]+off)))
		next.Lower = append(next.Lower, p.clamp(math.Round(t.values[i]-off)))
	}
	return next, lots
}

// learn returns the values after an iteration.
func (t *Tuner) learn(it Iteration, lots []float64) []float64 {
	values := make([]float64, len(t.values))
	for i, p := range t.config.Params {
		moved := t.values[i] + lots[i]*p.Step*t.config.shift(it.Number)*it.balance()
		values[i] = min(max(moved, float64(p.Min)), float64(p.Max))
	}
	return values
}

func (p Param) clamp(v float64) int { return min(max(int(v), p.Min), p.Max) }
