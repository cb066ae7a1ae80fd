// Package corpus keeps games as labelled positions: what an evaluation learns from.
//
// A corpus file is a header, which says how the games were made, and a checksummed
// block for each game. The package refuses to know who plays the games and what is
// learned from them.
package corpus
