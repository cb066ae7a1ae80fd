package search

import (
	"context"
	"sync/atomic"
	"time"

	"ckengine/engine"
)

// timer says when a search has to end. The searching goroutines read one flag;
// whoever finds the time used up sets it.
type timer struct {
	start   time.Time
	stopped atomic.Bool
	ponder  atomic.Bool

	soft time.Duration // no iteration begins after it, 0 for none
	hard time.Duration // the search ends at it, 0 for none

	release func()
}

// startTimer starts the time of a search.
func startTimer(ctx context.Context, l Limits, g *engine.Game) *timer {
	t := &timer{start: time.Now()}
	t.soft, t.hard = budget(l, g)
	unwatch := context.AfterFunc(ctx, t.stop)
	done := make(chan struct{})
	if l.Ponder != nil {
		t.ponder.Store(true)
		go func() {
			select {
			case <-l.Ponder:
				t.ponder.Store(false)
			case <-done:
			}
		}()
	}
	t.release = func() {
		unwatch()
		close(done)
	}
	return t
}

func (t *timer) stop()                  { t.stopped.Store(true) }
func (t *timer) isStopped() bool        { return t.stopped.Load() }
func (t *timer) elapsed() time.Duration { return time.Since(t.start) }

// check stops the search if its time is used up.
func (t *timer) check() {
	if t.hard > 0 && !t.ponder.Load() && t.elapsed() >= t.hard {
		t.stop()
	}
}

// mayBeginIteration reports whether another iteration is worth its time.
func (t *timer) mayBeginIteration() bool {
	return t.soft == 0 || t.ponder.Load() || t.elapsed() < t.soft
}

const (
	// leastTime is what a search gets even if the clock is empty: a legal move
	// found in a millisecond beats a better one after the flag has fallen.
	leastTime = time.Millisecond
	// clockReserve is the part of the clock that no single move may touch.
	clockReserve = 0.05
	// hardFactor is how many times its share of the clock a move may take.
	hardFactor = 4
	// ponderShare is the part by which a share grows if the opponent's time helps.
	ponderShare = 4
)

// budget divides the time: a move on the clock gets its share of the moves still
// to be expected, from 40 in the opening down to 15 when few pieces are left.
func budget(l Limits, g *engine.Game) (soft, hard time.Duration) {
	if l.Clock != nil {
		c := *l.Clock
		moves := c.MovesToGo
		if moves <= 0 {
			p := g.Position()
			pieces := p.Pieces(engine.White).Or(p.Pieces(engine.Black)).Count()
			moves = 15 + 25*pieces/(2*p.Variant().MenPerSide())
		}
		usable := time.Duration(float64(c.Time+c.Increment)*(1-clockReserve)) - c.Overhead
		share := (c.Time + c.Increment*time.Duration(moves)) / time.Duration(moves)
		if c.Ponder {
			share += share / ponderShare
		}
		soft = max(min(share*2/3, usable), leastTime)
		hard = max(min(share*hardFactor, usable), leastTime)
	}
	if l.MoveTime > 0 {
		soft = lesser(soft, l.MoveTime)
		hard = lesser(hard, l.MoveTime)
	}
	return soft, hard
}

// lesser returns the smaller of two durations of which the first may be 0 for none.
func lesser(a, b time.Duration) time.Duration {
	if a == 0 {
		return b
	}
	return min(a, b)
}
