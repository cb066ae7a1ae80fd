package check

import (
	"math/rand/v2"

	"ckengine/engine"
)

// walk plays random games, the same in every run, to find positions of a kind.
type walk struct {
	variant engine.Variant
	random  *rand.Rand
}

func newWalk(v engine.Variant) *walk { return &walk{v, rand.New(rand.NewPCG(1, 2))} }

// maxPlies bounds a random game.
const maxPlies = 400

// find returns a game whose present position is wanted, in at least so many plies.
func (w *walk) find(plies int, wanted func(engine.Position) bool) *engine.Game {
	for {
		g := engine.NewGame(engine.Start(w.variant), engine.InternationalDraws)
		for g.Outcome().Result == engine.Ongoing && g.Ply() < maxPlies {
			if g.Ply() >= plies && wanted(g.Position()) {
				return g
			}
			moves := g.Position().Moves()
			if g.Play(moves[w.random.IntN(len(moves))]) != nil {
				break
			}
		}
	}
}

// lost is a position in which White has no move: his only man is blocked at the edge.
func (w *walk) lost() engine.Position {
	setup := engine.NewSetup(w.variant)
	setup.SetSideToMove(engine.White)
	_ = setup.Put(w.variant.Width()/2+1, engine.White, engine.Man)
	_ = setup.Put(1, engine.Black, engine.Man)
	p, err := setup.Position()
	if err != nil || p.HasMoves() {
		panic("the position of a blocked man is not one")
	}
	return p
}
