package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"ckengine/engine"
	"ckengine/protocol/match/stats"
)

// Ending says why a match ended.
type Ending uint8

// The endings of a match.
const (
	Completed   Ending = iota // all games are played
	Decided                   // the SPRT has come to a decision
	Interrupted               // somebody wished it to end
	Broken                    // an engine failed, and the policy is to stop
)

// Outcome is how a match ended.
type Outcome struct {
	Ending   Ending
	Decision stats.Decision
	Failure  error    // of the engine, for Broken
	Dropped  int      // games that were running and are not in the journal
	Warnings []string // of the preflight, and what happened since
}

// Observer sees a match go on. Its methods are called one at a time.
type Observer interface {
	// GameOver tells of a finished game that is in the journal.
	GameOver(record *Record, report *stats.Report, done, planned int)
	// Warning tells of something that does not end the match.
	Warning(text string)
}

// errDropped is the cause of a game that is not played to its end.
var errDropped = errors.New("the match is over")

// Run plays the games that the journal lacks. When finish is closed it begins no more
// games and ends with the running ones; when ctx is done it drops those too. The
// error is the journal's or the runner's own; whatever engines do is in the Outcome.
func (m *Match) Run(ctx context.Context, finish <-chan struct{}, observer Observer) (Outcome, error) {
	games, drop := context.WithCancelCause(ctx)
	defer drop(nil)
	r := &run{Match: m, observer: observer, stop: make(chan struct{})}
	r.queue, r.finished = make(chan Game), make(chan finished)
	if m.report.decision() != stats.Continue {
		return r.outcome(Decided), nil
	}

	var workers sync.WaitGroup
	for range m.options.Concurrency {
		workers.Go(func() { r.work(games) })
	}
	done := maps.Clone(r.done)
	go r.feed(games, finish, done)
	go func() {
		workers.Wait()
		close(r.finished)
	}()

	ending := Completed
	var failure error
	for f := range r.finished {
		switch {
		case f.warning != "":
			r.warn("%s", f.warning)
		case f.broken != nil:
			if failure == nil {
				failure = f.broken
			}
			r.halt(drop)
		case f.record == nil:
			r.dropped++
		default:
			if err := r.take(f); err != nil {
				r.err = errors.Join(r.err, err)
				r.halt(drop)
			}
			if r.err == nil && m.report.decision() != stats.Continue {
				r.halt(drop)
			}
		}
	}
	switch {
	case m.report.decision() != stats.Continue:
		ending = Decided
	case failure != nil:
		ending = Broken
	case len(m.done) < m.schedule.planned():
		ending = Interrupted
	}
	o := r.outcome(ending)
	o.Failure = failure
	return o, r.err
}

// run is one run of a match. Only the collecting goroutine writes to its fields.
type run struct {
	*Match
	observer Observer
	queue    chan Game
	finished chan finished
	stop     chan struct{} // closed when no more games are to begin
	stopped  bool
	dropped  int
	err      error
}

// finished is what a worker reports: a game, a dropped game (all fields empty), a
// warning, or an engine that broke the match.
type finished struct {
	record   *Record
	dialogue string // of the engine to blame
	broken   error
	warning  string
}

func (r *run) outcome(ending Ending) Outcome {
	return Outcome{Ending: ending, Decision: r.report.decision(), Dropped: r.dropped, Warnings: slices.Clone(r.warnings)}
}

// halt ends the match: no more games begin and the running ones are dropped.
func (r *run) halt(drop context.CancelCauseFunc) {
	if !r.stopped {
		r.stopped = true
		close(r.stop)
	}
	drop(errDropped)
}

func (r *run) warn(format string, args ...any) {
	if r.Match.warn(format, args...) {
		r.observer.Warning(r.warnings[len(r.warnings)-1])
	}
}

// take writes a finished game to the journal and counts it.
func (r *run) take(f finished) error {
	if err := r.journal.append(f.record); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	r.done[f.record.Number] = true
	if err := r.report.add(f.record); err != nil {
		return err
	}
	if f.record.End.IsAbnormal() {
		text := fmt.Sprintf("game %d: %s: %s", f.record.Number, f.record.End, f.record.Reason)
		if path := r.saveDialogue(f); path != "" {
			text += "; the dialogue is in " + path
		}
		r.warn("%s", text)
	}
	r.observer.GameOver(f.record, r.report.report, len(r.done), r.schedule.planned())
	return nil
}

