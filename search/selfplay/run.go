package selfplay

import (
	"context"
	"sync"

	"ckengine/eval/corpus"
)

// Run plays the games of the header's shard with numbers above last, and emits them
// in the order of their numbers. It ends early with the error of ctx or of emit.
func Run(ctx context.Context, c Config, last uint64, emit func(*corpus.Game) error) error {
	if err := c.Validate(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers := c.Workers
	type ticket struct {
		number uint64
		done   chan corpus.Game
	}
	tickets := make(chan ticket)
	ordered := make(chan ticket, 4*workers) // bounds how far a fast worker runs ahead
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			p := newPlayer(c)
			for t := range tickets {
				game, err := p.play(ctx, t.number)
				if err != nil {
					cancel(err)
					return
				}
				t.done <- game
			}
		})
	}
	group.Go(func() {
		defer close(tickets)
		defer close(ordered)
		for number := last + 1; number <= c.Header.Games; number++ {
			if !c.Header.Has(number) {
				continue
			}
			t := ticket{number, make(chan corpus.Game, 1)}
			for _, queue := range []chan ticket{ordered, tickets} {
				select {
				case queue <- t:
				case <-ctx.Done():
					return
				}
			}
		}
	})
	for t := range ordered {
		select {
		case game := <-t.done:
			if err := emit(&game); err != nil {
				cancel(err)
			}
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return nil
}
