package search

import "ckengine/eval"

// quietCache remembers positions in which nothing is to be captured and a move can be
// made, with their evaluations. A search meets the same leaves again by other orders of
// the moves, with other windows and a ply deeper.
//
// The low bits of a position's hash are its place, where they make room for the score.
type quietCache [1 << 14]uint64

const quietScore = 1<<16 - 1 // the bits of an entry that hold the score

func (c *quietCache) entry(hash uint64) *uint64 { return &c[hash%uint64(len(c))] }

// find returns the evaluation of a position if it is one of those remembered.
func (c *quietCache) find(hash uint64) (score eval.Score, known bool) {
	entry := *c.entry(hash)
	return eval.Score(int16(entry)), (entry^hash)&^quietScore == 0
}

func (c *quietCache) store(hash uint64, score eval.Score) {
	*c.entry(hash) = hash&^quietScore | uint64(uint16(score))
}
