package search

import "ckengine/engine"

// history holds for each move, by side, origin and destination, how likely it is
// to cut off, as a probability in 1/historyOne.
type history struct {
	chance [2][historySquares * historySquares]int16
	shift  uint8
}

const (
	historySquares = 80 // at least the lattice's 77, so that a move fits
	historyOne     = 1 << 14
)

func historyIndex(m engine.Move) int {
	return int(m.From())*historySquares + int(m.To())
}

func (h *history) of(side engine.Side, m engine.Move) int32 {
	return int32(h.chance[side&1][historyIndex(m)])
}

// update notes that the last of the moves tried at a node cut off and the others did not.
func (h *history) update(side engine.Side, tried []engine.Move) {
	last := len(tried) - 1
	for _, m := range tried[:last] {
		chance := &h.chance[side&1][historyIndex(m)]
		*chance -= *chance >> h.shift
	}
	chance := &h.chance[side&1][historyIndex(tried[last])]
	*chance += (historyOne - *chance) >> h.shift
}

// clear makes every move as likely as not.
func (h *history) clear() {
	for side := range h.chance {
		for i := range h.chance[side] {
			h.chance[side][i] = historyOne / 2
		}
	}
}
