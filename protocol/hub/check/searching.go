package check

import (
	"errors"
	"time"

	"ckengine/engine"
	"ckengine/protocol/hub"
)

func searching() []examination {
	moveTime := hub.Level{MoveTime: 200 * time.Millisecond}
	return []examination{
		{name: "finds a legal move in the start position", run: func(s *session) {
			s.think(engine.NewGame(engine.Start(s.options.Variant), engine.InternationalDraws), moveTime)
		}},
		{name: "finds a legal move after a long game", run: func(s *session) {
			s.think(s.random.find(80, func(p engine.Position) bool { return !p.CanCapture() }), moveTime)
		}},
		{name: "captures the most pieces", run: func(s *session) {
			s.think(s.random.find(10, func(p engine.Position) bool {
				return p.CanCapture() && p.Moves()[0].Captured().Count() >= 2
			}), moveTime)
		}},
		{name: "plays an only move", run: func(s *session) {
			s.think(s.random.find(10, func(p engine.Position) bool { return p.CountMoves() == 1 }), moveTime)
		}},
		{name: "takes a position with kings", run: func(s *session) {
			g := s.random.find(40, func(p engine.Position) bool { return !p.Kings(p.SideToMove()).IsEmpty() })
			s.think(engine.NewGame(g.Position(), engine.InternationalDraws), moveTime)
		}},
		{name: "searches to a depth", run: examineDepth},
		{name: "searches a number of nodes", run: examineNodes},
		{name: "keeps to the time for a move", run: examineMoveTime},
		{name: "keeps to the clock", run: examineClock},
		{name: "moves at once when its time is up", run: examineNoTime},
		{name: "answers ping during a search", run: examinePing},
		{name: "ends an analysis at stop", run: examineStop},
		{name: "ponders, and moves after ponder-hit", run: examinePonderHit},
		{name: "ends pondering at stop", run: examinePonderMiss},
		{name: "answers a bare done where there is no move", run: examineLost},
		{name: "begins a new game", run: func(s *session) {
			if err := s.driver.NewGame(s.ctx); err != nil {
				s.fault("%v", err)
				return
			}
			s.think(engine.NewGame(engine.Start(s.options.Variant), engine.InternationalDraws), moveTime)
		}},
	}
}

func hubPosition(g *engine.Game) hub.Position {
	p := hub.Position{Board: g.Start().HubString()}
	for i, m := range g.Moves() {
		p.Moves = append(p.Moves, g.PositionAt(i).HubText(m))
	}
	return p
}

// search begins a search.
func (s *session) search(g *engine.Game, level hub.Level, mode hub.Mode) (*hub.Search, bool) {
	search, err := s.driver.Search(hub.Request{Position: hubPosition(g), Level: level, Mode: mode})
	if err != nil {
		s.fault("%v", err)
		return nil, false
	}
	return search, true
}

// wait waits for the end of a search and looks at its answer.
func (s *session) wait(search *hub.Search, g *engine.Game, from int) (hub.Result, bool) {
	result, err := search.Wait(s.ctx)
	if err != nil {
		s.fault("%v", err)
		return result, false
	}
	for _, message := range result.Errors {
		s.fault("it reports an error: %s", message)
	}
	for _, entry := range s.answers(from, "info") {
		s.examineInfo(entry.Line)
	}
	s.examineMove(g.Position(), result.Done)
	s.examinePV(g.Position(), result.Info.PV)
	return result, true
}

// think searches a position and looks at the answer.
func (s *session) think(g *engine.Game, level hub.Level) (hub.Result, bool) {
	from := s.mark()
	search, ok := s.search(g, level, hub.Think)
	if !ok {
		return hub.Result{}, false
	}
	result, ok := s.wait(search, g, from)
	if ok && result.Overdue {
		s.fault("it did not end its search until it was stopped after %v", result.Elapsed.Round(time.Millisecond))
	}
	if ok && s.alive("a search") {
		if done := len(s.answers(from, "done")); done != 1 {
			s.fault("one go was answered by %d done", done)
		}
	}
	return result, ok
}

// examineMove judges a move by the rules.
func (s *session) examineMove(p engine.Position, done hub.Done) {
	if done.Move == "" {
		s.fault("there is no move in its answer, and there are %d legal ones in %s", p.CountMoves(), p.FEN())
		return
	}
	m, err := p.ParseMove(done.Move)
	if err != nil {
		s.fault("in %s: %v", p.FEN(), err)
		return
	}
	if text := p.HubText(m); text != done.Move {
		s.advise("%s should be written %s, with all captured squares in ascending order", done.Move, text)
	}
	if done.Ponder == "" {
		return
	}
	if _, err := p.Play(m).ParseMove(done.Ponder); err != nil {
		s.advise("the expected reply: %v", err)
	}
}

// examinePV follows the principal variation as far as it is legal.
func (s *session) examinePV(p engine.Position, pv []string) {
	for i, text := range pv {
		m, err := p.ParseMove(text)
		if err != nil {
			s.advise("move %d of its principal variation: %v", i+1, err)
			return
		}
		p = p.Play(m)
	}
}

