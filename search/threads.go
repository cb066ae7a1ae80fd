package search

import (
	"sync"

	"ckengine/engine"
)

// startHelpers starts workers on a root that another one searches as well. They share the
// table alone (lazy SMP): what they find is there for the first worker to meet.
// Every other one begins a ply deeper, so that they do not walk in step.
func startHelpers(workers []*worker, p engine.Position, l Limits, t *timer) *sync.WaitGroup {
	var helpers sync.WaitGroup
	for i := range workers {
		it := iteration{
			root:       newRoot(p, l),
			workers:    workers[i : i+1],
			timer:      t,
			limits:     l,
			firstDepth: 2 - i%2,
		}
		helpers.Go(it.run)
	}
	return &helpers
}

// nodesOf adds up the nodes of workers of which the first is the calling
// goroutine's own; what the others report may lag by [pollInterval].
func nodesOf(workers []*worker) int64 {
	nodes := workers[0].nodes
	for _, w := range workers[1:] {
		nodes += w.published.Load()
	}
	return nodes
}
