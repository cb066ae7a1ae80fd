package selfplay

import (
	"fmt"

	"ckengine/eval"
	"ckengine/eval/corpus"
	"ckengine/search"
)

// Config says which games to play.
type Config struct {
	Header  corpus.Header
	Workers int            // games at a time
	Options search.Options // what else the searchers are built from
}

// Validate refuses what cannot be played.
func (c Config) Validate() error {
	h := c.Header
	switch {
	case h.Games < 1:
		return fmt.Errorf("%d games: want one at least", h.Games)
	case h.Nodes < minNodes:
		return fmt.Errorf("%d nodes a move: want %d at least, fewer teach blunders", h.Nodes, minNodes)
	case h.HashMiB < 1 || h.HashMiB > maxHashMiB:
		return fmt.Errorf("a hash of %d MiB: want 1 to %d", h.HashMiB, maxHashMiB)
	case c.Workers < 1:
		return fmt.Errorf("%d workers: want one at least", c.Workers)
	case h.Shards < 1 || h.Shard < 1 || h.Shard > h.Shards:
		return fmt.Errorf("shard %d of %d: want 1 to the number of shards", h.Shard, h.Shards)
	}
	return nil
}

// The course of a game. The facts behind these numbers: many random plies at the
// start cover more positions and make a weaker evaluation; a few, and now and then
// a random move later, keep the games apart without making them senseless.
const (
	minNodes        = 50
	maxHashMiB      = 4096 // of each worker
	openingPlies    = 8    // random moves of both sides, or one more, so that either side may be on the move
	openingDepth    = 8    // plies of the search that judges the opening
	openingLimit    = 50   // hundredths of a man that an opening may be worth to one side
	openingAttempts = 1000 // before the rules themselves must be at fault
	strayUntil      = 40   // plies in which a quiet move may be random
	strayOneIn      = 50   // such moves
	maxPlies        = 500  // longer games are discarded

	farAheadPlies = 6 // in a row, after which a game is decided

	samplesFrom   = 10 // plies
	sampleSpacing = 4  // plies between two samples of a game, at least
	maxSamples    = 64 // of a game
)

// farAhead is the lead, in hundredths of a man, that decides a game if it lasts.
const farAhead eval.Score = 800
