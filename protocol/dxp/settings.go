package dxp

import (
	"cmp"
	"fmt"
	"time"

	"ckengine/engine"
)

// Settings hold for a connection.
type Settings struct {
	// Name of this end, at most 32 bytes of ASCII; "ckengine" if empty.
	Name string

	// Boards on which a follower plays; Canadian alone if empty. A request with
	// a position selects the one with as many squares. A request without one
	// means the start of 10x10, as the protocol was published for that board;
	// where 10x10 is not played it means the start of the first board.
	Boards []engine.Variant

	// DrawRule by which draws are claimed.
	DrawRule engine.DrawRule

	// AlwaysSendPosition makes an initiator send the position even where the
	// other side must know it: the start position of 10x10.
	AlwaysSendPosition bool

	Deadlines Deadlines

	// Log receives every message in both directions, as it was sent but without
	// its NUL, and notes on what was ignored and why. Calls do not overlap.
	Log func(d Direction, at time.Time, text string)
}

// Deadlines limit how long the other side may stay silent. Zero is the default.
type Deadlines struct {
	Request     time.Duration // for the next GAMEREQ, as the follower; 30 minutes
	Answer      time.Duration // for GAMEACC, and for the GAMEEND of a player without a legal move; 1 minute
	Margin      time.Duration // for a MOVE, on top of what is left of its player's time; 30 seconds
	Acknowledge time.Duration // for the acknowledgement of a GAMEEND, for a message once it has begun, and for taking up what we send; 30 seconds
}

// Direction tells the lines of the log apart.
type Direction byte

// The directions of a line in the log.
const (
	Received Direction = '<'
	Sent     Direction = '>'
	Note     Direction = '*' // on what was received
)

// Terms are those of a game that an initiator requests.
type Terms struct {
	Start        engine.Position
	FollowerSide engine.Side   // the colour that the other side is to play
	Time         time.Duration // of each player for the whole game, 1 to 999 whole minutes; programs differ on fractions
	Moves        int           // of each player for the whole game, 0 to 999; 0 is no limit
	Last         bool          // no further game is wanted after this one
}

func (s Settings) withDefaults() Settings {
	s.Name = cmp.Or(s.Name, "ckengine")
	if len(s.Boards) == 0 {
		s.Boards = []engine.Variant{engine.Canadian}
	}
	d := &s.Deadlines
	d.Request = cmp.Or(d.Request, 30*time.Minute)
	d.Answer = cmp.Or(d.Answer, time.Minute)
	d.Margin = cmp.Or(d.Margin, 30*time.Second)
	d.Acknowledge = cmp.Or(d.Acknowledge, 30*time.Second)
	if s.Log == nil {
		s.Log = func(Direction, time.Time, string) {}
	}
	return s
}

// request returns the message that asks for a game on these terms. The start
// position of 10x10 is the only one that every program knows without being told.
func (t Terms) request(s Settings) GameRequest {
	m := GameRequest{Name: s.Name, FollowerSide: t.FollowerSide, Time: t.Time, Moves: t.Moves}
	if t.Start != engine.Start(engine.International) || s.AlwaysSendPosition {
		m.SideToMove = t.Start.SideToMove()
		m.Squares = squaresOf(t.Start)
	}
	return m
}

func (t Terms) validate(s Settings) error {
	if !t.Start.HasMoves() {
		return fmt.Errorf("DXP: start position: %s has no legal move", t.Start.SideToMove())
	}
	_, err := Encode(t.request(s))
	return err
}
