package dxp

import (
	"cmp"
	"strconv"
	"time"

	"ckengine/engine/pdn"
)

// PDN returns the game for a PDN file, with the time that each player says a move
// took, in whole seconds as it was sent.
func (r *Record) PDN() *pdn.Game {
	g := pdn.NewGame(r.Game.Start())
	white, black := r.Players()
	g.Tags.Set("Event", "DXP game")
	g.Tags.Set("Date", r.Began.Format("2006.01.02"))
	g.Tags.Set("White", cmp.Or(white, "?"))
	g.Tags.Set("Black", cmp.Or(black, "?"))
	if r.Time >= time.Second {
		g.Tags.Set("TimeControl", strconv.Itoa(int(r.Time/time.Second)))
	}
	if r.Reason != "" {
		g.Tags.Set("Termination", printable(r.Reason))
	}
	g.Result = pdn.ResultOf(r.Result)
	for i, m := range r.Game.Moves() {
		used := pdn.TimeCommand("emt", r.Used[i].Round(time.Second))
		g.Body = append(g.Body, &pdn.Move{Status: pdn.Legal, Play: m}, pdn.Comment(used.String()))
	}
	return g
}
