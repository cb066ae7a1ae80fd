package match

import "time"

// clock is one side's time in one game.
type clock struct {
	timing
	left  time.Duration // of the session, before the increment of the next move
	moves int           // until the next session, 0 for the rest of the game
}

// timing is what a side plays under.
type timing struct {
	limits   Limits
	margin   time.Duration // a move that comes this much too late still counts
	patience time.Duration // for a move without a limit in time
}

func newClock(t timing) *clock {
	return &clock{timing: t, left: t.limits.TC.Time, moves: t.limits.TC.Moves}
}

// Clock is what an engine is told of its time.
type Clock struct {
	Left      time.Duration // before Increment is added, never negative
	Increment time.Duration // added before this move
	Moves     int           // until the next session, 0 for the rest of the game
}

// view returns what to tell the engine, nil without a clock for the game.
func (c *clock) view() *Clock {
	if c.limits.TC == (TimeControl{}) {
		return nil
	}
	return &Clock{Left: c.left, Increment: c.limits.TC.Increment, Moves: c.moves}
}

// budget is what to tell the engine of its next move.
func (c *clock) budget() Budget {
	return Budget{Limits: c.limits, Clock: c.view(), Wait: c.allowance() + c.margin}
}

// allowance returns the time that the next move may take, the margin not counted: the
// smaller one of the time for a move and that on the clock, or else the patience.
func (c *clock) allowance() time.Duration {
	allowed := time.Duration(c.limits.MoveTime)
	if c.limits.TC != (TimeControl{}) {
		onClock := c.left + c.limits.TC.Increment
		if allowed == 0 || onClock < allowed {
			allowed = onClock
		}
	}
	if !c.limits.IsTimed() {
		allowed = c.patience
	}
	return allowed
}

// spend takes the time of a move off the clock and reports whether the move came in
// time: not later than the allowance and the margin. A clock overdrawn within the
// margin stands at zero, so that the engine is never told of negative time.
func (c *clock) spend(elapsed time.Duration) (inTime bool) {
	if elapsed > c.allowance()+c.margin {
		return false
	}
	if c.limits.TC == (TimeControl{}) {
		return true
	}
	c.left = max(0, c.left+c.limits.TC.Increment-elapsed)
	if c.moves > 0 {
		if c.moves--; c.moves == 0 {
			c.left += c.limits.TC.Time
			c.moves = c.limits.TC.Moves
		}
	}
	return true
}
