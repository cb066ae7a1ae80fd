package dxp

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrTooLong is returned for a stream that holds more than MaxMessage bytes
	// without a NUL. Nothing after them can be read.
	ErrTooLong = errors.New("DXP: more than 127 bytes without a NUL")

	// ErrNoFurtherGames is returned when a further game is wanted on a
	// connection on which one side has sent stop code 1.
	ErrNoFurtherGames = errors.New("DXP: no further game is wanted on this connection")

	// ErrBothInitiate is returned when the other side requests a game instead
	// of answering a request.
	ErrBothInitiate = errors.New("DXP: both sides are initiators, one must be the follower")

	// ErrDisconnected is returned, wrapped, when the connection is lost.
	ErrDisconnected = errors.New("DXP: connection lost")
)

// MalformedError describes a message that breaks the format of its kind.
type MalformedError struct {
	Header  byte // first byte of the message, 0 if it was empty
	Kind    string
	Offset  int // of the faulty byte or field, from 0
	Problem string
}

func (e *MalformedError) Error() string {
	return fmt.Sprintf("DXP %s: byte %d: %s", e.Kind, e.Offset, e.Problem)
}

// UnknownMessageError describes a message whose first byte belongs to none of
// the seven messages.
type UnknownMessageError struct{ Header byte }

func (e *UnknownMessageError) Error() string {
	return fmt.Sprintf("DXP: unknown message %q", rune(e.Header))
}

// VersionError describes a game request of another version of the protocol.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return fmt.Sprintf("DXP GAMEREQ: version %q, only %q is spoken here", e.Version, version)
}

// RefusedError reports that the follower will not play the requested game.
type RefusedError struct {
	Code AcceptCode // zero if it sent GAMEEND instead of an answer
	Chat string     // what it said while it was asked, if anything
}

func (e *RefusedError) Error() string {
	text := "DXP: game refused: it was ended instead of accepted"
	if e.Code != 0 {
		text = fmt.Sprintf("DXP: game refused: %v (code %c)", e.Code, e.Code)
	}
	if e.Chat != "" {
		text += ": " + e.Chat
	}
	return text
}

// TimeoutError reports that the other side stayed silent for too long.
type TimeoutError struct {
	Missing string // what should have come, such as "a move"
	After   time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("DXP: no %s within %v", e.Missing, e.After)
}

// Timeout marks the error for callers that look for net.Error.
func (e *TimeoutError) Timeout() bool { return true }
