package search

// isDraw reports whether the node at ply is drawn by a repetition or by a
// counter, and notes which ply that rests upon.
//
// A position that occurred in the search before is scored as a draw at once: who
// can repeat it once can repeat it again. One that occurred in the game only
// counts at its third time.
func (w *worker) isDraw(ply int) bool {
	here := &w.frames[ply]
	if w.isCountedOut(ply) {
		return true
	}
	hash := here.position.Hash()
	occurrences := 0
	for back := 4; back <= here.reversible; back += 2 {
		if earlier := ply - back; earlier >= 0 {
			if w.frames[earlier].position.Hash() == hash {
				w.pathPly = min(w.pathPly, earlier)
				return true
			}
		} else if w.past[len(w.past)-1+earlier] == hash {
			if occurrences++; occurrences == 2 {
				w.pathPly = 0
				return true
			}
		}
	}
	return false
}

// isCountedOut reports whether the node at ply is drawn by a counter. A side that has no
// legal move has lost nevertheless.
func (w *worker) isCountedOut(ply int) bool {
	here := &w.frames[ply]
	if !here.counters.IsDrawn() || !here.position.HasMoves() {
		return false
	}
	w.pathPly = 0
	return true
}

// counterMargin is how many plies beyond its nominal depth a search may see.
const counterMargin = 8

// nearCounter reports whether a draw counter runs out within the given depth, so
// that what the table knows from other paths to the position does not hold here.
func (w *worker) nearCounter(ply, depth int) bool {
	return w.frames[ply].counters.PliesLeft() <= depth+counterMargin
}
