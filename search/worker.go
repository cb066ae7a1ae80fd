package search

import (
	"sync/atomic"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
)

// maxPly is how deep a line can get below the root, captures at its end included.
const maxPly = 192

// pollInterval is the number of nodes between two looks at the clock.
const pollInterval = 1024

// worker is what one goroutine needs to search. Nothing in it is shared but the
// table and the timer.
type worker struct {
	evaluator *eval.Evaluator
	table     *tt.Table
	timer     *timer

	frames  [maxPly + 1]frame
	past    []uint64 // hashes of the game since its last irreversible move, the root last
	history history
	params  Params
	noise   noise
	quiet   quietCache // the noise included
	// isShallow is true within a search that may cut a node before its time.
	isShallow bool
	// isExact is true in a search without reductions and early cuts.
	isExact    bool
	reductions *reductions

	nodes                   int64
	published               atomic.Int64 // nodes as other goroutines see them
	nodeLimit               int64
	leaves                  int64
	leafPlies               int64
	cutNodes, firstMoveCuts int64
	// pathPly is the lowest ply whose position the last score rests upon through a
	// repetition or a draw counter, maxPly if it rests on none.
	pathPly int
}

// frame is a node of the line being searched.
type frame struct {
	position engine.Position
	counters engine.DrawCounters
	// reversible is the number of moves that led here since the last irreversible one,
	// the moves of the game included.
	reversible int
	list       moveList
	line       []engine.Move // best line from here
}

func newWorker(e *eval.Evaluator, t *tt.Table, p Params) *worker {
	w := &worker{evaluator: e, table: t, params: p, reductions: newReductions(&p)}
	w.history.shift = uint8(p.HistoryShift)
	for i := range w.frames {
		w.frames[i].list = newMoveList()
		w.frames[i].line = make([]engine.Move, 0, maxPly)
	}
	return w
}

// begin sets the worker to the root of a search.
func (w *worker) begin(g *engine.Game, t *timer, nodeLimit int64, n noise) {
	if n != w.noise {
		clear(w.quiet[:])
	}
	w.timer, w.noise = t, n
	w.nodes, w.nodeLimit = 0, nodeLimit
	w.published.Store(0)
	w.leaves, w.leafPlies = 0, 0
	w.cutNodes, w.firstMoveCuts = 0, 0
	w.past = append(w.past[:0], g.Hashes()...)
	w.history.clear()
	w.isShallow, w.isExact = false, false
	root := &w.frames[0]
	root.position = g.Position()
	root.counters = g.Counters()
	root.reversible = len(w.past) - 1
}

// descend plays a move of the node at ply and sets up the node below it.
func (w *worker) descend(ply int, m engine.Move) {
	here, next := &w.frames[ply], &w.frames[ply+1]
	here.position.PlayTo(&next.position, m)
	next.counters = here.counters.After(&here.position, m, &next.position)
	next.reversible = 0
	if here.position.IsReversible(m) {
		next.reversible = here.reversible + 1
	}
	w.nodes++
}

// mustStop reports whether the search is over, and looks at the clock now and then.
func (w *worker) mustStop() bool {
	if w.nodes%pollInterval == 0 {
		w.published.Store(w.nodes)
		w.timer.check()
	}
	if w.nodeLimit > 0 && w.nodes >= w.nodeLimit {
		w.timer.stop()
	}
	return w.timer.isStopped()
}

// setLine makes m, followed by the best line of the node below, the best line at ply.
func (w *worker) setLine(ply int, m engine.Move) {
	here := &w.frames[ply]
	here.line = append(append(here.line[:0], m), w.frames[ply+1].line...)
}

// evaluate returns the worth of the node at ply as the worker sees it.
func (w *worker) evaluate(ply int) eval.Score {
	position := &w.frames[ply].position
	score := w.evaluator.Evaluate(position)
	if w.noise.amplitude != 0 {
		score = eval.Clamp(score + w.noise.of(position))
	}
	return score
}

// exactKey tells the table's entries of exact searches from the others.
const exactKey = 0x5851f42d4c957f2d

// key returns the key of a position in the table.
func (w *worker) key(p *engine.Position) uint64 {
	if w.isExact {
		return p.Hash() ^ exactKey
	}
	return p.Hash()
}

// leaf counts a node at which the search ends, for the mean depth.
func (w *worker) leaf(ply int) {
	w.leaves++
	w.leafPlies += int64(ply)
}

// meanDepth returns the average ply of the leaves so far.
func (w *worker) meanDepth() float64 {
	if w.leaves == 0 {
		return 0
	}
	return float64(w.leafPlies) / float64(w.leaves)
}
