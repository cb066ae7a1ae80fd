package dxp_test

import (
	"context"
	"fmt"
	"net"
	"time"

	"ckengine/engine"
	"ckengine/protocol/dxp"
)

// firstMove plays the first legal move, and draws when the moves are played.
type firstMove struct {
	name     string
	position engine.Position
}

func (a *firstMove) NewGame(g dxp.Game) error {
	a.position = g.Start
	return nil
}

func (a *firstMove) OwnMove(context.Context, dxp.Clock) (dxp.Decision, error) {
	m := a.position.Moves()[0]
	a.position = a.position.Play(m)
	return dxp.Decision{Move: m}, nil
}

func (a *firstMove) OpponentMove(m engine.Move, _ time.Duration) { a.position = a.position.Play(m) }
func (a *firstMove) Begun(string)                                {}
func (a *firstMove) Adjudicate() dxp.EndReason                   { return dxp.ReasonDraw }
func (a *firstMove) Chat(text string)                            { fmt.Println(a.name, "hears:", text) }

func (a *firstMove) Ended(r dxp.Record) {
	white, black := r.Players()
	fmt.Printf("%s: %s - %s %v, %d plies, %s\n", a.name, white, black, r.Result, r.Game.Ply(), r.Reason)
}

// Two agents play a game over TCP: one end listens and follows, the other
// connects and requests the game.
func ExampleRun() {
	ctx := context.Background()
	opened := make(chan string)
	done := make(chan error)
	go func() {
		done <- dxp.Run(ctx, dxp.Options{
			Settings:  dxp.Settings{Name: "Follower"},
			Listen:    "127.0.0.1:0",
			Listening: func(a net.Addr) { opened <- a.String() },
			Games:     1,
		}, &firstMove{name: "follower"})
	}()

	initiator := &firstMove{name: "initiator"}
	err := dxp.Run(ctx, dxp.Options{
		Settings:  dxp.Settings{Name: "Initiator"},
		Connect:   <-opened,
		Initiator: true,
		Terms:     dxp.Terms{Start: engine.Start(engine.Canadian), FollowerSide: engine.Black, Time: 5 * time.Minute, Moves: 3},
	}, initiator)
	fmt.Println(err, <-done)
	// Unordered output:
	// initiator: Initiator - Follower 1-1, 6 plies, 3 moves played, white declared a draw
	// follower: Initiator - Follower 1-1, 6 plies, 3 moves played, white declared a draw
	// <nil> <nil>
}

func ExampleEncode() {
	text, err := dxp.Encode(dxp.Move{Used: 12 * time.Second, From: 5, To: 25, Captured: []int{22, 12, 23, 20}})
	fmt.Println(text, err)
	// Output: M001205250412202223 <nil>
}
