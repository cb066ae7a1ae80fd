// Package search finds the best move of a position: limits go in, a result comes
// out, and a callback tells of the progress.
//
// It is an iterative-deepening principal variation search with a transposition
// table. It refuses to know who asks and how moves are written: it has no
// streams, no flags and no protocol.
//
// A [Searcher] owns what lives between searches, a worker what belongs to one
// goroutine of one search.
package search
