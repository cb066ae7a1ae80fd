package search

import "ckengine/eval"

// quietCache remembers positions at which quiescence stands pat, with their evaluations.
// A search meets the same leaves again by other orders of the moves, with other windows
// and a ply deeper.
//
// The low bits of a key are the place of an entry, in which they make room for the score.
type quietCache [1 << 14]uint64

const quietScore = 1<<16 - 1 // the bits of an entry that hold the score

func (c *quietCache) entry(key uint64) *uint64 { return &c[key%uint64(len(c))] }

// find returns the evaluation of a position if it is one of those remembered.
func (c *quietCache) find(key uint64) (score eval.Score, known bool) {
	entry := *c.entry(key)
	return eval.Score(int16(entry)), (entry^key)&^quietScore == 0
}

func (c *quietCache) store(key uint64, score eval.Score) {
	*c.entry(key) = key&^quietScore | uint64(uint16(score))
}

// standPat returns the evaluation of the node at ply if it is quiet: a capture is neither
// due nor threatened.
func (w *worker) standPat(ply int) (score eval.Score, isQuiet bool) {
	position := &w.frames[ply].position
	key := unthreatened(position.Hash())
	if score, known := w.quiet.find(key); known {
		return score, true
	}
	if position.CanCapture() || position.IsThreatened() || !position.HasMoves() {
		return 0, false
	}
	score = w.evaluate(ply)
	w.quiet.store(key, score)
	return score, true
}

// unthreatened returns the key of a quiet position of which it is also known that no
// capture is threatened.
func unthreatened(hash uint64) uint64 { return ^hash }
