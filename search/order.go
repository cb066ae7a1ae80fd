package search

import "ckengine/engine"

// moveList is the legal moves of a node with the order in which to try them.
type moveList struct {
	moves  []engine.Move
	scores []int32
	next   int
}

// usualMoves is how many moves a list holds before it has to grow.
const usualMoves = 96

func newMoveList() moveList {
	return moveList{moves: make([]engine.Move, 0, usualMoves), scores: make([]int32, 0, usualMoves)}
}

// generate fills the list with the legal moves and scores them: the table move
// first, then by history.
func (l *moveList) generate(p *engine.Position, tableMove engine.MoveIndex, h *history) {
	l.moves = p.AppendMoves(l.moves[:0])
	l.scores = l.scores[:0]
	l.next = 0
	side := p.SideToMove()
	for _, m := range l.moves {
		score := h.of(side, m)
		if tableMove != 0 && m.Index() == tableMove {
			score = maxHistory + 1
		}
		l.scores = append(l.scores, score)
	}
}

// pick returns the best move not yet picked.
func (l *moveList) pick() (engine.Move, bool) {
	if l.next == len(l.moves) {
		return engine.Move{}, false
	}
	best := l.next
	for i := l.next + 1; i < len(l.moves); i++ {
		if l.scores[i] > l.scores[best] {
			best = i
		}
	}
	l.moves[l.next], l.moves[best] = l.moves[best], l.moves[l.next]
	l.scores[l.next], l.scores[best] = l.scores[best], l.scores[l.next]
	l.next++
	return l.moves[l.next-1], true
}

// history counts how often moves cut off, by side, origin and destination.
type history struct{ counts [2][128][128]int32 }

const maxHistory = 1 << 20

func (h *history) of(side engine.Side, m engine.Move) int32 {
	return h.counts[side&1][m.From()&127][m.To()&127]
}

// reward notes that a move cut off at a node of the given depth.
func (h *history) reward(side engine.Side, m engine.Move, depth int) {
	count := &h.counts[side&1][m.From()&127][m.To()&127]
	*count = min(*count+int32(depth*depth), maxHistory)
}

// age makes what earlier searches saw count less.
func (h *history) age() {
	for side := range h.counts {
		for from := range h.counts[side] {
			for to := range h.counts[side][from] {
				h.counts[side][from][to] /= 4
			}
		}
	}
}
