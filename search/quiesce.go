package search

import "ckengine/eval"

// quiesce returns the score of the node at ply with all captures played out.
// Captures are compulsory, so there is no choice to stand pat while one is due.
func (w *worker) quiesce(ply int, alpha, beta eval.Score) eval.Score {
	here := &w.frames[ply]
	here.line = here.line[:0]
	if w.mustStop() {
		return eval.DrawScore
	}
	if here.counters.IsDrawn() {
		w.pathPly = 0
		w.leaf(ply)
		return eval.DrawScore
	}
	if !here.position.CanCapture() || ply == maxPly {
		w.leaf(ply)
		if !here.position.HasMoves() {
			return eval.Loss(ply)
		}
		return w.evaluator.Evaluate(&here.position)
	}

	here.list.generate(&here.position, 0, &w.history)
	best := -eval.Infinity
	for {
		m, more := here.list.pick()
		if !more {
			return best
		}
		w.descend(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha)
		if w.timer.isStopped() {
			return best
		}
		if score <= best {
			continue
		}
		best = score
		if score > alpha {
			alpha = score
			w.setLine(ply, m)
			if score >= beta {
				return best
			}
		}
	}
}
