package search_test

import (
	"context"
	"fmt"

	"ckengine/engine"
	"ckengine/search"
)

func Example() {
	// A position from the cases of forced wins, whose distance is known.
	p, err := engine.ParseFEN("B:W29:B4,11-13,18,19,25,27,44,64", engine.Canadian)
	if err != nil {
		fmt.Println(err)
		return
	}
	searcher := search.New(search.Options{Variant: engine.Canadian, HashMiB: 1})
	game := engine.NewGame(p, engine.InternationalDraws)
	result := searcher.Search(context.Background(), game, search.Limits{Depth: 10}, nil)
	move, _ := result.Best()
	fmt.Println(p.HubText(move), result.Score())
	// Output: 11-16 wins in 3 plies
}
