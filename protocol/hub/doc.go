// Package hub speaks Hub, version 2: the line protocol between a draughts GUI or match runner and an engine.
//
// One codec serves both ends: [Parse] and [Line.String] for any line, and a type for each message
// ([ID], [Param], [Info], [Done], [Position], [Level], [Mode]). A [Driver] is the GUI's end: it starts an
// engine process, talks to it with deadlines, and names what goes wrong. [Serve] is the engine's end: it drives a
// [protocol.Player].
//
// Codec and driver know no rules of draughts: positions and moves are strings here, and whether a move is
// legal is for their caller to say. The server refuses to know how a move is found.
package hub
