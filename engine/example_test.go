package engine_test

import (
	"errors"
	"fmt"

	"ckengine/engine"
)

func ExampleParseFEN() {
	for _, text := range []string{
		"W:WK1-3,50:BK72,8.",
		`[FEN "b:w31,k5:b08:H0:F1"]`,
		"Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", // Hub, and by its length 8x8
		"W:W31,73:B8",
	} {
		p, err := engine.ParseFEN(text, engine.Canadian)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(p.Variant(), p.FEN())
	}
	// Output:
	// canadian W:WK1-3,50:BK72,8
	// canadian B:WK5,31:B8
	// brazilian W:W21-32:B1-12
	// FEN: square 73: the board has squares 1 to 72
}

func ExamplePosition_ParseMove() {
	p, _ := engine.ParseFEN("W:WK47:B14,19,29,31,42", engine.International)
	for _, text := range []string{"47x38x20x9x36", "47x9x36", "47x36x31x42x14x29", "47x36", "47-41"} {
		m, err := p.ParseMove(text)
		if ambiguous, ok := errors.AsType[*engine.AmbiguousMoveError](err); ok {
			fmt.Println(text, "could be", ambiguous.Paths)
		} else if err != nil {
			fmt.Println(err)
		} else {
			fmt.Println(text, "is", p.HubText(m))
		}
	}
	// Output:
	// 47x38x20x9x36 is 47x36x14x29x31x42
	// 47x9x36 is 47x36x14x29x31x42
	// 47x36x31x42x14x29 is 47x36x14x29x31x42
	// 47x36 could be [47x38x20x9x36 47x38x24x13x36]
	// move "47-41": white must capture 4 pieces: 47x36x14x29x31x42, 47x36x19x29x31x42
}

func ExamplePosition_ShortText() {
	p, _ := engine.ParseFEN("W:WK4:B13,20,32,37", engine.International)
	for _, m := range p.Moves() {
		fmt.Println(p.HubText(m), p.ShortText(m))
	}
	// Unordered output:
	// 4x15x13x20x32 4x27x38x15
	// 4x15x13x20x37 4x31x42x15
}

func ExamplePosition_Diagram() {
	p := engine.Start(engine.Brazilian)
	fmt.Print(p.Diagram(engine.DiagramStyle{Numbers: true}))
	// Output:
	//     b1      b2      b3      b4
	// b5      b6      b7      b8
	//     b9      b10     b11     b12
	// .13     .14     .15     .16
	//     .17     .18     .19     .20
	// w21     w22     w23     w24
	//     w25     w26     w27     w28
	// w29     w30     w31     w32
	// White to move
}

func ExampleParseDiagram() {
	p, err := engine.ParseDiagram(`
		  b   .   .   .
		.   .   .   .
		  .   .   .   .
		.   .   b   .
		  .   .   w   .
		.   .   .   .
		  .   .   .   .
		W   .   .   .
		White to move`)
	fmt.Println(p.FEN(), err)
	// Output:
	// W:WK29,19:B1,15 <nil>
}

func ExampleGame() {
	g := engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws)
	for _, text := range []string{"45-39", "26-33", "39x26", "43-37"} {
		p := g.Position()
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			break
		}
		if err := g.Play(m); err != nil {
			fmt.Println(err)
			break
		}
		fmt.Printf("ply %d: %s %s\n", g.Ply(), p.SideToMove(), p.ShortText(m))
	}
	fmt.Println(g.Outcome().Result, g.Position().FEN())
	// Output:
	// ply 1: white 45-39
	// ply 2: black 26-33
	// ply 3: white 39x26
	// move "43-37": the man on 43 is white's, and black is to move
	// * B:W26,43,44,46-72:B1-25,27-30
}

func ExampleGame_Outcome() {
	start, _ := engine.ParseFEN("W:WK67,K68,K69:BK1", engine.Canadian)
	g := engine.NewGame(start, engine.InternationalDraws)
	for g.Outcome().Result == engine.Ongoing {
		for _, text := range []string{"68-62", "1-7", "62-68", "7-1"} {
			m, _ := g.Position().ParseMove(text)
			_ = g.Play(m)
		}
	}
	fmt.Println(g.Outcome().Result, g.Outcome().Reason)
	fmt.Println(g.Play(engine.Move{}))
	// Output:
	// 1-1 the same position for the third time
	// the game is over: the same position for the third time
}

func ExampleDrawCounters() {
	p, _ := engine.ParseFEN("B:WK47,K67,K68:BK1", engine.Canadian)
	counters := engine.InternationalDraws.Counters(p)
	fmt.Println("three against one:", counters.PliesLeft(), "plies left")

	m, _ := p.ParseMove("1x66")
	next := p.Play(m)
	fmt.Println("two against one:", counters.After(&p, m, &next).PliesLeft(), "plies left")
	// Output:
	// three against one: 32 plies left
	// two against one: 10 plies left
}
