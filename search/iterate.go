package search

import (
	"slices"

	"ckengine/engine"
	"ckengine/eval"
)

// root is the position that a search was asked about.
type root struct {
	moves []engine.Move // in the order in which to try them
	lines []Line        // the best ones, best first
}

// newRoot returns the root with the moves to look at, and a first answer for a
// search that is stopped before it finds any.
func newRoot(p engine.Position, l Limits) *root {
	r := &root{moves: p.Moves()}
	if len(l.SearchMoves) > 0 {
		r.moves = slices.DeleteFunc(r.moves, func(m engine.Move) bool { return !slices.Contains(l.SearchMoves, m) })
	}
	if len(r.moves) > 0 {
		r.lines = []Line{{Rank: 1, Moves: r.moves[:1:1]}}
	}
	return r
}

// iteration deepens the search of a root ply by ply.
type iteration struct {
	root       *root
	workers    []*worker // the first searches, the others' nodes are counted
	timer      *timer
	limits     Limits
	firstDepth int
	verifies   bool // whether to end a decided search with [iteration.verify]
	progress   func(Line)
}

func (it iteration) run() {
	deepest := MaxDepth
	if it.limits.Depth > 0 {
		deepest = min(deepest, it.limits.Depth)
	}
	wanted := min(max(it.limits.MultiPV, 1), len(it.root.moves))
	pace := it.timer.pace()
	for depth := max(it.firstDepth, 1); depth <= deepest; depth++ {
		found := make([]Line, 0, wanted)
		for rank := range wanted {
			line, complete := it.searchRank(rank, depth)
			if len(line.Moves) > 0 {
				found = append(found, line)
			}
			if !complete {
				it.keep(found)
				return
			}
		}
		it.keep(found)
		if it.isDecided(depth) {
			if it.verifies {
				it.verify()
			}
			return
		}
		if it.isForced() || !pace.goesOn(it.root.lines[0]) {
			return
		}
	}
}

// searchRank finds the best of the moves that are not among the better ranks. An
// incomplete line is what a stopped search has, empty if it has none.
func (it iteration) searchRank(rank, depth int) (line Line, complete bool) {
	moves := it.root.moves[rank:]
	window := it.aspiration(rank, depth)
	for {
		best, complete := it.searchRoot(moves, depth, window, func(score eval.Score) {
			line = it.line(rank, depth, score)
			it.report(line)
		})
		if !complete {
			return line, false
		}
		if window.contains(best) {
			return line, true
		}
		window = window.widen(best)
	}
}

// searchRoot searches root moves within a window and calls found for each new best
// one inside it. The best move comes first in moves afterwards, also when it
// exceeds the window.
func (it iteration) searchRoot(moves []engine.Move, depth int, window window, found func(eval.Score)) (best eval.Score, complete bool) {
	w := it.workers[0]
	alpha, best := window.alpha, -eval.Infinity
	for i, m := range moves {
		w.pathPly = maxPly
		reduction := it.rootReduction(i, m, depth)
		w.descend(0, m)
		score := w.searchChild(0, depth-1, reduction, alpha, window.beta, i == 0)
		if it.timer.isStopped() {
			return best, false
		}
		best = max(best, score)
		if score <= alpha {
			continue
		}
		alpha = score
		copy(moves[1:i+1], moves[:i])
		moves[0] = m
		if score >= window.beta {
			return best, true
		}
		w.setLine(0, m)
		found(score)
	}
	return best, true
}

// window is the range of scores that a search of the root tells apart.
type window struct {
	alpha, beta eval.Score
	margin      eval.Score
}

// fullMargin is the margin beyond which a window opens all the way.
const fullMargin = 500

// aspiration returns a narrow window around the score of the last iteration.
func (it iteration) aspiration(rank, depth int) window {
	open := window{alpha: -eval.Infinity, beta: eval.Infinity, margin: fullMargin}
	p := &it.workers[0].params
	if depth < p.AspirationDepth || rank >= len(it.root.lines) {
		return open
	}
	last := it.root.lines[rank].Score
	if last.IsDecided() {
		return open
	}
	margin := eval.Score(p.AspirationWindow)
	return window{alpha: last - margin, beta: last + margin, margin: margin}
}

func (w window) contains(s eval.Score) bool { return s > w.alpha && s < w.beta }

// widen opens the side on which a score has left the window.
func (w window) widen(s eval.Score) window {
	w.margin *= 2
	if s <= w.alpha {
		w.alpha = s - w.margin
	} else {
		w.beta = s + w.margin
	}
	if w.margin >= fullMargin || s.IsDecided() {
		w.alpha, w.beta = -eval.Infinity, eval.Infinity
	}
	return w
}

// line describes the worker's best line.
func (it iteration) line(rank, depth int, score eval.Score) Line {
	return Line{
		Rank:      rank + 1,
		Depth:     depth,
		MeanDepth: it.workers[0].meanDepth(),
		Score:     score,
		Nodes:     nodesOf(it.workers),
		Time:      it.timer.elapsed(),
		Moves:     slices.Clone(it.workers[0].frames[0].line),
	}
}

func (it iteration) report(line Line) {
	if it.progress != nil {
		line.Nodes, line.Time, line.MeanDepth = nodesOf(it.workers), it.timer.elapsed(), it.workers[0].meanDepth()
		it.progress(line)
	}
}

// keep makes the lines of an iteration the result. One that was stopped early
// keeps the ranks it did not get to.
func (it iteration) keep(found []Line) {
	lines := it.root.lines
	if len(found) >= len(lines) {
		lines = found
	} else {
		rest := slices.DeleteFunc(slices.Clone(lines), func(old Line) bool {
			return slices.ContainsFunc(found, func(l Line) bool { return l.Moves[0] == old.Moves[0] })
		})
		lines = append(found, rest[:len(lines)-len(found)]...)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return int(b.Score - a.Score) })
	for i := range lines {
		lines[i].Rank = i + 1
	}
	it.root.lines = lines
}

// isForced reports whether there is nothing to choose.
func (it iteration) isForced() bool { return len(it.root.moves) == 1 && !it.limits.Analysis }

// isDecided reports whether every line is a forced win or loss within the depth.
func (it iteration) isDecided(depth int) bool {
	return !slices.ContainsFunc(it.root.lines, func(l Line) bool {
		return !(l.Score.IsWin() || l.Score.IsLoss()) || l.Score.Plies() > depth
	})
}