func middleGame(s *session) *engine.Game {
	return s.random.find(20, func(p engine.Position) bool { return !p.CanCapture() && p.CountMoves() > 5 })
}

func examineDepth(s *session) {
	const depth = 4
	if result, ok := s.think(middleGame(s), hub.Level{Depth: depth}); ok && result.Info.Depth > depth {
		s.advise("it was asked for depth %d and reports depth %d", depth, result.Info.Depth)
	}
}

func examineNodes(s *session) {
	const nodes = 20_000
	if result, ok := s.think(middleGame(s), hub.Level{Nodes: nodes}); ok && result.Info.Nodes > 2*nodes {
		s.advise("it was asked for %d nodes and reports %d", nodes, result.Info.Nodes)
	}
}

func examineMoveTime(s *session) {
	const given = 300 * time.Millisecond
	if result, ok := s.think(middleGame(s), hub.Level{MoveTime: given}); ok {
		s.examineElapsed(result.Elapsed, given)
	}
}

func (s *session) examineElapsed(elapsed, given time.Duration) {
	if elapsed > given+lateMove {
		s.advise("it took %v and had %v: a match would call that a loss on time", elapsed.Round(time.Millisecond), given)
	}
}

func examineClock(s *session) {
	level := hub.Level{Clock: &hub.Clock{Time: 2 * time.Second, Inc: 100 * time.Millisecond}}
	if result, ok := s.think(middleGame(s), level); ok {
		s.examineElapsed(result.Elapsed, level.Clock.Time+level.Clock.Inc)
		if result.Elapsed > time.Second {
			s.advise("it took %v of 2 s for one move of a whole game", result.Elapsed.Round(time.Millisecond))
		}
	}
}

// examineNoTime gives less time than nothing before the increment, as some hosts do.
func examineNoTime(s *session) {
	level := hub.Level{Clock: &hub.Clock{Time: -50 * time.Millisecond, Inc: 150 * time.Millisecond}}
	if result, ok := s.think(middleGame(s), level); ok {
		s.examineElapsed(result.Elapsed, 100*time.Millisecond)
	}
}

// analysis begins an endless search and lets it run for a moment.
func (s *session) analysis(mode hub.Mode, level hub.Level) (search *hub.Search, g *engine.Game, from int, ok bool) {
	g, from = middleGame(s), s.mark()
	if search, ok = s.search(g, level, mode); !ok {
		return nil, nil, 0, false
	}
	select {
	case <-search.Ended():
	case <-s.driver.Over():
	case <-s.ctx.Done():
	case <-time.After(200 * time.Millisecond):
	}
	return search, g, from, true
}

func examinePing(s *session) {
	search, g, from, ok := s.analysis(hub.Analyze, hub.Level{Infinite: true})
	if !ok {
		return
	}
	began := time.Now()
	if !s.alive("a ping during a search") {
		return
	}
	if elapsed := time.Since(began); elapsed > slowPong {
		s.advise("the pong took %v", elapsed.Round(time.Millisecond))
	}
	s.stop(search, g, from)
}

// stop ends a search and looks at its answer.
func (s *session) stop(search *hub.Search, g *engine.Game, from int) {
	began := time.Now()
	if err := search.Stop(); err != nil {
		s.fault("%v", err)
		return
	}
	if _, ok := s.wait(search, g, from); !ok {
		return
	}
	if elapsed := time.Since(began); elapsed > slowStop {
		s.advise("it took %v from stop to done", elapsed.Round(time.Millisecond))
	}
	if s.alive("stop") {
		if done := len(s.answers(from, "done")); done != 1 {
			s.fault("one go was answered by %d done", done)
		}
	}
}

func examineStop(s *session) {
	if search, g, from, ok := s.analysis(hub.Analyze, hub.Level{Infinite: true}); ok {
		s.stop(search, g, from)
	}
}

var ponderLevel = hub.Level{Clock: &hub.Clock{Time: 2 * time.Second}}

func examinePonderHit(s *session) {
	search, g, from, ok := s.analysis(hub.Ponder, ponderLevel)
	if !ok {
		return
	}
	if err := search.PonderHit(); err != nil {
		s.fault("%v", err)
		return
	}
	if result, ok := s.wait(search, g, from); ok {
		s.examineElapsed(result.Elapsed, ponderLevel.Clock.Time)
	}
}

func examinePonderMiss(s *session) {
	if search, g, from, ok := s.analysis(hub.Ponder, ponderLevel); ok {
		s.stop(search, g, from)
	}
}

func examineLost(s *session) {
	lost := engine.NewGame(s.random.lost(), engine.InternationalDraws)
	search, ok := s.search(lost, hub.Level{Depth: 3}, hub.Think)
	if !ok {
		return
	}
	result, err := search.Wait(s.ctx)
	bad, _ := errors.AsType[*hub.EngineError](err)
	switch {
	case bad != nil && bad.Kind == hub.MalformedAnswer:
		s.advise("%v", err)
	case err != nil:
		s.fault("%v", err)
	case result.Move != "":
		s.fault("it plays %s where there is no legal move", result.Move)
	}
}

// positionLine is the pos line of a game.
func positionLine(g *engine.Game) string { return hubPosition(g).String() }
