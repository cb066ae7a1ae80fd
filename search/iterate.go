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
	root     *root
	worker   *worker
	timer    *timer
	limits   Limits
	progress func(Line)
}

func (it iteration) run() {
	deepest := MaxDepth
	if it.limits.Depth > 0 {
		deepest = min(deepest, it.limits.Depth)
	}
	wanted := min(max(it.limits.MultiPV, 1), len(it.root.moves))
	for depth := 1; depth <= deepest; depth++ {
		found := make([]Line, 0, wanted)
		for rank := range wanted {
			line, complete := it.searchRank(rank, depth)
			if len(line.Moves) > 0 {
				found = append(found, line)
				it.report(line)
			}
			if !complete {
				it.keep(found)
				return
			}
		}
		it.keep(found)
		if it.isSettled(depth) || !it.timer.mayBeginIteration() {
			return
		}
	}
}

// searchRank searches the moves that are not among the better ranks. An incomplete
// line is what a stopped search has, empty if it did not finish the first move.
func (it iteration) searchRank(rank, depth int) (line Line, complete bool) {
	w := it.worker
	moves := it.root.moves[rank:]
	alpha := -eval.Infinity
	for i, m := range moves {
		w.pathPly = maxPly
		w.descend(0, m)
		score := w.searchChild(0, depth-1, alpha, eval.Infinity, i == 0)
		if it.timer.isStopped() {
			return line, false
		}
		if score <= alpha {
			continue
		}
		alpha = score
		w.setLine(0, m)
		line = it.line(rank, depth, score)
		copy(moves[1:i+1], moves[:i])
		moves[0] = m
		if i > 0 && i < len(moves)-1 {
			it.report(line)
		}
	}
	return line, true
}

// line describes the worker's best line.
func (it iteration) line(rank, depth int, score eval.Score) Line {
	return Line{
		Rank:      rank + 1,
		Depth:     depth,
		MeanDepth: it.worker.meanDepth(),
		Score:     score,
		Nodes:     it.worker.nodes,
		Time:      it.timer.elapsed(),
		Moves:     slices.Clone(it.worker.frames[0].line),
	}
}

func (it iteration) report(line Line) {
	if it.progress != nil {
		line.Nodes, line.Time, line.MeanDepth = it.worker.nodes, it.timer.elapsed(), it.worker.meanDepth()
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

// isSettled reports whether a deeper search cannot change the answer.
func (it iteration) isSettled(depth int) bool {
	if len(it.root.moves) == 1 && !it.limits.Analysis {
		return true
	}
	return !slices.ContainsFunc(it.root.lines, func(l Line) bool {
		return !(l.Score.IsWin() || l.Score.IsLoss()) || l.Score.Plies() > depth
	})
}
