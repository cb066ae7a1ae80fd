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

	soft time.Duration // what the move should take, 0 for no such limit
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
