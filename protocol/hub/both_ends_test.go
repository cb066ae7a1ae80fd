package hub_test

import (
	"io"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/protocol/hub"
)

// connectToServer returns a driver of a server in the same process.
func connectToServer(t *testing.T) *hub.Driver {
	t.Helper()
	toServer, stdin := io.Pipe()
	stdout, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() {
		served <- testServer().Serve(toServer, fromServer)
		_ = fromServer.Close()
	}()
	d, err := hub.Connect(t.Context(), stdin, stdout, hub.DriverOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		if err := <-served; err != nil {
			t.Errorf("Serve: %v", err)
		}
		for _, problem := range d.Problems() {
			t.Errorf("the driver finds fault: %s", problem.Text)
		}
	})
	return d
}

// A whole game on each board, each position once as the start and all moves, once as itself.
func TestDriverAndServerPlay(t *testing.T) {
	d := connectToServer(t)
	if err := d.Init(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, variant := range engine.Variants() {
		if err := d.SetParam("variant", variant.String()); err != nil {
			t.Fatal(err)
		}
		if err := d.NewGame(t.Context()); err != nil {
			t.Fatal(err)
		}
		start := engine.Start(variant)
		game := engine.NewGame(start, engine.RepetitionDraws)
		var played []string
		for game.Outcome().Result == engine.Ongoing && game.Ply() < 80 {
			position := hub.Position{Board: start.HubString(), Moves: played}
			if game.Ply()%2 == 1 {
				position = hub.Position{Board: game.Position().HubString()}
			}
			search, err := d.Search(hub.Request{Position: position, Level: hub.Level{Nodes: 300}})
			if err != nil {
				t.Fatal(err)
			}
			result, err := search.Wait(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			move, err := game.Position().ParseMove(result.Move)
			if err != nil {
				t.Fatalf("%v after %v: %v", variant, played, err)
			}
			if result.Move != game.Position().HubText(move) {
				t.Errorf("%v: %s is written, want %s", variant, result.Move, game.Position().HubText(move))
			}
			if result.Infos == 0 || len(result.Info.PV) == 0 || result.Info.PV[0] != result.Move || len(result.Errors) > 0 {
				t.Errorf("%v after %v: %+v, want a PV that begins with the move, and no error", variant, played, result)
			}
			if err := game.Play(move); err != nil {
				t.Fatal(err)
			}
			played = append(played, result.Move)
		}
		if game.Ply() < 20 {
			t.Errorf("%v: over after %d plies", variant, game.Ply())
		}
	}
}

func TestDriverAndServerPonder(t *testing.T) {
	d := connectToServer(t)
	ponder := hub.Request{Mode: hub.Ponder, Level: hub.Level{Clock: &hub.Clock{Time: time.Second}}}
	missed, err := d.Search(ponder)
	if err != nil {
		t.Fatal(err)
	}
	if err := missed.Stop(); err != nil {
		t.Fatal(err)
	}
	hit, err := d.Search(ponder)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := hit.PonderHit(); err != nil {
		t.Fatal(err)
	}
	for _, search := range []*hub.Search{missed, hit} {
		result, err := search.Wait(t.Context())
		if err != nil || result.Move == "" || result.Overdue {
			t.Errorf("%+v, %v, want a move in time", result, err)
		}
	}
}
