package search

import (
	"context"
	"fmt"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
)

// Searcher searches positions of one variant. It keeps what one search learns for
// the next: the transposition table. One search runs at a time.
type Searcher struct {
	table   *tt.Table
	workers []*worker // the first one gives the answer
}

// Options are what a Searcher is built from.
type Options struct {
	Variant engine.Variant
	HashMiB int    // size of the transposition table
	Threads int    // goroutines that search, 0 for one
	Params  Params // the zero value stands for the defaults

	Weights  *eval.Weights // of the variant, nil for the default of [eval.New]
	Handmade bool          // evaluate by the hand-made weights instead
}

// Evaluator returns the evaluation that the options ask for. It panics if Weights are of
// another variant.
func (o Options) Evaluator() *eval.Evaluator {
	switch {
	case o.Handmade:
		return eval.NewHandmade(o.Variant)
	case o.Weights == nil:
		return eval.New(o.Variant)
	case o.Weights.Variant != o.Variant:
		panic(fmt.Sprintf("search: weights of the %s board for the %s one", o.Weights.Variant, o.Variant))
	}
	e, err := eval.NewLearned(o.Weights)
	if err != nil {
		panic("search: " + err.Error())
	}
	return e
}

// New returns a Searcher.
func New(o Options) *Searcher {
	params := o.Params
	if params == (Params{}) {
		params = DefaultParams()
	}
	s := &Searcher{table: tt.New(o.HashMiB)}
	evaluator := o.Evaluator()
	for range max(o.Threads, 1) {
		s.workers = append(s.workers, newWorker(evaluator, s.table, params))
	}
	return s
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
	workers := s.workers
	if l.Handicap > 0 {
		workers = workers[:1]
		if nodes := handicapNodes(l.Handicap); l.Nodes <= 0 || nodes < l.Nodes {
			l.Nodes = nodes
		}
	}
	for i, w := range workers {
		w.begin(g, timer, nodeShare(l.Nodes, i, len(workers)), newNoise(l.Handicap))
	}

	root := newRoot(g.Position(), l)
	if len(root.moves) > 0 {
		helpers := startHelpers(workers[1:], g.Position(), l, timer)
		iteration{root: root, workers: workers, timer: timer, limits: l, verifies: l.Analysis, progress: progress}.run()
		timer.stop()
		helpers.Wait()
	}
	return result(workers, root.lines, timer)
}

// result adds up what the workers did.
func result(workers []*worker, lines []Line, t *timer) Result {
	r := Result{Lines: lines, Time: t.elapsed()}
	for _, w := range workers {
		r.Nodes += w.nodes
		r.CutNodes += w.cutNodes
		r.FirstMoveCuts += w.firstMoveCuts
	}
	return r
}

// nodeShare divides a limit on nodes among the workers, 0 being no limit.
func nodeShare(nodes int64, i, workers int) int64 {
	if nodes <= 0 {
		return 0
	}
	share := nodes / int64(workers)
	if int64(i) < nodes%int64(workers) {
		share++
	}
	return max(share, 1)
}
