// Package dxp speaks the DamExchange protocol (DXP, version 01) over TCP: the
// seven messages, their framing, and the dialogue of one connection in both
// roles, on boards of 72, 50 and 32 squares.
//
// The protocol has two pairs of roles, and they are independent of each other:
// one end of the TCP connection listens and the other connects; one side is
// the initiator, which alone requests games, and the other the follower, which
// alone accepts them.
//
// An [Agent] plays the moves; [PlayerAgent] is the one that thinks. [Run] plays a
// series of games with an Agent as [Options] say; [NewSession] is for a caller
// that starts each game itself. docs/protocol-dxp.md describes the dialogue and
// what 72 squares change.
//
// The package refuses to know how a move is found, where games are kept, and who
// else may be playing: all of that is on the other side of the Agent and of the
// callbacks in Options.
package dxp
