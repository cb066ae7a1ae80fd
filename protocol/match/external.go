package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/protocol/hub"
)

// external is a program that speaks Hub.
type external struct {
	driver *hub.Driver
}

// startExternal starts a program and makes it ready for a match of a variant and draw
// rule, which it is told of if it has parameters of these names. An unknown option is
// a [*hub.ParamError].
func startExternal(ctx context.Context, c EngineConfig, v engine.Variant, rule engine.DrawRule, o hub.DriverOptions) (Engine, error) {
	o.Command, o.Args, o.Dir, o.Env = c.Command, c.Args, c.Dir, c.Env
	driver, err := hub.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := prepare(ctx, driver, c, v, rule); err != nil {
		_ = driver.Kill()
		return nil, err
	}
	return &external{driver}, nil
}

// hubVariants are the names that engines give to the value of their parameter variant.
var hubVariants = map[engine.Variant][]string{
	engine.Canadian:      {"canadian"},
	engine.International: {"international", "normal"},
	engine.Brazilian:     {"brazilian"},
}

func prepare(ctx context.Context, d *hub.Driver, c EngineConfig, v engine.Variant, rule engine.DrawRule) error {
	for name, value := range c.Options {
		if err := d.SetParam(name, value); err != nil {
			return err
		}
	}
	for _, p := range d.Params() {
		if _, given := c.Options[p.Name]; given {
			continue
		}
		for _, value := range map[string][]string{"variant": hubVariants[v], "draw-rule": {rule.String()}}[p.Name] {
			if p.Type == hub.EnumParam && slices.Contains(p.Values, value) {
				if err := d.SetParam(p.Name, value); err != nil {
					return err
				}
				break
			}
		}
	}
	if err := d.Init(ctx); err != nil {
		return err
	}
	return d.Ping(ctx)
}

func (e *external) Identity() Identity {
	id := e.driver.ID()
	return Identity{Name: id.Name, Version: id.Version, Author: id.Author}
}

func (e *external) NewGame(ctx context.Context) error {
	return asFailure(e.driver.NewGame(ctx))
}

// Think sends the whole game, so that the engine sees repetitions.
func (e *external) Think(ctx context.Context, g *engine.Game, b Budget) (Answer, error) {
	search, err := e.driver.Search(hub.Request{Position: hubPosition(g), Level: hubLevel(b), Timeout: b.Wait})
	if err != nil {
		return Answer{}, asFailure(err)
	}
	result, err := search.Wait(ctx)
	if err != nil {
		return Answer{}, asFailure(err)
	}
	answer := Answer{Move: result.Move, Elapsed: result.Elapsed, Depth: result.Info.Depth, Nodes: result.Info.Nodes}
	if result.Info.HasScore {
		answer.Score = KnownScore(eval.Score(result.Info.Score))
	}
	return answer, nil
}

func hubPosition(g *engine.Game) hub.Position {
	p := hub.Position{Board: g.Start().HubString()}
	for i, m := range g.Moves() {
		p.Moves = append(p.Moves, g.PositionAt(i).HubText(m))
	}
	return p
}

func hubLevel(b Budget) hub.Level {
	level := hub.Level{Depth: b.Depth, Nodes: b.Nodes, MoveTime: time.Duration(b.MoveTime)}
	if b.Clock != nil {
		level.Clock = &hub.Clock{Time: b.Clock.Left, Inc: b.Clock.Increment, Moves: b.Clock.Moves}
	}
	return level
}

// failureEnds maps what can go wrong with a program to what it makes of the game.
var failureEnds = map[hub.FailureKind]End{
	hub.ExitedAtStart:   EndCrash,
	hub.NoHubAnswer:     EndStall,
	hub.NoInitAnswer:    EndStall,
	hub.NoPingAnswer:    EndStall,
	hub.Crashed:         EndCrash,
	hub.Exited:          EndCrash,
	hub.ClosedOutput:    EndDisconnect,
	hub.ClosedInput:     EndDisconnect,
	hub.Stalled:         EndStall,
	hub.Flooded:         EndBadProtocol,
	hub.MalformedAnswer: EndBadProtocol,
}

// asFailure turns the driver's error into the match's.
func asFailure(err error) error {
	if e, ok := errors.AsType[*hub.EngineError](err); ok {
		return &Failure{End: failureEnds[e.Kind], Detail: strings.TrimPrefix(e.Error(), "engine "), Err: err}
	}
	return err
}

func (e *external) Problems() []string {
	var texts []string
	for _, p := range e.driver.Problems() {
		texts = append(texts, p.Text)
	}
	return texts
}

func (e *external) Dialogue() string {
	var b strings.Builder
	for _, entry := range e.driver.Dialogue() {
		fmt.Fprintln(&b, entry)
	}
	if text := e.driver.Stderr(); text != "" {
		fmt.Fprintf(&b, "--- standard error ---\n%s\n", text)
	}
	return b.String()
}

func (e *external) Close() error { return e.driver.Close() }
