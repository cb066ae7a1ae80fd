package hub

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Request is a search to be made.
type Request struct {
	Position Position
	Level    Level
	Mode     Mode
	// Timeout is when the driver itself stops the search, counted like [Result].Elapsed. Zero derives it: from the
	// time that the level gives; else [Timeouts].Move for a search to a depth or a number of nodes; and none for an infinite
	// level, for analysis without a limit in time, or while pondering.
	Timeout time.Duration
	// OnInfo, if set, sees each `info` line as it comes. It must be quick and must not call the driver.
	OnInfo func(info Info, arrived time.Time)
}

// Result is the outcome of a search.
type Result struct {
	Done
	Info    Info          // the last best line, with the latest count of nodes and time; zero if there was none
	Infos   int           // number of `info` lines
	Started time.Time     // when `go` was written
	Ended   time.Time     // when `done` arrived
	Elapsed time.Duration // on the clock: from `go`, or from `ponder-hit` when pondering; zero if it ended before the hit
	Overdue bool          // the driver had to stop it
	Errors  []string      // what the engine reported as errors, about the position too
}

const keptErrors = 10

func (r *Result) addError(message string) {
	if len(r.Errors) < keptErrors {
		r.Errors = append(r.Errors, message)
	}
}

// Search is a search that the engine is making. It owes one `done`.
type Search struct {
	driver *Driver
	mode   Mode
	limit  time.Duration // 0 is none
	onInfo func(Info, time.Time)
	done   chan struct{}

	// Guarded by driver.mu.
	timer   *time.Timer
	hit     time.Time // when `ponder-hit` was written
	stopped bool
	result  Result
	err     error
}

// Search begins a search. One that still runs must be stopped first; its `done` need not have come. The error is
// [ErrSearching], a text that Hub cannot carry, or what ended the dialogue.
func (d *Driver) Search(r Request) (*Search, error) {
	for _, word := range append([]string{r.Position.Board}, r.Position.Moves...) {
		if word != "" && !isWord(word) {
			return nil, fmt.Errorf("position: %q is not a word of Hub", abbreviate(word, 80))
		}
	}
	s := &Search{driver: d, mode: r.Mode, limit: d.timeLimit(r), onInfo: r.OnInfo, done: make(chan struct{})}
	lines := []string{r.Position.String()}
	if r.Level != (Level{}) {
		lines = append(lines, r.Level.String())
	}
	lines = append(lines, "go "+r.Mode.String())

	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	if err := d.enlist(s); err != nil {
		return nil, err
	}
	if err := d.write(lines...); err != nil {
		return nil, err
	}
	return s, nil
}

func (d *Driver) enlist(s *Search) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.idle(); err != nil && err != ErrSearching {
		return err
	}
	if slices.ContainsFunc(d.searches, func(s *Search) bool { return !s.stopped }) {
		return ErrSearching
	}
	d.searches = append(d.searches, s)
	s.result.Started = time.Now()
	if s.mode != Ponder {
		s.arm()
	}
	return nil
}

func (d *Driver) timeLimit(r Request) time.Duration {
	given := r.Level.MoveTime
	if c := r.Level.Clock; c != nil {
		given = max(given, max(c.Time, 0)+c.Inc, time.Millisecond)
	}
	switch {
	case r.Timeout > 0:
		return r.Timeout
	case given > 0:
		return given + d.options.Timeouts.Stop
	case r.Level.Infinite || r.Mode == Analyze:
		return 0
	default:
		return d.options.Timeouts.Move
	}
}

// arm sets the time when the driver stops the search itself; the caller holds mu.
func (s *Search) arm() {
	if s.limit > 0 {
		s.timer = time.AfterFunc(s.limit, func() { _ = s.stop(true) })
	}
}

func (s *Search) disarm() {
	if s.timer != nil {
		s.timer.Stop()
	}
}

// Stop asks the engine to end the search soon. It may be called at any time and again.
func (s *Search) Stop() error { return s.stop(false) }

func (s *Search) stop(overdue bool) error {
	d := s.driver
	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	d.mu.Lock()
	if isClosed(s.done) || s.stopped || d.err != nil {
		defer d.mu.Unlock()
		return d.err
	}
	s.stopped = true
	s.result.Overdue = overdue
	s.disarm()
	patience := d.options.Timeouts.Stop
	s.timer = time.AfterFunc(patience, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if !isClosed(s.done) {
			d.fail(Stalled, fmt.Sprintf("no done within %v after stop, %d info lines since go", patience, s.result.Infos), nil)
		}
	})
	d.mu.Unlock()
	return d.write("stop")
}

// PonderHit tells the engine that the expected move was played: its clock runs from now on. After the end of the search
// nothing is sent.
func (s *Search) PonderHit() error {
	d := s.driver
	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	d.mu.Lock()
	if s.mode != Ponder || isClosed(s.done) || s.stopped || !s.hit.IsZero() || d.err != nil {
		defer d.mu.Unlock()
		return d.err
	}
	s.hit = time.Now()
	s.arm()
	d.mu.Unlock()
	return d.write("ponder-hit")
}

// Ended is closed when `done` has come. It stays open if the engine fails before, see [Driver.Over].
func (s *Search) Ended() <-chan struct{} { return s.done }

// Wait waits for the end of the search. Every search ends or fails by itself, unless its request sets no bound; the end of
// the context ends the waiting only. A `done` that cannot be read is an [*EngineError] of kind
// MalformedAnswer beside the Result, and the dialogue can go on.
func (s *Search) Wait(ctx context.Context) (Result, error) {
	if err := s.driver.await(ctx, s.done); err != nil {
		return Result{}, err
	}
	return s.result, s.err
}

// receiveDone ends the oldest search owed; the caller holds mu.
func (d *Driver) receiveDone(line Line, err error, text string, arrived time.Time) {
	if len(d.searches) == 0 {
		d.report(arrived, "%q without a go", abbreviate(text, 80))
		return
	}
	s := d.searches[0]
	d.searches = slices.Delete(d.searches, 0, 1)
	s.disarm()
	r := &s.result
	r.Ended = arrived
	if err == nil {
		r.Done, err = ParseDone(line)
	}
	if err != nil {
		s.err = d.failure(MalformedAnswer, fmt.Sprintf("%q", abbreviate(text, 80)), err)
	}
	switch {
	case s.mode != Ponder:
		r.Elapsed = max(arrived.Sub(r.Started), 0)
	case !s.hit.IsZero():
		r.Elapsed = max(arrived.Sub(s.hit), 0)
	}
	close(s.done)
}

// receiveInfo takes over a line of progress; the caller holds mu. While more than one search is owed, the line belongs to
// one that nobody wants any more.
func (d *Driver) receiveInfo(line Line, text string, arrived time.Time) (tell func()) {
	if len(d.searches) != 1 {
		return nil
	}
	info, err := ParseInfo(line)
	if err != nil {
		d.report(arrived, "%q: %v", abbreviate(text, 80), err)
	}
	s := d.searches[0]
	s.result.Infos++
	if info.MultiPV <= 1 && (info.HasScore || len(info.PV) > 0) {
		nodes, elapsed := s.result.Info.Nodes, s.result.Info.Time
		s.result.Info = info
		s.result.Info.Nodes = max(info.Nodes, nodes)
		s.result.Info.Time = max(info.Time, elapsed)
	} else {
		s.result.Info.Nodes = max(info.Nodes, s.result.Info.Nodes)
		s.result.Info.Time = max(info.Time, s.result.Info.Time)
	}
	if s.onInfo == nil {
		return nil
	}
	return func() { s.onInfo(info, arrived) }
}
