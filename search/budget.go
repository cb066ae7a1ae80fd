package search

import (
	"time"

	"ckengine/engine"
	"ckengine/eval"
)

const (
	// leastTime is what a search gets even if the clock is empty: a legal move
	// found in a millisecond beats a better one after the flag has fallen.
	leastTime = time.Millisecond
	// clockReserve is the part of the clock that no single move may touch.
	clockReserve = 0.05
	// hardFactor is how many times its share of the clock a move may take, and
	// hardPart the part of the clock that it may take in no case but the last move
	// before more time.
	hardFactor = 4
	hardPart   = 3
	// ponderShare is the part by which a share grows if the opponent's time helps.
	ponderShare = 4
)

// budget divides the time: a move on the clock gets its share of the moves still
// to be expected, from 50 in the opening down to 20 when few pieces are left.
func budget(l Limits, g *engine.Game) (soft, hard time.Duration) {
	if l.Clock != nil {
		c := *l.Clock
		moves := c.MovesToGo
		if moves <= 0 {
			p := g.Position()
			pieces := p.Pieces(engine.White).Or(p.Pieces(engine.Black)).Count()
			moves = 20 + 30*pieces/(2*p.Variant().MenPerSide())
		}
		usable := time.Duration(float64(c.Time+c.Increment)*(1-clockReserve)) - c.Overhead
		share := (c.Time + c.Increment*time.Duration(moves)) / time.Duration(moves)
		if c.Ponder {
			share += share / ponderShare
		}
		soft = max(min(share*2/3, usable/time.Duration(min(moves, hardPart))), leastTime)
		hard = max(min(share*hardFactor, usable/time.Duration(min(moves, hardPart))), leastTime)
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

// pace decides after each iteration whether another one is worth its time: it
// gives more of the budget to a move that changes or gets worse, and less to one
// that stays the same.
type pace struct {
	timer  *timer
	factor float64
	last   Line
}

const (
	steadyFactor  = 0.9 // for each iteration that keeps the best move
	changedFactor = 1.3 // for each that finds another
	worseFactor   = 1.3 // for each whose score falls by worseMargin or more
	worseMargin   = eval.Score(15)

	leastFactor, greatestFactor = 0.5, 2.0
)

func (t *timer) pace() *pace { return &pace{timer: t, factor: 1} }

// goesOn reports whether to begin another iteration after one that ended with a line.
func (p *pace) goesOn(best Line) bool {
	if len(p.last.Moves) > 0 {
		if best.Moves[0] == p.last.Moves[0] {
			p.factor *= steadyFactor
		} else {
			p.factor *= changedFactor
		}
		if best.Score <= p.last.Score-worseMargin {
			p.factor *= worseFactor
		}
		p.factor = max(leastFactor, min(p.factor, greatestFactor))
	}
	p.last = best
	t := p.timer
	if t.soft == 0 || t.ponder.Load() {
		return true
	}
	if t.soft == t.hard {
		return t.elapsed() < t.hard
	}
	return t.elapsed() < time.Duration(float64(t.soft)*p.factor)
}
