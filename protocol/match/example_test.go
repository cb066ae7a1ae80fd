package match_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ckengine/protocol/match"
	"ckengine/protocol/match/stats"
)

// count watches a match and counts its games.
type count struct{ games int }

func (c *count) GameOver(*match.Record, *stats.Report, int, int) { c.games++ }
func (c *count) Warning(text string)                             { fmt.Println("warning:", text) }

func Example() {
	dir, err := os.MkdirTemp("", "match")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	config := match.DefaultConfig()
	config.Pairs, config.MaxPlies, config.Seed = 2, 20, 1
	for _, name := range []string{"A", "B"} {
		config.Engines = append(config.Engines, match.EngineConfig{Name: name, Self: true, Limits: match.Limits{Nodes: 50}})
	}
	m, err := match.Prepare(context.Background(), match.Options{
		Config: config, Journal: filepath.Join(dir, "games.jsonl"), Concurrency: 1, Program: match.Identity{Name: "example"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	watcher := &count{}
	outcome, err := m.Run(context.Background(), nil, watcher)
	fmt.Println(outcome.Ending == match.Completed, watcher.games, err)
	// Output: true 4 <nil>
}
