package search

import (
	"math"

	"ckengine/engine"
)

// reductions holds, by depth and by place in the order, by how many hundredths of a ply a
// late move is searched less deep. They grow with the logarithms of both, as is usual.
type reductions [maxReduced][maxReduced]int16

// maxReduced is the depth and the place from which reductions no longer grow.
const maxReduced = 64

// usualChance is the chance to cut off with which a move is reduced as its place says. No other
// was tried; docs/experiments.md has the matches of reduce-history with it.
const usualChance = historyOne / 4

func newReductions(p *Params) *reductions {
	var r reductions
	for depth := 1; depth < maxReduced; depth++ {
		for place := 1; place < maxReduced; place++ {
			logs := math.Log(float64(depth)) * math.Log(float64(place))
			r[depth][place] = int16(float64(p.ReduceBase) + float64(p.ReduceSlope)*logs)
		}
	}
	return &r
}

// reduction returns by how many plies the move just played at ply is searched less deep at
// first, because those ordered before it should be better.
func (w *worker) reduction(ply int, m engine.Move, depth int, isPV bool) int {
	here := &w.frames[ply]
	place := here.list.next
	if w.isExact || depth < w.params.ReduceDepth || place == 1 || m.IsCapture() || here.position.IsPromotion(m) {
		return 0
	}
	hundredths := int(w.reductions[min(depth, maxReduced-1)][min(place, maxReduced-1)])
	if isPV {
		hundredths -= w.params.ReducePV
	}
	chance := int(w.history.of(here.position.SideToMove(), m))
	hundredths += w.params.ReduceHistory * (usualChance - chance) / historyOne
	if hundredths >= 100 && w.frames[ply+1].position.CanCapture() {
		hundredths -= w.params.ReduceOffer
	}
	return max(0, min(hundredths/100, depth-1))
}

// From this many moves on the root reduces by a ply: it may take longer over its moves
// than any other node.
const rootUnreduced = 3

// rootReduction is the reduction of a move of the root.
func (it iteration) rootReduction(before int, m engine.Move, depth int) int {
	w := it.workers[0]
	if w.isExact || depth < w.params.ReduceDepth || before < rootUnreduced || m.IsCapture() || w.frames[0].position.IsPromotion(m) {
		return 0
	}
	return 1
}
