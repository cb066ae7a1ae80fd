package corpus

import (
	"fmt"

	"ckengine/engine"
	"ckengine/eval"
)

// Header says how the games of a file were made. Files with equal headers, but for
// the shard, are parts of one corpus.
type Header struct {
	Variant    engine.Variant  `json:"variant"`
	DrawRule   engine.DrawRule `json:"draw-rule"`
	Generation int             `json:"generation"` // of the evaluation that plays
	Evaluation string          `json:"evaluation"` // checksum of its weights, or "handmade"
	Seed       uint64          `json:"seed"`
	Nodes      int64           `json:"nodes"` // visited for each move
	HashMiB    int             `json:"hash"`  // of the transposition table, which the games depend on
	Games      uint64          `json:"games"` // of all shards together
	Shard      int             `json:"shard"` // from 1
	Shards     int             `json:"shards"`
}

// Has reports whether a game, numbered from 1, belongs to the header's shard.
func (h Header) Has(number uint64) bool {
	return number >= 1 && number <= h.Games && (number-1)%uint64(h.Shards) == uint64(h.Shard-1)
}

func (h Header) validate() error {
	if h.Shards < 1 || h.Shard < 1 || h.Shard > h.Shards {
		return fmt.Errorf("shard %d of %d: want 1 to the number of shards", h.Shard, h.Shards)
	}
	return nil
}

// End says how a game ended, or why it teaches nothing.
type End uint8

// The ends of a game. Discarded games have no sample.
const (
	ByRules     End = iota // no move left, or a draw rule
	Proved                 // the search saw a forced win to its end
	Adjudicated            // one side was far ahead for several plies
	Endless                // discarded: longer than any sensible game
	endCount
)

// String names the end in words.
func (e End) String() string {
	return [endCount]string{"by the rules", "forced win", "far ahead", "too long"}[e]
}

// Sample is a quiet position of a game.
type Sample struct {
	Position engine.Position
	Score    eval.Score // of the search, from the side to move
	Ply      int        // moves played before it
}

// Game is the part of a game that an evaluation learns from.
type Game struct {
	Number  uint64 // from 1, in all shards together
	Result  engine.Result
	End     End
	Plies   int
	Samples []Sample
}
