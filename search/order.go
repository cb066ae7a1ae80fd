package search

import "ckengine/engine"

// moveList is the legal moves of a node with the order in which to try them.
type moveList struct {
	moves []engine.Move
	// keys rank the moves not yet picked: the score in the high half, less the place in
	// moves. So the greatest key is the best move's, the first one among equals.
	keys []int64
	next int
}

// usualMoves is how many moves a list holds before it has to grow.
const usualMoves = 96

func newMoveList() moveList {
	return moveList{moves: make([]engine.Move, 0, usualMoves), keys: make([]int64, 0, usualMoves)}
}

// generate fills the list with the legal moves.
func (l *moveList) generate(p *engine.Position) {
	l.moves = p.AppendMoves(l.moves[:0])
}

// order scores the moves: the table move first, the others by history.
func (l *moveList) order(side engine.Side, tableMove engine.MoveIndex, h *history) {
	l.keys = l.keys[:0]
	l.next = 0
	for i, m := range l.moves {
		score := h.of(side, m)
		if tableMove != 0 && m.Index() == tableMove {
			score = historyOne + 1
		}
		l.keys = append(l.keys, int64(score)<<32-int64(i))
	}
}

// pick returns the best move not yet picked.
func (l *moveList) pick() (engine.Move, bool) {
	if l.next == len(l.moves) {
		return engine.Move{}, false
	}
	rest := l.keys[l.next:]
	place := int(uint32(-greatest(rest)))
	l.keys[place] = rest[0] + int64(l.next-place)
	l.moves[l.next], l.moves[place] = l.moves[place], l.moves[l.next]
	l.next++
	return l.moves[l.next-1], true
}

// picked returns the moves picked so far, the latest last.
func (l *moveList) picked() []engine.Move { return l.moves[:l.next] }

// greatest returns the greatest of keys. Inlined, where the key leads to a load, the
// compiler would make each comparison a branch, and a badly predicted one.
//
//go:noinline
func greatest(keys []int64) int64 {
	best := keys[0]
	for _, key := range keys {
		best = max(best, key)
	}
	return best
}
