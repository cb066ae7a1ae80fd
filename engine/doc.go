// Package engine knows the rules of draughts on three boards: Canadian checkers
// (12x12), international draughts (10x10) and Brazilian draughts (8x8).
//
// It holds boards, positions, moves, their text forms (Hub, PDN, FEN), whole
// games and draw rules. It refuses to know what a position is worth, how a
// move is found, and who is playing.
//
// All three boards live in one 128-bit lattice, see [Bitboard]; a position is a
// value, see [Position]; its history belongs to a [Game].
package engine
