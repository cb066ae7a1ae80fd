// Package pdn reads and writes whole games of draughts as text, in the Portable
// Draughts Notation, PDN 3.0 (https://wiegerw.github.io/pdn).
//
// [Reader] is liberal and [Writer] is strict. The reader takes what real files
// hold: results of all counts, comments anywhere, nested variations, glyphs,
// clocks, set-ups in the middle, moves without separators or in several parts,
// tag names in other languages, Windows-1252, and line ends of all systems. It
// goes through files of any size with the memory of one game, reports every
// [Problem] with its line and column, and goes on. The writer gives each game
// one form, which the reader takes back unchanged.
//
// Moves are resolved for Canadian (GameType 27), international (20) and
// Brazilian draughts (26). A game without a GameType tag is read on the board on
// which its moves are legal. Other kinds of draughts are kept as text.
//
// The package refuses to know who plays, how moves are found and what a
// comment means beyond the times in it.
package pdn
