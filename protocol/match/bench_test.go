package match

import (
	"path/filepath"
	"testing"

	"ckengine/protocol/match/stats"
)

// BenchmarkGamePair plays pairs of games at 1,000 nodes a move in this process. With
// -cpuprofile it shows what the runner takes beside the search.
func BenchmarkGamePair(b *testing.B) {
	c := DefaultConfig()
	c.Engines, c.Pairs, c.Seed = []EngineConfig{self("A", 1000), self("B", 1000)}, b.N, 1
	m, err := Prepare(b.Context(), Options{Config: c, Journal: filepath.Join(b.TempDir(), "match.jsonl"), Concurrency: 1, Program: Identity{Name: "test"}})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	if outcome, err := m.Run(b.Context(), nil, silent{}); err != nil || outcome.Ending != Completed {
		b.Fatal(outcome.Ending, err)
	}
	if err := m.Close(); err != nil {
		b.Fatal(err)
	}
}

// silent watches a match without a word.
type silent struct{}

func (silent) GameOver(*Record, *stats.Report, int, int) {}
func (silent) Warning(string)                            {}
