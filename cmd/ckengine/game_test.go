package main

import (
	"fmt"
	"strings"
	"testing"

	"ckengine/engine"
)

// TestWholeGames plays a game on each board between two processes, from `hub` to
// `quit`, with the rules of package engine as the referee.
func TestWholeGames(t *testing.T) {
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			var players [2]*engineProcess
			for side := range players {
				players[side] = greetedEngine(t)
			}
			game := engine.NewGame(engine.Start(v), engine.InternationalDraws)
			var moves []string
			for game.Outcome().Result == engine.Ongoing {
				p := game.Position()
				text := thinkNodes(t, players[p.SideToMove()], v, moves, 1000)
				m, err := p.ParseMove(text)
				if err != nil {
					t.Fatalf("after %q: %v", moves, err)
				}
				if canonical := p.HubText(m); text != canonical {
					t.Errorf("after %q: move %s, want the form %s", moves, text, canonical)
				}
				if err := game.Play(m); err != nil {
					t.Fatal(err)
				}
				moves = append(moves, text)
			}
			for _, player := range players {
				if err := player.send("quit"); err != nil {
					t.Error(err)
				}
				if err := player.wait(); err != nil {
					t.Error(err)
				}
			}
			t.Logf("%d plies: %s, %s", game.Ply(), game.Outcome().Result, game.Outcome().Reason)
		})
	}
}

// greetedEngine starts the program and takes it to where a game may begin.
func greetedEngine(t *testing.T) *engineProcess {
	t.Helper()
	e, err := startEngine("hub", "--hash", "4")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.kill)
	for _, step := range [][2]string{{"hub", "wait"}, {"init", "ready"}} {
		if err := e.send(step[0]); err != nil {
			t.Fatal(err)
		}
		if _, err := e.until(step[1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.send("new-game"); err != nil {
		t.Fatal(err)
	}
	return e
}

// thinkNodes returns the engine's move after the given ones from the start.
func thinkNodes(t *testing.T, e *engineProcess, v engine.Variant, moves []string, nodes int) string {
	t.Helper()
	position := "pos pos=" + engine.Start(v).HubString()
	if len(moves) > 0 {
		position += ` moves="` + strings.Join(moves, " ") + `"`
	}
	if err := e.send(position, fmt.Sprintf("level nodes=%d", nodes), "go think"); err != nil {
		t.Fatal(err)
	}
	done, err := e.until("done")
	if err != nil {
		t.Fatal(err)
	}
	move, _, _ := strings.Cut(strings.TrimPrefix(done, "done move="), " ")
	return move
}
