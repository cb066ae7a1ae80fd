// Package selfplay lets the engine play against itself and keeps the games as
// labelled positions.
//
// A game depends on nothing but the configuration and its number: workers, shards
// and interruptions change nothing in it. The package refuses to know files and
// what is learned from the positions.
package selfplay
