// Package analysis shows the analysis of a position while it goes on: to a person
// as text, to a program as one JSON object a line.
//
// It drives a [protocol.Player] and writes to the stream it is given. It refuses
// to know flags, files and terminals.
package analysis

import (
	"context"
	"io"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/search"
)

// reporter shows the course of one analysis.
type reporter interface {
	begin(g *engine.Game)
	line(p engine.Position, l search.Line)
	end(g *engine.Game, r search.Result)
	// err returns the first failure to write.
	err() error
}

// WriteText analyses the present position of a game and shows a person what it
// finds. With live, the line of a running iteration is rewritten in place, which
// only a terminal can show.
func WriteText(ctx context.Context, out io.Writer, player *protocol.Player, g *engine.Game, l search.Limits, live bool) error {
	return run(ctx, &text{out: out, live: live}, player, g, l)
}

// WriteJSON analyses the present position of a game and writes a [Progress] for
// each new line and a [Conclusion] at the end, one a line.
func WriteJSON(ctx context.Context, out io.Writer, player *protocol.Player, g *engine.Game, l search.Limits) error {
	return run(ctx, newJSONLines(out), player, g, l)
}

func run(ctx context.Context, to reporter, player *protocol.Player, g *engine.Game, l search.Limits) error {
	to.begin(g)
	if g.Outcome().Result != engine.Ongoing {
		to.end(g, search.Result{})
		return to.err()
	}
	p := g.Position()
	l.Analysis = true
	result := player.Think(ctx, g, l, func(line search.Line) { to.line(p, line) })
	to.end(g, result)
	return to.err()
}
