package search

import "ckengine/eval"

// quiesce returns the score of the node at ply with all captures played out.
// Captures are compulsory, so there is no choice to stand pat while one is due.
// At the first node of its kind a threat of the opponent's is answered by one
// ply of all moves, since standing pat would ignore it.
func (w *worker) quiesce(ply int, alpha, beta eval.Score, first bool) eval.Score {
	here := &w.frames[ply]
	here.line = here.line[:0]
	if w.mustStop() {
		return eval.DrawScore
	}
	if w.isCountedOut(ply) {
		w.leaf(ply)
		return eval.DrawScore
	}
	if ply == maxPly {
		w.leaf(ply)
		return w.evaluate(ply)
	}
	key := here.position.Hash()
	if first {
		key = unthreatened(key)
	}
	if score, known := w.quiet.find(key); known {
		w.leaf(ply)
		return score
	}
	if !here.position.CanCapture() {
		if !here.position.HasMoves() {
			w.leaf(ply)
			return eval.Loss(ply)
		}
		if !first || w.params.ThreatPly == 0 || !here.position.IsThreatened() {
			w.leaf(ply)
			score := w.evaluate(ply)
			w.quiet.store(key, score)
			return score
		}
	}

	here.list.generate(&here.position)
	here.list.order(here.position.SideToMove(), 0, &w.history)
	best := -eval.Infinity
	for {
		m, more := here.list.pick()
		if !more {
			return best
		}
		w.descend(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha, false)
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
