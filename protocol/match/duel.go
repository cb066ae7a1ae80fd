package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"ckengine/engine"
	"ckengine/protocol/match/stats"
)

// Duel plays game pairs between two settings of this program's own engine, over and over
// and without a journal. It is what tuning by games needs.
type Duel struct {
	config      Config
	base        EngineConfig
	concurrency int
	openings    []engine.Position
	order       []int
}

// NewDuel returns a duel under a configuration, whose engines do not count: both sides
// are this program's engine with the limits and options of base. The seed orders the openings.
func NewDuel(c Config, base EngineConfig, concurrency int) (*Duel, error) {
	base.Self = true
	c.Engines, c.Pairs = []EngineConfig{base.named("1"), base.named("2")}, 1
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if concurrency < 1 {
		return nil, fmt.Errorf("concurrency %d: want 1 or more", concurrency)
	}
	openings, err := LoadOpenings(c.Openings, c.Variant)
	if err != nil {
		return nil, err
	}
	order := openingOrder(len(openings), c.Openings.Sequential, c.Openings.Start, c.Seed)
	return &Duel{config: c, base: base, concurrency: concurrency, openings: openings, order: order}, nil
}

func (c EngineConfig) named(name string) EngineConfig {
	c.Name = name
	return c
}

// Check says whether the engine takes options, on top of those of the base.
func (d *Duel) Check(options map[string]string) error {
	_, err := d.start(options)
	return err
}

func (d *Duel) start(options map[string]string) (Engine, error) {
	c := d.base
	c.Options = maps.Clone(c.Options)
	if c.Options == nil {
		c.Options = map[string]string{}
	}
	maps.Copy(c.Options, options)
	return startInProcess(c, d.config.Variant, d.config.DrawRule, Identity{})
}

// Play plays game pairs, from the opening with a number in their order on, and returns
// the games as the side with the options ours sees them. With a limit on nodes or depth
// and one thread the same arguments give the same result. A game that ends abnormally is an error.
func (d *Duel) Play(ctx context.Context, first, pairs int, ours, theirs map[string]string) (stats.WDL, error) {
	ctx, drop := context.WithCancelCause(ctx)
	defer drop(nil)
	var workers sync.WaitGroup
	var next atomic.Int64
	var mu sync.Mutex
	var total stats.WDL
	for range min(d.concurrency, 2*pairs) {
		workers.Go(func() {
			own, err := d.work(ctx, &next, first, pairs, ours, theirs)
			if err != nil {
				drop(err)
			}
			mu.Lock()
			defer mu.Unlock()
			total = total.Merge(own)
		})
	}
	workers.Wait()
	return total, context.Cause(ctx)
}

// work plays games, the first side with White in the even ones, until none is left.
func (d *Duel) work(ctx context.Context, next *atomic.Int64, first, pairs int, ours, theirs map[string]string) (own stats.WDL, err error) {
	var engines [2]Engine
	for i, options := range []map[string]string{ours, theirs} {
		if engines[i], err = d.start(options); err != nil {
			return own, err
		}
	}
	for {
		game := int(next.Add(1)) - 1
		if game >= 2*pairs {
			return own, nil
		}
		opening := d.openings[d.order[(first+game/2)%len(d.order)]]
		ourSide := engine.Side(game % 2)
		players := engines // White first
		if ourSide == engine.Black {
			players[0], players[1] = engines[1], engines[0]
		}
		result, err := d.game(ctx, opening, players)
		if err != nil {
			return own, err
		}
		switch result {
		case engine.Draw:
			own.Add(stats.Draw)
		case engine.WinFor(ourSide):
			own.Add(stats.Win)
		default:
			own.Add(stats.Loss)
		}
	}
}

func (d *Duel) game(ctx context.Context, opening engine.Position, players [2]Engine) (engine.Result, error) {
	for _, e := range players {
		if err := e.NewGame(ctx); err != nil {
			return engine.Ongoing, err
		}
	}
	r := rules{drawRule: d.config.DrawRule, adjudication: d.config.Adjudication}
	for side := range r.timings {
		r.timings[side] = timing{d.base.Limits, time.Duration(d.config.Margin), time.Duration(d.config.Patience)}
	}
	p, err := referee(ctx, players, opening, r)
	switch {
	case err != nil:
		return engine.Ongoing, err
	case p.failure != nil:
		return engine.Ongoing, errors.Join(p.failure, p.failure.Err)
	case p.end.IsAbnormal() && p.end != EndTimeLoss:
		return engine.Ongoing, errors.New(p.outcome.Reason)
	}
	return p.outcome.Result, nil
}
