package search

import (
	"time"

	"ckengine/engine"
	"ckengine/eval"
)

// Line is a principal variation with what the search knows of it.
type Line struct {
	Rank      int // 1 for the best line
	Depth     int // plies of the iteration that found it
	MeanDepth float64
	Score     eval.Score // from the side to move
	Nodes     int64      // visited since the search began, by all threads
	Time      time.Duration
	Moves     []engine.Move
}

// NodesPerSecond returns the speed of the search so far, 0 if no time has passed.
func (l Line) NodesPerSecond() float64 {
	if l.Time <= 0 {
		return 0
	}
	return float64(l.Nodes) / l.Time.Seconds()
}

// Result is the outcome of a search.
type Result struct {
	Lines []Line // best first; empty if there is no legal move
	Nodes int64
	Time  time.Duration

	CutNodes      int64 // nodes with a choice at which a move exceeded the window
	FirstMoveCuts int64 // those of them at which it was the first one
}

// Best returns the best move; found is false if there is no legal one.
func (r Result) Best() (best engine.Move, found bool) {
	if len(r.Lines) == 0 {
		return engine.Move{}, false
	}
	return r.Lines[0].Moves[0], true
}

// Reply returns the expected answer to the best move, if the search knows one.
func (r Result) Reply() (reply engine.Move, found bool) {
	if len(r.Lines) == 0 || len(r.Lines[0].Moves) < 2 {
		return engine.Move{}, false
	}
	return r.Lines[0].Moves[1], true
}

// Score returns the score of the best line, and a loss at once without any.
func (r Result) Score() eval.Score {
	if len(r.Lines) == 0 {
		return eval.Loss(0)
	}
	return r.Lines[0].Score
}
