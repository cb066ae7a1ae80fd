package search

import (
	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
)

// extension returns by how many plies a move is searched deeper: a forced reply
// costs no depth, and neither does a move that alone keeps the balance.
func (w *worker) extension(list *moveList, m engine.Move, singular engine.MoveIndex) int {
	if len(list.moves) == 1 {
		return w.params.SingleReply
	}
	if singular != 0 && m.Index() == singular {
		return 1
	}
	return 0
}

// cutEarly ends a node whose score should exceed beta by so much that a look at its
// evaluation or a shallow search will do.
func (w *worker) cutEarly(ply, depth int, beta eval.Score) (score eval.Score, enough bool) {
	if beta.IsDecided() {
		return 0, false
	}
	stand, isQuiet := w.standPat(ply)
	if isQuiet && depth <= w.params.FutilityDepth {
		if score := stand - eval.Score(w.params.FutilityMargin*depth); score >= beta {
			w.leaf(ply)
			return score, true
		}
	}
	if isQuiet && stand < beta {
		return 0, false
	}
	return w.probCut(ply, depth, beta)
}

// probCut lets a shallow search cut the node if it exceeds beta by a margin that
// grows with the depth. Passing is no threat in draughts, so this takes the place
// that the null move has in chess. Shallow searches are not cut in turn.
func (w *worker) probCut(ply, depth int, beta eval.Score) (score eval.Score, enough bool) {
	margin := eval.Score(w.params.ProbCutMargin * depth)
	target := beta + margin
	if depth < w.params.ProbCutDepth || w.isShallow || target.IsDecided() {
		return 0, false
	}
	w.isShallow = true
	score = w.search(ply, depth*w.params.ProbCutPart/100, target-1, target)
	w.isShallow = false
	return score - margin, score >= target
}

// childCutoff looks the node's children up in the table for one that settles it
// (enhanced transposition cut-off).
func (w *worker) childCutoff(ply, depth int, beta eval.Score) (score eval.Score, m engine.Move, enough bool) {
	here := &w.frames[ply]
	var next engine.Position
	for _, m := range here.list.moves {
		here.position.PlayTo(&next, m)
		entry, known := w.table.Probe(w.key(&next))
		if !known || entry.Bound == tt.Lower {
			continue
		}
		if score, enough := cutoff(entry, ply+1, depth-1, -beta, -beta+1); enough && -score >= beta {
			return -score, m, true
		}
	}
	return 0, engine.Move{}, false
}

// singularDepth is how many plies less deep the other moves are searched.
const singularDepth = 4

// isSingular reports whether the table move is better by a margin than all
// others, as far as a shallower search can tell.
func (w *worker) isSingular(ply, depth int, entry tt.Entry) bool {
	if w.isExact || depth < w.params.SingularDepth || entry.Move == 0 || entry.Bound == tt.Upper || entry.Bound == tt.NoBound ||
		int(entry.Depth) < depth-singularDepth {
		return false
	}
	score := eval.Score(entry.Score).FromRoot(ply)
	target := score - eval.Score(w.params.SingularMargin)
	if score.IsDecided() || target.IsDecided() {
		return false
	}
	here := &w.frames[ply]
	if len(here.list.moves) == 1 {
		return false
	}
	here.list.order(here.position.SideToMove(), entry.Move, &w.history)
	for {
		m, more := here.list.pick()
		if !more {
			return true
		}
		if m.Index() == entry.Move {
			continue
		}
		w.descend(ply, m)
		if -w.search(ply+1, depth-1-singularDepth, -target, -target+1) >= target || w.timer.isStopped() {
			return false
		}
	}
}
