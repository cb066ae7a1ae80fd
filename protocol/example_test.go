package protocol_test

import (
	"context"
	"fmt"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/search"
)

func ExamplePlayer() {
	settings := protocol.DefaultSettings()
	settings.HashMiB = 4
	player := protocol.NewPlayer(settings)
	if err := player.Set("variant", "international"); err != nil {
		fmt.Println(err)
		return
	}

	// The position selects the board; the variant is for those that do not.
	position, err := engine.ParseFEN(engine.Start(engine.Canadian).HubString(), engine.International)
	if err != nil {
		fmt.Println(err)
		return
	}
	game := player.NewGame(position)
	result := player.Think(context.Background(), game, search.Limits{Depth: 5}, nil)
	_, found := result.Best()
	fmt.Println("the position is", game.Position().Variant(), "- a move was found:", found)
	fmt.Println(player.Set("hash", "lots"))
	// Output:
	// the position is canadian - a move was found: true
	// parameter hash: "lots": want an integer from 1 to 65536
}
