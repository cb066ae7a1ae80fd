package corpus_test

import (
	"bytes"
	"fmt"

	"ckengine/engine"
	"ckengine/eval/corpus"
)

func Example() {
	var file bytes.Buffer
	w, err := corpus.NewWriter(&file, corpus.Header{Variant: engine.Canadian, Games: 1, Shard: 1, Shards: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	game := corpus.Game{Number: 1, Result: engine.WhiteWins, Plies: 120,
		Samples: []corpus.Sample{{Position: engine.Start(engine.Canadian), Score: 12}}}
	if err := w.Write(&game); err != nil {
		fmt.Println(err)
		return
	}

	r, err := corpus.NewReader(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	read, err := r.Next()
	fmt.Println(read.Number, read.Result, read.Samples[0].Position.FEN(), err)
	// Output: 1 2-0 W:W43-72:B1-30 <nil>
}