// saveDialogue keeps the dialogue of a game that ended abnormally, if there is one.
func (r *run) saveDialogue(f finished) (path string) {
	if r.options.LogDir == "" || f.dialogue == "" {
		return ""
	}
	path = filepath.Join(r.options.LogDir, fmt.Sprintf("game-%06d.log", f.record.Number))
	err := os.MkdirAll(r.options.LogDir, 0o755)
	if err == nil {
		text := fmt.Sprintf("%s against %s, game %d: %s\n%s\n\n%s", f.record.White, f.record.Black, f.record.Number, f.record.Reason, f.record.Moves, f.dialogue)
		err = os.WriteFile(path, []byte(text), 0o644)
	}
	if err != nil {
		r.warn("log: %v", err)
		return ""
	}
	return path
}

// feed hands out the games that are not done, in the order of their numbers.
func (r *run) feed(ctx context.Context, finish <-chan struct{}, done map[int]bool) {
	defer close(r.queue)
	for g := range r.schedule.games() {
		if done[g.Number] {
			continue
		}
		select {
		case <-finish:
			return
		case <-r.stop:
			return
		case <-ctx.Done():
			return
		default:
		}
		select {
		case r.queue <- g:
		case <-finish:
			return
		case <-r.stop:
			return
		case <-ctx.Done():
			return
		}
	}
}

// work plays games with its own set of engines until there are no more.
func (r *run) work(ctx context.Context) {
	table := &table{run: r, engines: make([]Engine, len(r.config.Engines))}
	defer table.clear()
	for g := range r.queue {
		f := table.play(ctx, g)
		r.finished <- f
		if f.broken != nil {
			return
		}
	}
}

// table is where one game is played at a time, by engines that stay from game to game.
type table struct {
	*run
	engines []Engine // nil for one that does not run
}

func (t *table) play(ctx context.Context, g Game) finished {
	indices := [2]int{engine.White: g.White, engine.Black: g.Black}
	var players [2]Engine
	for side, index := range indices {
		e, err := t.ready(ctx, index)
		switch {
		case ctx.Err() != nil:
			return finished{}
		case err != nil:
			return finished{broken: fmt.Errorf("game %d: engine %s: %w", g.Number, t.config.Engines[index].Name, err)}
		}
		players[side] = e
	}
	started := time.Now()
	p, err := referee(ctx, players, t.openings[g.Opening], t.rules(indices))
	ended := time.Now()
	switch {
	case ctx.Err() != nil:
		return finished{}
	case err != nil:
		return finished{broken: err}
	}
	for _, e := range players {
		if s, ok := e.(spectator); ok {
			s.GameOver(ctx, p.outcome)
		}
	}
	f := finished{record: newRecord(g, t.config.names(), p, started, ended)}
	if p.end.IsAbnormal() {
		f.dialogue = players[p.blame].Dialogue()
	}
	if p.failure != nil {
		index := indices[p.blame]
		t.remove(index)
		if t.config.OnFailure == StopOnFailure {
			t.finished <- f
			return finished{broken: fmt.Errorf("game %d: engine %s: %w", g.Number, t.config.Engines[index].Name, p.failure)}
		}
	}
	return f
}

func (t *table) rules(indices [2]int) rules {
	r := rules{drawRule: t.config.DrawRule, adjudication: t.config.Adjudication}
	for side, index := range indices {
		c := t.config.Engines[index]
		r.timings[side] = timing{c.Limits, t.marginOf(c), time.Duration(t.config.Patience)}
	}
	return r
}

// marginOf returns how much too late a move of an engine may come.
func (m *Match) marginOf(c EngineConfig) time.Duration {
	if c.Margin != nil {
		return time.Duration(*c.Margin)
	}
	return time.Duration(m.config.Margin)
}

// ready returns an engine that is ready for a new game. One that has broken down since
// its last game is started again if that is the policy; no game is lost by it.
func (t *table) ready(ctx context.Context, index int) (Engine, error) {
	if e := t.engines[index]; e != nil {
		err := e.NewGame(ctx)
		if err == nil || ctx.Err() != nil {
			return e, err
		}
		t.remove(index)
		if t.config.OnFailure == StopOnFailure {
			return nil, err
		}
		t.finished <- finished{warning: fmt.Sprintf("engine %s failed between games and is started again: %v", t.config.Engines[index].Name, err)}
	}
	e, err := t.start(ctx, index)
	if err != nil {
		return nil, err
	}
	t.engines[index] = e
	return e, e.NewGame(ctx)
}

// remove ends an engine that has failed.
func (t *table) remove(index int) {
	_ = t.engines[index].Close()
	t.engines[index] = nil
}

// clear ends all engines and tells what they did wrong.
func (t *table) clear() {
	for i, e := range t.engines {
		if e == nil {
			continue
		}
		name := t.config.Engines[i].Name
		if err := e.Close(); err != nil {
			t.finished <- finished{warning: fmt.Sprintf("engine %s: %v", name, err)}
		}
		for _, problem := range e.Problems() {
			t.finished <- finished{warning: fmt.Sprintf("engine %s: %s", name, problem)}
		}
	}
}
