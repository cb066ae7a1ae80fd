package search

import (
	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
)

// search returns the score of the node at ply, searched to depth, by principal
// variation search: the first move gets the whole window, the others must show
// with a null window that they deserve it. Once the search has been stopped the
// score means nothing.
func (w *worker) search(ply, depth int, alpha, beta eval.Score) eval.Score {
	here := &w.frames[ply]
	here.line = here.line[:0]
	if w.mustStop() {
		return eval.DrawScore
	}
	if w.isDraw(ply) {
		w.leaf(ply)
		return eval.DrawScore
	}
	if depth <= 0 {
		return w.quiesce(ply, alpha, beta)
	}
	if ply == maxPly {
		w.leaf(ply)
		return w.evaluator.Evaluate(&here.position)
	}

	// No line from here can end sooner than at this ply, or win sooner than at the next.
	alpha, beta = max(alpha, eval.Loss(ply)), min(beta, eval.Win(ply+1))
	if alpha >= beta {
		return alpha
	}

	hash := here.position.Hash()
	entry, known := w.table.Probe(hash)
	isPV := beta-alpha > 1
	if known && !isPV && int(entry.Depth) >= depth && !w.nearCounter(ply, depth) {
		if score, enough := cutoff(entry, ply, alpha, beta); enough {
			return score
		}
	}

	here.list.generate(&here.position, entry.Move, &w.history)
	if len(here.list.moves) == 0 {
		w.leaf(ply)
		return eval.Loss(ply)
	}
	outerPath := w.pathPly
	w.pathPly = maxPly
	best, bestMove, bound := w.searchMoves(ply, depth, alpha, beta)
	restsOnPath := w.pathPly < ply
	w.pathPly = min(w.pathPly, outerPath)
	if w.timer.isStopped() {
		return best
	}

	e := tt.Entry{Move: bestMove.Index(), Depth: int8(depth), Bound: bound, Score: int16(best.FromHere(ply))}
	if restsOnPath && best == eval.DrawScore {
		// Another path to this position need not be a draw: keep the move alone.
		e.Bound, e.Score, e.Depth = tt.NoBound, 0, 0
	}
	w.table.Store(hash, e)
	return best
}

// searchMoves tries the moves of the node at ply in turn.
func (w *worker) searchMoves(ply, depth int, alpha, beta eval.Score) (best eval.Score, bestMove engine.Move, bound tt.Bound) {
	here := &w.frames[ply]
	best, bound = -eval.Infinity, tt.Upper
	for {
		m, more := here.list.pick()
		if !more {
			return best, bestMove, bound
		}
		w.descend(ply, m)
		score := w.searchChild(ply, depth-1, alpha, beta, best == -eval.Infinity)
		if w.timer.isStopped() {
			return best, bestMove, bound
		}
		if score <= best {
			continue
		}
		best, bestMove = score, m
		if score <= alpha {
			continue
		}
		alpha, bound = score, tt.Exact
		w.setLine(ply, m)
		if score >= beta {
			w.history.reward(here.position.SideToMove(), m, depth)
			return best, bestMove, tt.Lower
		}
	}
}

// searchChild returns the score, for the node at ply, of the move just played.
func (w *worker) searchChild(ply, depth int, alpha, beta eval.Score, first bool) eval.Score {
	if !first {
		score := -w.search(ply+1, depth, -alpha-1, -alpha)
		if score <= alpha || score >= beta {
			return score
		}
	}
	return -w.search(ply+1, depth, -beta, -alpha)
}

// cutoff returns the score of a table entry if it settles the node.
func cutoff(e tt.Entry, ply int, alpha, beta eval.Score) (score eval.Score, enough bool) {
	score = eval.Score(e.Score).FromRoot(ply)
	switch e.Bound {
	case tt.Exact:
		return score, true
	case tt.Lower:
		return score, score >= beta
	case tt.Upper:
		return score, score <= alpha
	}
	return 0, false
}
