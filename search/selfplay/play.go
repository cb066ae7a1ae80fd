package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/eval/corpus"
	"ckengine/search"
)

// player plays whole games, both sides of them.
type player struct {
	header   corpus.Header
	searcher *search.Searcher
}

func newPlayer(c Config) *player {
	o := c.Options
	o.Variant, o.HashMiB, o.Threads = c.Header.Variant, c.Header.HashMiB, 1
	return &player{c.Header, search.New(o)}
}

// play plays the game with a number. The error is that of ctx, or that of a bug.
func (p *player) play(ctx context.Context, number uint64) (corpus.Game, error) {
	random := rand.New(rand.NewPCG(p.header.Seed, number))
	p.searcher.Clear()
	game, err := p.opening(ctx, random)
	if err != nil {
		return corpus.Game{}, err
	}
	record := corpus.Game{Number: number}
	lead := 0 // plies in a row that White has been far ahead, Black's negative
	for game.Ply() < maxPlies {
		if outcome := game.Outcome(); outcome.Result != engine.Ongoing {
			record.Result, record.End, record.Plies = outcome.Result, corpus.ByRules, game.Ply()
			return record, nil
		}
		position := game.Position()
		result := p.search(ctx, game, search.Limits{Nodes: p.header.Nodes})
		if ctx.Err() != nil {
			return corpus.Game{}, ctx.Err()
		}
		score := whiteScore(result.Score(), &position)
		lead = follow(lead, score)
		if isForced := score.IsDecided(); isForced || lead == farAheadPlies || lead == -farAheadPlies {
			record.End, record.Plies = corpus.Adjudicated, game.Ply()
			if isForced {
				record.End = corpus.Proved
			}
			record.Result = engine.WinFor(engine.White)
			if score < 0 {
				record.Result = engine.WinFor(engine.Black)
			}
			return record, nil
		}
		if p.isSample(&record, game, &position) {
			record.Samples = append(record.Samples, corpus.Sample{Position: position, Score: result.Score(), Ply: game.Ply()})
		}
		move, found := result.Best()
		if !found {
			return corpus.Game{}, errors.New("self-play: no move in " + position.FEN())
		}
		if game.Ply() < strayUntil && !move.IsCapture() && random.IntN(strayOneIn) == 0 {
			moves := position.Moves()
			move = moves[random.IntN(len(moves))]
		}
		if err := game.Play(move); err != nil {
			return corpus.Game{}, err
		}
	}
	return corpus.Game{Number: number, Plies: game.Ply(), End: corpus.Endless}, nil
}

func (p *player) search(ctx context.Context, g *engine.Game, l search.Limits) search.Result {
	l.Analysis = true
	return p.searcher.Search(ctx, g, l, nil)
}

// opening plays random moves until they lead to a position that is about even.
func (p *player) opening(ctx context.Context, random *rand.Rand) (*engine.Game, error) {
	for range openingAttempts {
		game := engine.NewGame(engine.Start(p.header.Variant), p.header.DrawRule)
		for range openingPlies + random.IntN(2) {
			moves := game.Position().Moves()
			if len(moves) == 0 {
				break
			}
			if err := game.Play(moves[random.IntN(len(moves))]); err != nil {
				break
			}
		}
		if game.Outcome().Result != engine.Ongoing {
			continue
		}
		score := p.search(ctx, game, search.Limits{Depth: openingDepth}).Score()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if score <= openingLimit && score >= -openingLimit {
			return game, nil
		}
	}
	return nil, errors.New("self-play: random moves lead to no even position")
}

// isSample reports whether the position is one to learn from: not in the middle of
// an exchange, seen from either side, and not too near to the one before.
func (p *player) isSample(record *corpus.Game, game *engine.Game, position *engine.Position) bool {
	if game.Ply() < samplesFrom || len(record.Samples) == maxSamples || position.CanCapture() || position.IsThreatened() {
		return false
	}
	n := len(record.Samples)
	return n == 0 || game.Ply()-record.Samples[n-1].Ply >= sampleSpacing
}

// follow counts for how many plies in a row a side has been far ahead.
func follow(lead int, white eval.Score) int {
	switch {
	case white >= farAhead:
		return max(lead, 0) + 1
	case white <= -farAhead:
		return min(lead, 0) - 1
	}
	return 0
}

// whiteScore turns a score of the side to move into White's.
func whiteScore(s eval.Score, p *engine.Position) eval.Score {
	if p.SideToMove() == engine.Black {
		return -s
	}
	return s
}
