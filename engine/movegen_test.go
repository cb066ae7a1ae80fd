package engine_test

import (
	"math/rand/v2"
	"testing"

	"ckengine/engine"
)

func TestMoveIndexTellsMovesApart(t *testing.T) {
	var positions, sameEnds, sameIndex int
	forRandomPositions(t, 60_000, 1_000_000, func(p engine.Position) {
		positions++
		moves := p.Moves()
		for i, m := range moves {
			for _, other := range moves[:i] {
				isSameEnds := m.From() == other.From() && m.To() == other.To()
				if isSameEnds {
					sameEnds++
				}
				if m.Index() != other.Index() {
					continue
				}
				sameIndex++
				if !isSameEnds {
					t.Errorf("%s and %s have the same index in %s", p.HubText(m), p.HubText(other), p.FEN())
				}
			}
		}
	})
	t.Logf("%d positions, %d pairs of moves with the same ends, %d of them with the same index", positions, sameEnds, sameIndex)
	// Two bits tell three pairs of four apart.
	if sameEnds < 20 || sameIndex*2 > sameEnds {
		t.Errorf("of %d pairs of moves with the same ends %d have the same index, want at most half of 20 or more", sameEnds, sameIndex)
	}
}

// middleGames returns positions of random games, the same ones every time.
func middleGames() []engine.Position {
	r := rand.New(rand.NewPCG(12, 12))
	var positions []engine.Position
	for range 20 {
		positions = append(positions, randomGame(r, engine.Start(engine.Canadian), 120)...)
	}
	return positions
}

func TestMoveGenerationAllocatesNothing(t *testing.T) {
	positions := middleGames()
	buffer := make([]engine.Move, 0, 256)
	var found int
	allocations := testing.AllocsPerRun(10, func() {
		for i := range positions {
			p := &positions[i]
			moves := p.AppendMoves(buffer[:0])
			found += len(moves)
			for _, m := range moves {
				next := p.Play(m)
				if next.CanCapture() || !next.HasMoves() {
					found++
				}
			}
		}
	})
	if allocations != 0 || found == 0 {
		t.Errorf("%v allocations for %d moves, want none", allocations, found)
	}
}

func TestAppendMovesKeepsWhatStandsBefore(t *testing.T) {
	quiet := engine.Start(engine.Canadian).Moves()
	loop := parse(t, engine.Canadian, "W:W39:B21,22,33,34")
	moves := loop.AppendMoves(append([]engine.Move{}, quiet...))
	if len(moves) != len(quiet)+1 {
		t.Fatalf("%d moves, want %d and one capture", len(moves), len(quiet))
	}
	for i, m := range quiet {
		if moves[i] != m {
			t.Errorf("move %d has become %s", i, loop.HubText(moves[i]))
		}
	}
}

func BenchmarkAppendMoves(b *testing.B) {
	positions := middleGames()
	buffer := make([]engine.Move, 0, 256)
	var moves int
	for b.Loop() {
		for i := range positions {
			moves += len(positions[i].AppendMoves(buffer[:0]))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
	b.ReportMetric(float64(moves)/float64(b.N*len(positions)), "moves/position")
}

func BenchmarkCanCapture(b *testing.B) {
	positions := middleGames()
	var captures int
	for b.Loop() {
		for i := range positions {
			if positions[i].CanCapture() {
				captures++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/position")
}

func BenchmarkPlay(b *testing.B) {
	positions := middleGames()
	moves := make([]engine.Move, len(positions))
	for i := range positions {
		if legal := positions[i].Moves(); len(legal) > 0 {
			moves[i] = legal[i%len(legal)]
		}
	}
	var hash uint64
	for b.Loop() {
		for i := range positions {
			next := positions[i].Play(moves[i])
			hash ^= next.Hash()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/move")
}
