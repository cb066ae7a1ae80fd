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

// generate fills the list with the legal moves.
func (l *moveList) generate(p *engine.Position) {
	l.moves = p.AppendMoves(l.moves[:0])
}

// order scores the moves: the table move first, the others by history.
func (l *moveList) order(side engine.Side, tableMove engine.MoveIndex, h *history) {
	l.scores = l.scores[:0]
	l.next = 0
	for _, m := range l.moves {
		score := h.of(side, m)
		if tableMove != 0 && m.Index() == tableMove {
			score = historyOne + 1
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

// picked returns the moves picked so far, the latest last.
func (l *moveList) picked() []engine.Move { return l.moves[:l.next] }
