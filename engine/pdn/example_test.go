package pdn_test

import (
	"fmt"
	"os"
	"strings"

	"ckengine/engine"
	"ckengine/engine/pdn"
)

func Example() {
	const file = `[White "Bertè"]
[Black "Rossi"]
[Result "1/2-1/2"]
[GameType "27"]
1.4337 {[%clk 0:10:00]} 25 - 31 2.48:42 (45-39 20-25) 1-1`

	for g, err := range pdn.NewReader(strings.NewReader(file), pdn.Options{}).All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, problem := range g.Problems {
			fmt.Println(problem)
		}
		for position, move := range g.Plays() {
			fmt.Println(position.SideToMove(), position.HubText(move.Play))
		}
		if err := pdn.NewWriter(os.Stdout).Write(g); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 5:35: warning: 48:42 captures nothing: want - instead of :
	// white 43-37
	// black 25-31
	// white 48-42
	// [White "Bertè"]
	// [Black "Rossi"]
	// [Result "1-1"]
	// [GameType "27,W,12,12,N2,0"]
	//
	// 1. 43-37 {[%clk 0:10:00]} 1... 25-31 2. 48-42 (2. 45-39 20-25) *
}

func ExampleFromPlay() {
	played := engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws)
	move, err := played.Position().ParseMove("43-37")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := played.Play(move); err != nil {
		fmt.Println(err)
		return
	}
	g := pdn.FromPlay(played)
	g.Tags.Set("White", "ckengine")
	g.Result = pdn.WhiteWins
	g.Tags.Set("Termination", "black resigns")
	text, err := g.Format()
	fmt.Println(text, err)
	// Output:
	// [White "ckengine"]
	// [Result "2-0"]
	// [GameType "27,W,12,12,N2,0"]
	// [Termination "black resigns"]
	//
	// 1. 43-37 *
	//
	//  <nil>
}

func ExampleCheck() {
	const file = "[GameType \"27\"]\n1. 43-37 25-31 2. - - 2-0\n[Result \"1-0\"] *"
	counts, err := pdn.Check(strings.NewReader(file), pdn.Options{
		Report: func(p pdn.Problem) { fmt.Printf("games.pdn:%s\n", p) },
	})
	fmt.Println(counts.Games, counts.Moves, counts.Unchecked, counts.Warnings, counts.Errors, err)
	// Output:
	// games.pdn:2:19: warning: an unknown move; 1 moves behind it are not checked
	// 2 4 2 1 0 <nil>
}
