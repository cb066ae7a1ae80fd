// Package match plays engines against each other, with a referee that can be
// trusted: a schedule of game pairs, clocks, draw rules, adjudication, a journal
// that survives a kill at any instant, and statistics that follow from the journal
// alone.
//
// A contestant is an [Engine]: a [protocol.Player] in the same process, a program
// that speaks Hub, or one that speaks DamExchange. The referee believes nothing that
// an engine says except that its move is the one it wants to play: legality, the end
// of the game and the time used come from the rules and from the runner's own clock.
// In DamExchange an engine may also give up or declare a draw, which nobody can refuse.
//
// The package refuses to know how engines search, how flags are written and where
// its reports are shown.
package match
