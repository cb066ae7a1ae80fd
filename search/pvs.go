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
//
// A profile-guided build would inline it, through the functions between, into itself,
// which is slower.
//
//go:noinline
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
		return w.quiesce(ply, alpha, beta, true)
	}
	if ply == maxPly {
		w.leaf(ply)
		return w.evaluate(ply)
	}

	// No line from here can end sooner than at this ply, or win sooner than at the next.
	alpha, beta = max(alpha, eval.Loss(ply)), min(beta, eval.Win(ply+1))
	if alpha >= beta {
		return alpha
	}

	key := w.key(&here.position)
	entry, _ := w.table.Probe(key)
	isPV := beta-alpha > 1
	mayCut := !isPV && !w.nearCounter(ply, depth)
	if mayCut {
		if score, enough := cutoff(entry, ply, depth, alpha, beta); enough {
			return score
		}
	}
	if entry.Move == 0 && !w.isExact && depth >= w.params.IIRDepth {
		depth--
	}

	outerPath := w.pathPly
	w.pathPly = maxPly
	best, bestMove, bound := w.expand(ply, depth, alpha, beta, entry, mayCut)
	restsOnPath := w.pathPly < ply
	w.pathPly = min(w.pathPly, outerPath)
	if bound == tt.NoBound || w.timer.isStopped() {
		return best
	}

	e := tt.Entry{Move: bestMove.Index(), Depth: int8(depth), Bound: bound, Score: int16(best.FromHere(ply))}
	if restsOnPath && best == eval.DrawScore {
		// Another path to this position need not be a draw: keep the move alone.
		e.Bound, e.Score, e.Depth = tt.NoBound, 0, 0
	}
	w.table.Store(key, e)
	return best
}

// expand searches below the node at ply. A score without a bound is not for the table.
func (w *worker) expand(ply, depth int, alpha, beta eval.Score, entry tt.Entry, mayCut bool) (eval.Score, engine.Move, tt.Bound) {
	here := &w.frames[ply]
	if mayCut && !w.isExact {
		if score, enough := w.cutEarly(ply, depth, beta); enough {
			return score, engine.Move{}, tt.NoBound
		}
	}
	here.list.generate(&here.position)
	if len(here.list.moves) == 0 {
		w.leaf(ply)
		return eval.Loss(ply), engine.Move{}, tt.NoBound
	}
	if mayCut && depth >= w.params.ETCDepth {
		if score, m, enough := w.childCutoff(ply, depth, beta); enough {
			return score, m, tt.Lower
		}
	}
	singular := engine.MoveIndex(0)
	if beta-alpha > 1 && w.isSingular(ply, depth, entry) {
		singular = entry.Move
	}
	if w.timer.isStopped() {
		return eval.DrawScore, engine.Move{}, tt.NoBound
	}
	here.list.order(here.position.SideToMove(), entry.Move, &w.history)
	return w.searchMoves(ply, depth, alpha, beta, singular)
}

// searchMoves tries the moves of the node at ply in turn.
func (w *worker) searchMoves(ply, depth int, alpha, beta eval.Score, singular engine.MoveIndex) (best eval.Score, bestMove engine.Move, bound tt.Bound) {
	here := &w.frames[ply]
	isPV := beta-alpha > 1
	best, bound = -eval.Infinity, tt.Upper
	for {
		m, more := here.list.pick()
		if !more {
			return best, bestMove, bound
		}
		newDepth := depth - 1 + w.extension(&here.list, m, singular)
		w.descend(ply, m)
		reduction := w.reduction(ply, m, depth, isPV)
		score := w.searchChild(ply, newDepth, reduction, alpha, beta, here.list.next == 1)
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
			if len(here.list.moves) > 1 {
				w.cutNodes++
				if here.list.next == 1 {
					w.firstMoveCuts++
				}
				w.history.update(here.position.SideToMove(), here.list.picked())
			}
			return best, bestMove, tt.Lower
		}
	}
}

// searchChild returns the score, for the node at ply, of the move just played.
func (w *worker) searchChild(ply, depth, reduction int, alpha, beta eval.Score, first bool) eval.Score {
	if !first {
		score := -w.search(ply+1, depth-reduction, -alpha-1, -alpha)
		if score > alpha && reduction > 0 {
			score = -w.search(ply+1, depth, -alpha-1, -alpha)
		}
		if score <= alpha || score >= beta {
			return score
		}
	}
	return -w.search(ply+1, depth, -beta, -alpha)
}

// cutoff returns the score of a table entry if it settles the node. A forced win
// or loss settles it whatever depth it was found at.
func cutoff(e tt.Entry, ply, depth int, alpha, beta eval.Score) (score eval.Score, enough bool) {
	score = eval.Score(e.Score).FromRoot(ply)
	deep := int(e.Depth) >= depth
	switch e.Bound {
	case tt.Exact:
		return score, deep
	case tt.Lower:
		return score, score >= beta && (deep || score.IsWin())
	case tt.Upper:
		return score, score <= alpha && (deep || score.IsLoss())
	}
	return 0, false
}
