package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/search"
)

// GenerateConfig says what openings to look for.
type GenerateConfig struct {
	Variant  engine.Variant
	Count    int    // openings wanted
	Seed     uint64 //
	MinPlies int    // random moves from the start position, of both sides
	MaxPlies int
	Depth    int // plies of the search that judges a position
	MinScore int // hundredths of a man, for either side
	MaxScore int
	Threads  int // positions judged at a time; the result does not depend on it
}

// Opening is a position that was found.
type Opening struct {
	Position engine.Position
	Score    eval.Score // from the side to move
	Attempt  int        // from 1, of all positions tried
}

// Validate refuses what no opening can meet.
func (c GenerateConfig) Validate() error {
	switch {
	case c.Count < 1:
		return fmt.Errorf("%d openings: want one at least", c.Count)
	case c.MinPlies < 0 || c.MaxPlies < c.MinPlies:
		return fmt.Errorf("%d to %d random plies: want a range", c.MinPlies, c.MaxPlies)
	case c.Depth < 1 || c.Depth > search.MaxDepth:
		return fmt.Errorf("depth %d: want 1 to %d", c.Depth, search.MaxDepth)
	case c.MinScore < 0 || c.MaxScore < c.MinScore:
		return fmt.Errorf("score from %d to %d: want a range", c.MinScore, c.MaxScore)
	}
	return nil
}

// maxAttempts bounds the search for openings that do not exist, as attempts for each one wanted.
const maxAttempts = 20_000

// GenerateOpenings plays random moves from the start position and keeps the quiet
// positions that a search judges to lie within the bounds of the score. No two are the
// same, nor the same with the board turned and the colours swapped. Equal
// configurations give equal openings, whatever has been learned: the evaluation is the
// hand-made one. The callback, which may be nil, sees each as it
// is found.
func GenerateOpenings(ctx context.Context, c GenerateConfig, found func(Opening)) error {
	if err := c.Validate(); err != nil {
		return err
	}
	g := &generator{GenerateConfig: c, seen: map[engine.Position]bool{}}
	for range max(c.Threads, 1) {
		g.searchers = append(g.searchers, search.New(search.Options{Variant: c.Variant, HashMiB: 1, Handmade: true}))
	}
	const batch = 64
	kept := 0
	for first := 0; ; first += batch {
		if first/maxAttempts >= c.Count {
			return fmt.Errorf("openings: %d found in %d attempts: the bounds are too narrow", kept, first)
		}
		for _, o := range g.judge(ctx, first, batch) {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if o == nil || g.seen[canonical(o.Position)] {
				continue
			}
			g.seen[canonical(o.Position)] = true
			kept++
			if found != nil {
				found(*o)
			}
			if kept == c.Count {
				return nil
			}
		}
	}
}

type generator struct {
	GenerateConfig
	searchers []*search.Searcher
	seen      map[engine.Position]bool
}

// judge makes a number of attempts and returns what each found, nil for nothing.
func (g *generator) judge(ctx context.Context, first, count int) []*Opening {
	results := make([]*Opening, count)
	next := make(chan int)
	var workers sync.WaitGroup
	for _, s := range g.searchers {
		workers.Go(func() {
			for i := range next {
				results[i] = g.attempt(ctx, s, uint64(first+i))
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	workers.Wait()
	return results
}

// attempt plays random moves and judges where they lead to.
func (g *generator) attempt(ctx context.Context, s *search.Searcher, number uint64) *Opening {
	random := rand.New(rand.NewPCG(g.Seed, number))
	game := engine.NewGame(engine.Start(g.Variant), engine.RepetitionDraws)
	for range g.MinPlies + random.IntN(g.MaxPlies-g.MinPlies+1) {
		moves := game.Position().Moves()
		if len(moves) == 0 || game.Play(moves[random.IntN(len(moves))]) != nil {
			return nil
		}
	}
	p := game.Position()
	// Positions in the middle of an exchange, seen from either side, are no openings.
	if !p.HasMoves() || p.CanCapture() || g.wasSeen(p) {
		return nil
	}
	s.Clear()
	score := s.Search(ctx, engine.NewGame(p, engine.RepetitionDraws), search.Limits{Depth: g.Depth, Analysis: true}, nil).Score()
	if size := int(max(score, -score)); score.IsDecided() || size < g.MinScore || size > g.MaxScore {
		return nil
	}
	return &Opening{Position: p, Score: score, Attempt: int(number) + 1}
}

// wasSeen saves the search of a position that is known. It is called by several
// goroutines, and the map is written between their batches only.
func (g *generator) wasSeen(p engine.Position) bool { return g.seen[canonical(p)] }

// canonical returns one of a position and the same position seen by the other player.
func canonical(p engine.Position) engine.Position {
	if r := p.Rotated(); r.Hash() < p.Hash() {
		return r
	}
	return p
}
