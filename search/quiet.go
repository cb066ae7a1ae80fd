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
