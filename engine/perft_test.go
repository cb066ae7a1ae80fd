package engine_test

import (
	"strconv"
	"strings"
	"testing"

	"ckengine/engine"
)

// TestPerftOfCases counts every line of the table up to a number of leaves. In
// the slow mode it counts further, and then the whole table by transpositions.
func TestPerftOfCases(t *testing.T) {
	ceiling := uint64(5_000_000)
	if testing.Short() {
		ceiling /= 10
	}
	if slowMode() {
		ceiling = 3_000_000_000
	}
	for _, c := range readCases(t, "perft.txt") {
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			t.Parallel()
			p := readPosition(t, c[0], c[2])
			var memory perftMemory
			if slowMode() {
				memory = make(perftMemory, 1<<20)
			}
			for i, field := range strings.Fields(c[3]) {
				want, err := strconv.ParseUint(field, 10, 64)
				if err != nil {
					t.Fatal(err)
				}
				depth := i + 1
				if want <= ceiling {
					if got := engine.Perft(p, depth); got != want {
						t.Errorf("depth %d: %d, want %d", depth, got, want)
					}
				}
				if slowMode() {
					if got := memory.count(p, depth); got != want {
						t.Errorf("depth %d, by transpositions: %d, want %d", depth, got, want)
					}
				}
			}
		})
	}
}

// perftMemory counts each position once for each depth as long as it is
// remembered, which brings the large counts within reach. Whole positions are
// compared, so that the counts are as certain as without it.
type perftMemory []perftCount

type perftCount struct {
	position engine.Position
	depth    int
	leaves   uint64
}

func (memory perftMemory) count(p engine.Position, depth int) uint64 {
	if depth <= 3 {
		return engine.Perft(p, depth)
	}
	slot := (p.Hash() + uint64(depth)) % uint64(len(memory))
	if known := &memory[slot]; known.position == p && known.depth == depth {
		return known.leaves
	}
	var leaves uint64
	for _, m := range p.Moves() {
		leaves += memory.count(p.Play(m), depth-1)
	}
	memory[slot] = perftCount{p, depth, leaves}
	return leaves
}

func BenchmarkPerft(b *testing.B) {
	p := engine.Start(engine.Canadian)
	var leaves uint64
	for b.Loop() {
		leaves += engine.Perft(p, 8)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}
