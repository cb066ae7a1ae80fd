package engine_test

import (
	"math/rand/v2"
	"testing"

	"ckengine/engine"
)

func TestMoveIndexTellsMovesApart(t *testing.T) {
	var positions, ambiguous int
	forRandomPositions(t, 20_000, 500_000, func(p engine.Position) {
		positions++
		byIndex := map[engine.MoveIndex]engine.Move{}
		isAmbiguous := false
		for _, m := range p.Moves() {
			other, taken := byIndex[m.Index()]
			byIndex[m.Index()] = m
			if !taken {
				continue
			}
			isAmbiguous = true
			if m.From() != other.From() || m.To() != other.To() {
				t.Errorf("%s and %s have the same index in %s", p.HubText(m), p.HubText(other), p.FEN())
			}
		}
		if isAmbiguous {
			ambiguous++
		}
	})
	t.Logf("%d of %d positions have two moves with the same index", ambiguous, positions)
	if ambiguous*500 > positions {
		t.Errorf("%d of %d positions have two moves with the same index, want at most one in 500", ambiguous, positions)
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
