package search

import (
	"ckengine/engine"
	"ckengine/eval"
)

// MaxHandicap is the greatest number of levels below full strength.
const MaxHandicap = 20

// levelNoise is the noise in the evaluation for each level below full strength, in
// hundredths of a man. Noise at the leaves makes a player misjudge positions, as a weaker
// player does; captures are still played out, so that no move is absurd.
const levelNoise = 2

// levelNodes are the nodes that each level below full strength may visit, the weakest first. At
// few nodes twice as many are worth far more than at many; the steps between the levels are about
// equal by the matches under "Skill" in docs/experiments.md.
var levelNodes = [MaxHandicap]int64{
	40, 80, 115, 165, 220, 330, 520, 800, 1250, 2000,
	3300, 5300, 9000, 16_000, 30_000, 58_000, 115_000, 260_000, 580_000, 1_400_000,
}

// handicapNodes returns how many nodes a search under a handicap of at least 1 may visit.
func handicapNodes(handicap int) int64 {
	return levelNodes[max(MaxHandicap-handicap, 0)]
}

func newNoise(handicap int) noise { return noise{int64(levelNoise * handicap)} }

// noise misjudges positions, each always in the same way.
type noise struct{ amplitude int64 }

// of returns the noise of a position, between minus and plus the amplitude; the
// sum of two uniform draws makes small noise likelier than great.
func (n noise) of(p *engine.Position) eval.Score {
	const half = 1 << 15
	bits := p.Hash() * 0x9e3779b97f4a7c15
	sum := int64(bits>>48) + int64(bits>>32&0xffff) - 2*half
	return eval.Score(sum * n.amplitude / (2 * half))
}
