package search_test

import (
	"context"
	"fmt"

	"ckengine/engine"
	"ckengine/search"
)

func Example() {
	// A position from the cases of forced wins, whose distance is known.
	p, err := engine.ParseFEN("B:W25:B7,9,13,18,24,29,39,59", engine.Canadian)
	if err != nil {
		fmt.Println(err)
		return
	}
	searcher := search.New(search.Options{Variant: engine.Canadian, HashMiB: 1})
	game := engine.NewGame(p, engine.InternationalDraws)
	result := searcher.Search(context.Background(), game, search.Limits{Depth: 12}, nil)
	move, _ := result.Best()
	fmt.Println(p.HubText(move), result.Score())
	// Output: 13-19 wins in 5 plies
}
