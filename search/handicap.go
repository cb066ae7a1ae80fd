package search

import (
	"math"

	"ckengine/engine"
	"ckengine/eval"
)

// MaxHandicap is the greatest number of levels below full strength.
const MaxHandicap = 20

// A handicap takes away nodes and adds noise to the evaluation. Noise at the
// leaves makes a player misjudge positions, as a weaker player does; captures are
// still played out, so that no move is absurd. docs/experiments.md has the match
// between the levels that set these numbers.
const (
	weakestNodes = 40  // visited at the greatest handicap
	nodeGrowth   = 1.5 // times more for each level above
	levelNoise   = 5.0 // hundredths of a man of noise for each level below full strength
)

// handicapNodes returns how many nodes a search under a handicap may visit.
func handicapNodes(handicap int) int64 {
	return int64(weakestNodes * math.Pow(nodeGrowth, float64(MaxHandicap-handicap)))
}

// noise misjudges positions, each always in the same way.
type noise struct{ amplitude int64 }

func newNoise(handicap int) noise { return noise{int64(levelNoise * float64(handicap))} }

// of returns the noise of a position, between minus and plus the amplitude; the
// sum of two uniform draws makes small noise likelier than great.
func (n noise) of(p *engine.Position) eval.Score {
	const half = 1 << 15
	bits := p.Hash() * 0x9e3779b97f4a7c15
	sum := int64(bits>>48) + int64(bits>>32&0xffff) - 2*half
	return eval.Score(sum * n.amplitude / (2 * half))
}
