package tune_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ckengine/engine"
	"ckengine/eval/corpus"
	"ckengine/eval/tune"
)

// A fit reads corpus files and returns weights. This one is refused: one game is not
// enough to learn from.
func Example() {
	dir, err := os.MkdirTemp("", "tune")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "one.corpus")
	header := corpus.Header{Variant: engine.Canadian, Evaluation: "handmade", Games: 1, Shard: 1, Shards: 1}
	file, err := corpus.Open(path, header, func(*corpus.Game) {})
	if err != nil {
		panic(err)
	}
	start := corpus.Sample{Position: engine.Start(engine.Canadian)}
	if err := file.Write(&corpus.Game{Number: 1, Result: engine.Draw, Samples: []corpus.Sample{start}}); err != nil {
		panic(err)
	}
	if err := file.Close(); err != nil {
		panic(err)
	}

	data, err := tune.Read(context.Background(), []string{path}, 20, func(done, total int64) {})
	if err != nil {
		panic(err)
	}
	result, err := data.Fit(context.Background(), tune.DefaultOptions(), func(i tune.Iteration) { fmt.Println(i.Loss) })
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result)
	// Output: 1 positions to train with, of 1 in 1 games: want 1000 at least
}
