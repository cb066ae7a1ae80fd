package spsa_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"ckengine/protocol/match/spsa"
)

func Example() {
	dir, err := os.MkdirTemp("", "spsa")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	p, err := spsa.ParseParam("window=40,0,100,5")
	if err != nil {
		fmt.Println(err)
		return
	}
	tuner, err := spsa.Open(filepath.Join(dir, "spsa.jsonl"), spsa.Config{Params: []spsa.Param{p}, Iterations: 400, Rate: 0.1})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tuner.Close()

	// A game in which the window nearer to 70 wins.
	closer := func(_ context.Context, _ int, upper, lower []int) (spsa.Score, error) {
		if (upper[0]-70)*(upper[0]-70) < (lower[0]-70)*(lower[0]-70) {
			return spsa.Score{Wins: 1}, nil
		}
		return spsa.Score{Losses: 1}, nil
	}
	err = tuner.Run(context.Background(), closer, func(spsa.Iteration) {})
	fmt.Println(tuner.Best(), tuner.Done(), err)
	// Output: [70] 400 <nil>
}
