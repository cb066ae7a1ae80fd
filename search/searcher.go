package search

import (
	"context"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
)

// Searcher searches positions of one variant. It keeps what one search learns for
// the next: the transposition table. One search runs at a time.
type Searcher struct {
	table  *tt.Table
	worker *worker
}

// Options are what a Searcher is built from.
type Options struct {
	Variant engine.Variant
	HashMiB int     // size of the transposition table
	Params  *Params // nil for the defaults
}

// New returns a Searcher.
func New(o Options) *Searcher {
	params := DefaultParams()
	if o.Params != nil {
		params = *o.Params
	}
	table := tt.New(o.HashMiB)
	return &Searcher{table: table, worker: newWorker(eval.New(o.Variant), table, params)}
}

// Clear forgets all earlier searches.
func (s *Searcher) Clear() { s.table.Clear() }

// Search looks for the best move of the game's present position. It ends at the
// limits, when ctx is done, or when nothing is left to find, and always has a
// legal move if there is one. The callback, which may be nil, runs in the
// searching goroutine and sees each new line as it is found.
func (s *Searcher) Search(ctx context.Context, g *engine.Game, l Limits, progress func(Line)) Result {
	timer := startTimer(ctx, l, g)
	defer timer.release()
	s.table.NewSearch()
	s.worker.begin(g, timer, l.Nodes)

	root := newRoot(g.Position(), l)
	if len(root.moves) > 0 {
		iteration{root: root, worker: s.worker, timer: timer, limits: l, progress: progress}.run()
	}
	return Result{
		Lines:         root.lines,
		Nodes:         s.worker.nodes,
		Time:          timer.elapsed(),
		CutNodes:      s.worker.cutNodes,
		FirstMoveCuts: s.worker.firstMoveCuts,
	}
}
