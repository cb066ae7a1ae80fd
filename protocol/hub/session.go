package hub

import (
	"errors"
	"fmt"
	"sync/atomic"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/search"
)

// session is the state that lines build up: the position, the limits of the next search, the player. It works
// through the lines in their order, searches included.
type session struct {
	player    *protocol.Player
	id        ID
	out       *output
	abandoned *atomic.Bool

	game     *engine.Game // nil is the start position of the variant
	isBroken bool         // the last `pos` was wrong: no search would be of the position that is meant
	level    Level
	// isLevelBroken says that a limit was wrong, so that without another the search might never end.
	isLevelBroken bool
}

func (s *session) run(requests <-chan request) {
	for r := range requests {
		s.handle(r)
	}
}

func (s *session) handle(r request) {
	if r.err != nil {
		s.out.fail(r.err)
	}
	switch r.line.Command {
	case "hub":
		s.introduce()
	case "init":
		s.player.Prepare()
		s.out.send(Line{Command: "ready"})
	case "set-param":
		s.check(s.setParam(r))
	case "new-game":
		s.player.Clear()
	case "pos":
		s.check(s.setPosition(r))
	case "level":
		err := s.level.Add(r.line)
		s.isLevelBroken = s.isLevelBroken || err != nil || r.err != nil
		s.check(err)
	case "go":
		s.think(r)
	}
}

// check reports an error to the peer.
func (s *session) check(err error) {
	if err != nil {
		s.out.fail(err)
	}
}

// introduce answers `hub`.
func (s *session) introduce() {
	s.out.send(s.id)
	settings := s.player.Settings()
	for _, p := range protocol.Parameters() {
		s.out.send(declaration(p, p.Get(settings)))
	}
	s.out.send(Line{Command: "wait"})
}

// declaration returns the `param` line of a parameter.
func declaration(p protocol.Parameter, value string) Param {
	wire := Param{Name: p.Name, Value: value, Type: ParamType(p.Kind), Values: p.Values}
	if p.Kind == protocol.Int || p.Kind == protocol.Real {
		wire.Min, wire.Max = p.Bound(p.Min), p.Bound(p.Max)
	}
	return wire
}

// setParam changes a parameter. A line that cannot be read whole changes none.
func (s *session) setParam(r request) error {
	name, _ := r.line.Get("name")
	value, hasValue := r.line.Get("value")
	switch {
	case r.err != nil:
		return nil
	case name == "":
		return errors.New("set-param without a name: want name=NAME value=VALUE")
	case !hasValue:
		return fmt.Errorf("set-param %s without a value: want value=VALUE", abbreviate(name, 40))
	case name == "variant" && value == "normal":
		// Hub programs made for 10x10 call their only board so, as Scan does.
		value = engine.International.String()
	}
	return s.player.Set(name, value)
}

// setPosition takes over a `pos` line. A wrong one leaves a broken position behind, of which a search would only mislead.
func (s *session) setPosition(r request) error {
	s.level, s.isLevelBroken = Level{}, false
	s.game, s.isBroken = nil, true
	if r.err != nil {
		return nil
	}
	start := s.player.Start()
	if text, given := r.line.Get("pos"); given {
		var err error
		if start, err = engine.ParseFEN(text, start.Variant()); err != nil {
			return fmt.Errorf("bad position: %w", err)
		}
	}
	game := s.player.NewGame(start)
	for i, text := range ParsePosition(r.line).Moves {
		m, err := game.Position().ParseMove(text)
		if err != nil {
			what := "bad move"
			if errors.Is(err, engine.ErrIllegalMove) {
				what = "illegal move"
			}
			return fmt.Errorf("%s, number %d: %w", what, i+1, err)
		}
		if game, err = s.playOn(game, m); err != nil {
			return fmt.Errorf("bad move, number %d: %w", i+1, err)
		}
	}
	s.game, s.isBroken = game, false
	return nil
}

// playOn plays a legal move. The peer decides when a game is drawn: where it goes on beyond a draw of our rule, that
// counts from there anew.
func (s *session) playOn(game *engine.Game, m engine.Move) (*engine.Game, error) {
	err := game.Play(m)
	if errors.Is(err, engine.ErrGameOver) {
		game = s.player.NewGame(game.Position())
		err = game.Play(m)
	}
	return game, err
}

// think searches and answers `done`, unless the peer has gone.
func (s *session) think(r request) {
	defer r.task.stop()
	limits := s.takeLimits()
	var done Done
	if !s.isBroken {
		game := s.game
		if game == nil {
			game = s.player.NewGame(s.player.Start())
		}
		mode := ParseMode(r.line)
		limits.Analysis = mode == Analyze
		if mode == Ponder {
			limits.Ponder = r.task.hit
		}
		var err error
		if limits.SearchMoves, err = searchMoves(game.Position(), r.line); err == nil {
			done = s.search(r.task, game, limits)
		}
		s.check(err)
	}
	if !s.abandoned.Load() {
		s.out.send(done)
	}
}

// searchMoves returns the moves that a `go` line wants to be looked at, nil for all. Of a wrong list it takes none:
// the best of other moves would be taken for the best of those.
func searchMoves(p engine.Position, goLine Line) ([]engine.Move, error) {
	text, given := goLine.Get("search-moves")
	if !given {
		return nil, nil
	}
	moves, err := protocol.ParseSearchMoves(p, text)
	if err != nil {
		return nil, fmt.Errorf("search-moves: %w", err)
	}
	return moves, nil
}

// takeLimits returns the limits that the level lines have set, and forgets them. Where some could not be read, the
// clock of the default keeps the search from going on for ever.
func (s *session) takeLimits() search.Limits {
	level := s.level
	if s.isLevelBroken && level.Clock == nil && level.MoveTime == 0 && !level.Infinite {
		level.Clock = &Clock{Time: DefaultClock}
	}
	s.level, s.isLevelBroken = Level{}, false
	limits := search.Limits{Depth: level.Depth, Nodes: level.Nodes, MoveTime: level.MoveTime}
	if c := level.Clock; c != nil {
		limits.Clock = &search.Clock{Time: c.Time, Increment: c.Inc, MovesToGo: c.Moves}
	}
	return limits
}

// search runs a search, with an `info` line for each line of play that it finds, and at least one.
func (s *session) search(t *task, game *engine.Game, limits search.Limits) Done {
	ranked := s.player.Settings().MultiPV > 1
	p := game.Position()
	var reported engine.Move
	report := func(line search.Line) {
		if line.Rank == 1 {
			reported = line.Moves[0]
		}
		if !s.abandoned.Load() {
			s.out.send(infoOf(p, line, ranked))
		}
	}
	result := s.player.Think(t.ctx, game, limits, report)
	best, found := result.Best()
	if !found {
		return Done{}
	}
	if best != reported {
		for _, line := range result.Lines {
			report(line)
		}
	}
	done := Done{Move: p.HubText(best)}
	if reply, found := result.Reply(); found {
		done.Ponder = p.Play(best).HubText(reply)
	}
	return done
}

// infoOf describes a line of play from p.
func infoOf(p engine.Position, line search.Line, ranked bool) Info {
	info := Info{
		Depth: line.Depth, MeanDepth: line.MeanDepth,
		HasScore: true, Score: int(line.Score),
		Nodes: line.Nodes, Time: line.Time, NPS: line.NodesPerSecond(),
	}
	for _, m := range line.Moves {
		info.PV = append(info.PV, p.HubText(m))
		p = p.Play(m)
	}
	if ranked {
		info.MultiPV = line.Rank
	}
	return info
}
