package match

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/search"
)

// inProcess is this program's own engine. It is the fast way to compare parameters: no
// process, no pipe, and with a limit on nodes or depth and one thread a game depends
// on nothing but its opening.
type inProcess struct {
	player   *protocol.Player
	identity Identity
}

// defaultHashMiB is the size of an in-process table unless the description tells
// another: it is cleared before every game, and there are many.
const defaultHashMiB = "16"

// startInProcess makes a Player for a match of a variant and draw rule.
func startInProcess(c EngineConfig, v engine.Variant, rule engine.DrawRule, program Identity) (Engine, error) {
	settings := protocol.DefaultSettings()
	values := map[string]string{"hash": defaultHashMiB, "move-overhead": "0"}
	for name, value := range c.Options {
		if name == "variant" || name == "draw-rule" {
			return nil, fmt.Errorf("option.%s: is the match's to set", name)
		}
		values[name] = value
	}
	settings.Variant, settings.DrawRule = v, rule
	for name, value := range values {
		if err := settings.Set(name, value); err != nil {
			return nil, err
		}
	}
	player := protocol.NewPlayer(settings)
	player.Prepare()
	return &inProcess{player, program}, nil
}

func (e *inProcess) Identity() Identity { return e.identity }

func (e *inProcess) NewGame(context.Context) error {
	e.player.Clear()
	return nil
}

// Think searches. A panic is the engine's failure, not the match's.
func (e *inProcess) Think(ctx context.Context, g *engine.Game, b Budget) (answer Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Failure{End: EndCrash, Detail: fmt.Sprintf("panic: %v", r), Err: errors.New(string(debug.Stack()))}
		}
	}()
	limits := search.Limits{Depth: b.Depth, Nodes: b.Nodes, MoveTime: time.Duration(b.MoveTime)}
	if b.Clock != nil {
		limits.Clock = &search.Clock{Time: b.Clock.Left, Increment: b.Clock.Increment, MovesToGo: b.Clock.Moves}
	}
	began := time.Now()
	result := e.player.Think(ctx, g, limits, nil)
	elapsed := time.Since(began)
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	answer = Answer{Elapsed: elapsed, Nodes: result.Nodes}
	if m, found := result.Best(); found {
		answer.Move = g.Position().HubText(m)
		line := result.Lines[0]
		answer.Depth = line.Depth
		if line.Depth > 0 {
			answer.Score = KnownScore(line.Score)
		}
	}
	return answer, nil
}

// Problems are none: a Player follows its limits.
func (e *inProcess) Problems() []string { return nil }

// Dialogue is empty: a Player talks to nobody.
func (e *inProcess) Dialogue() string { return "" }

func (e *inProcess) Close() error { return nil }
