package dxp

import (
	"time"

	"ckengine/engine"
)

// DefaultPort is the TCP port of DamExchange.
const DefaultPort = "27531"

const (
	// MaxMessage is the greatest length of a message in bytes, without the NUL
	// that ends it.
	MaxMessage = 127

	maxChat     = MaxMessage - 1
	maxSquare   = 72
	maxCaptured = 30
	maxUsed     = 9999 * time.Second
	nameWidth   = 32
	version     = "01"
)

// Message is one of the seven messages: [GameRequest], [GameAccept], [Move],
// [GameEnd], [Chat], [BackRequest] or [BackAccept].
type Message interface{ isMessage() }

// GameRequest (R, GAMEREQ) asks for a game. Only the initiator sends it.
type GameRequest struct {
	Name         string        // the initiator, at most 32 bytes of ASCII
	FollowerSide engine.Side   // the colour that the follower is to play
	Time         time.Duration // of each player for the whole game; zero was sent as "000", by programs that round down
	Moves        int           // of each player for the whole game; 0 is no limit
	SideToMove   engine.Side   // white when Squares is empty
	Squares      string        // one of e w z W Z for each square from 1; empty for the start position of a board both know
}

// GameAccept (A, GAMEACC) answers a GameRequest. Only the follower sends it.
type GameAccept struct {
	Name string // the follower, at most 32 bytes of ASCII
	Code AcceptCode
}

// AcceptCode says whether a requested game will be played.
type AcceptCode byte

// The answers to a game request.
const (
	Accepted     AcceptCode = '0'
	WrongVersion AcceptCode = '1' // another version of the protocol is wanted
	NotThisGame  AcceptCode = '2' // another game would do
	NoGames      AcceptCode = '3' // no game at all
)

func (c AcceptCode) String() string {
	switch c {
	case Accepted:
		return "accepted"
	case WrongVersion:
		return "other protocol version"
	case NotThisGame:
		return "not this game"
	case NoGames:
		return "no games at all"
	}
	return "unknown answer"
}

// Move (M, MOVE) is a move. From, to and the set of captured squares identify
// it; the route is not sent.
type Move struct {
	Used     time.Duration // for this move; written in whole seconds, at most 9999
	From, To int           // square numbers from 1
	Captured []int         // square numbers, ascending when written, in any order when read
}

// GameEnd (E, GAMEEND) ends a game, or acknowledges that it has ended.
type GameEnd struct {
	Reason EndReason
	Stop   bool // the sender wants no further game
}

// EndReason says why a game ended, as its sender sees it.
type EndReason byte

// The reasons for the end of a game.
const (
	ReasonUnknown EndReason = '0'
	ReasonGiveUp  EndReason = '1' // the sender has lost
	ReasonDraw    EndReason = '2'
	ReasonWin     EndReason = '3' // the sender has won
)

// Chat (C, CHAT) is text for people, 1 to 126 bytes of ASCII when written.
type Chat struct{ Text string }

// BackRequest (B, BACKREQ) asks to take moves back.
type BackRequest struct {
	Move int         // to go back to, 1 to 999
	Side engine.Side // to move there
}

// BackAccept (K, BACKACC) answers a BackRequest.
type BackAccept struct{ Code BackCode }

// BackCode says whether moves will be taken back.
type BackCode byte

// The answers to a request to take moves back.
const (
	BackAccepted     BackCode = '0'
	BackNotSupported BackCode = '1'
	BackDeclined     BackCode = '2'
)

func (GameRequest) isMessage() {}
func (GameAccept) isMessage()  {}
func (Move) isMessage()        {}
func (GameEnd) isMessage()     {}
func (Chat) isMessage()        {}
func (BackRequest) isMessage() {}
func (BackAccept) isMessage()  {}

// kindOf returns the published name of the message that a first byte announces.
func kindOf(header byte) (name string, known bool) {
	switch header {
	case 'R':
		return "GAMEREQ", true
	case 'A':
		return "GAMEACC", true
	case 'M':
		return "MOVE", true
	case 'E':
		return "GAMEEND", true
	case 'C':
		return "CHAT", true
	case 'B':
		return "BACKREQ", true
	case 'K':
		return "BACKACC", true
	}
	return "", false
}
