// Package bench searches a fixed set of positions to a fixed depth: the number of
// nodes changes only when the search or the evaluation does, and is the same on
// every machine.
package bench

import (
	"context"
	_ "embed"
	"math"
	"strings"
	"time"

	"ckengine/engine"
	"ckengine/search"
)

const (
	// Depth is the depth of each search, in plies.
	Depth = 16
	// hashMiB is the size of the table, which the node count depends on.
	hashMiB = 16
)

// positionList holds 50 positions of the 12x12 game from games of the engine
// against itself, from the opening to a few kings.
//
//go:embed positions.txt
var positionList string

// Positions returns the positions that the bench searches.
func Positions() []engine.Position {
	var all []engine.Position
	for fen := range strings.FieldsSeq(positionList) {
		p, err := engine.ParseFEN(fen, engine.Canadian)
		if err != nil {
			panic("bench: " + err.Error())
		}
		all = append(all, p)
	}
	return all
}

// Totals adds up what the searches of a bench did.
type Totals struct {
	Positions     int
	Nodes         int64
	Time          time.Duration
	CutNodes      int64 // nodes with a choice at which a move exceeded the window
	FirstMoveCuts int64 // those of them at which it was the first one
	growth        float64
}

// NodesPerSecond returns the speed.
func (t Totals) NodesPerSecond() float64 { return float64(t.Nodes) / max(t.Time.Seconds(), 1e-9) }

// FirstMoveRate returns the share of cut-offs by the first move, from 0 to 1.
func (t Totals) FirstMoveRate() float64 {
	return float64(t.FirstMoveCuts) / float64(max(t.CutNodes, 1))
}

// Branching returns the effective branching factor: how many times more nodes an
// iteration takes than the one before, as the geometric mean over the positions
// and the deeper half of the iterations.
func (t Totals) Branching() float64 { return math.Exp(t.growth / float64(max(t.Positions, 1))) }

// Run searches all positions to a depth on one thread, each with an empty table,
// and tells progress, which may be nil, of each. Of the options the evaluation and
// the numbers of the search count.
func Run(ctx context.Context, depth int, o search.Options, progress func(engine.Position, search.Result)) Totals {
	var totals Totals
	o.Variant, o.HashMiB, o.Threads = engine.Canadian, hashMiB, 1
	searcher := search.New(o)
	for _, p := range Positions() {
		searcher.Clear()
		game := engine.NewGame(p, engine.InternationalDraws)
		var nodes [search.MaxDepth + 1]int64 // up to the end of each iteration
		result := searcher.Search(ctx, game, search.Limits{Depth: depth, Analysis: true}, func(l search.Line) {
			nodes[l.Depth] = l.Nodes
		})
		if ctx.Err() != nil {
			return totals
		}
		totals.Positions++
		totals.Nodes += result.Nodes
		totals.Time += result.Time
		totals.CutNodes += result.CutNodes
		totals.FirstMoveCuts += result.FirstMoveCuts
		if last, half := nodes[depth], nodes[depth/2]; last > 0 && half > 0 && depth > 1 {
			totals.growth += math.Log(float64(last)/float64(half)) / float64(depth-depth/2)
		}
		if progress != nil {
			progress(p, result)
		}
	}
	return totals
}
