package protocol

import (
	"context"
	"runtime/debug"

	"ckengine/engine"
	"ckengine/search"
)

// Player is one configured engine: the board, the searcher with what it remembers,
// and the parameters. It serves one caller at a time; two Players share nothing.
type Player struct {
	settings Settings
	searcher *search.Searcher // nil until it is first needed
	built    search.Options   // what searcher was made from
}

// NewPlayer returns a Player with the given settings. It takes its memory when it
// is first needed, see [Player.Prepare].
func NewPlayer(s Settings) *Player { return &Player{settings: s} }

// Settings returns the values of the parameters.
func (p *Player) Settings() Settings { return p.settings }

// Set changes a parameter, see [Parameters]. The change holds from the next search
// on; a new table size takes its memory at once if there is a table already. The
// error says what would be right.
func (p *Player) Set(name, value string) error {
	if err := p.settings.Set(name, value); err != nil {
		return err
	}
	if p.searcher != nil {
		p.build(p.built.Variant)
	}
	return nil
}

// Prepare takes the memory that the first search on the variant's board needs, so
// that it does not cost that search its time.
func (p *Player) Prepare() { p.build(p.settings.Variant) }

// Clear forgets earlier searches: what follows belongs to another game.
func (p *Player) Clear() {
	if p.searcher != nil {
		p.searcher.Clear()
	}
}

// Start returns the start position of the variant.
func (p *Player) Start() engine.Position { return engine.Start(p.settings.Variant) }

// NewGame returns a game from a position, which may be of any board, under the draw rule.
func (p *Player) NewGame(start engine.Position) *engine.Game {
	return engine.NewGame(start, p.settings.DrawRule)
}

// Think searches the present position of a game within the limits, to which it
// adds the parameters: where l has no MultiPV the parameter counts, skill weakens
// whatever is not analysis, and the clock
// gets the overhead and whether to reckon with pondering. Whoever asks for a move
// plays on: the history of a game that a draw rule has ended is left aside.
//
// It ends as [search.Searcher.Search] does, which also says when progress is called.
func (p *Player) Think(ctx context.Context, g *engine.Game, l search.Limits, progress func(search.Line)) search.Result {
	if g.Outcome().Result == engine.Draw {
		g = engine.NewGame(g.Position(), g.Rule())
	}
	if l.MultiPV == 0 {
		l.MultiPV = p.settings.MultiPV
	}
	if l.Handicap == 0 && !l.Analysis {
		l.Handicap = search.MaxHandicap - p.settings.Skill
	}
	if l.Clock != nil {
		clock := *l.Clock
		clock.Overhead = p.settings.MoveOverhead
		clock.Ponder = p.settings.Ponder
		l.Clock = &clock
	}
	p.build(g.Position().Variant())
	return p.searcher.Search(ctx, g, l, progress)
}

// build makes the searcher for a board unless it is there already.
func (p *Player) build(v engine.Variant) {
	wanted := p.settings.SearchOptions(v)
	if p.searcher != nil && p.built == wanted {
		return
	}
	if p.searcher != nil {
		// Two tables at a time may be more than the machine has.
		p.searcher = nil
		debug.FreeOSMemory()
	}
	p.searcher, p.built = search.New(wanted), wanted
}
