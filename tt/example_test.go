package tt_test

import (
	"fmt"

	"ckengine/engine"
	"ckengine/tt"
)

func Example() {
	table := tt.New(1) // MiB
	p := engine.Start(engine.Canadian)
	best := p.Moves()[0]

	table.NewSearch()
	table.Store(p.Hash(), tt.Entry{Move: best.Index(), Score: 2, Depth: 12, Bound: tt.Exact})

	entry, found := table.Probe(p.Hash())
	fmt.Println(found, entry.Move == best.Index(), entry.Score, entry.Depth)
	// Output: true true 2 12
}
