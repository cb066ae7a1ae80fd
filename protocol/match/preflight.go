package match

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"time"

	"ckengine/engine"
	"ckengine/protocol/hub"
)

// Options say how this process plays a match; they do not change which games it plays.
type Options struct {
	Config      Config
	Journal     string   // path of the file
	Resume      bool     // go on with the journal if it exists
	Concurrency int      // games at a time, 0 for as many as there are processors for
	Force       bool     // play more games at a time than that, or go on with other binaries
	LogDir      string   // for the dialogues of games that end abnormally; empty for none
	Program     Identity // this program, for the journal and for engines in this process
	// Driver bounds what external engines may do: its timeouts, and the limits on their output.
	Driver hub.DriverOptions
}

// Match is a match that has passed its preflight.
type Match struct {
	options  Options
	config   Config
	header   Header
	openings []engine.Position
	schedule schedule
	journal  *journal
	done     map[int]bool   // games that the journal had before
	remotes  map[int]Engine // connections of the preflight to DamExchange programs that no game uses yet
	report   *reporter
	warnings []string
}

// ErrNothingToResume says that there is no journal and no description of a match either.
var ErrNothingToResume = errors.New("there is no such journal, and no engines are given to begin one")

// Prepare makes sure that a match can be played before its first game: it starts every
// engine once, sets its options and waits until it is ready, reads the openings, and
// opens the journal. An error means that no game has been or can be played.
//
// With Resume and a journal that exists, the journal's configuration is taken; one given
// in Options must agree with it in all that determines the games.
func Prepare(ctx context.Context, o Options) (prepared *Match, err error) {
	m := &Match{options: o, config: o.Config, done: map[int]bool{}, remotes: map[int]Engine{}}
	defer func() {
		if err != nil {
			m.closeRemotes()
		}
	}()
	if o.Journal == "" {
		return nil, errors.New("journal: there is no path")
	}
	if o.Resume && hasContent(o.Journal) {
		if err := m.resume(ctx); err != nil {
			return nil, err
		}
		return m, nil
	}
	if o.Resume && len(o.Config.Engines) == 0 {
		return nil, fmt.Errorf("%s: %w", o.Journal, ErrNothingToResume)
	}
	if err := m.inspect(ctx); err != nil {
		return nil, err
	}
	j, err := createJournal(o.Journal, &m.header)
	if err != nil {
		return nil, err
	}
	m.journal = j
	m.report = newReporter(m.header)
	return m, nil
}

// hasContent reports whether a journal has got beyond the writing of its header.
func hasContent(path string) bool {
	_, err := ReadJournal(path, func(Header, *Record) error { return nil })
	return err == nil || !errors.Is(err, os.ErrNotExist) && !errors.Is(err, errNoHeader)
}

// inspect does all of the preflight but for the journal.
func (m *Match) inspect(ctx context.Context) error {
	if err := m.config.Validate(); err != nil {
		return err
	}
	openings, err := LoadOpenings(m.config.Openings, m.config.Variant)
	if err != nil {
		return err
	}
	m.openings = openings
	m.schedule = m.config.schedule(len(openings))
	if m.schedule.planned() == 0 {
		return fmt.Errorf("shard %s of %s is empty", m.config.Shard, plural(m.schedule.size()/2, "game pair"))
	}
	if used := len(openings); m.config.Pairs > used && m.config.SPRT == nil {
		m.warn("the %s will be repeated: there are %d pairs of each pairing", plural(used, "opening"), m.config.Pairs)
	}
	if err := m.settleConcurrency(); err != nil {
		return err
	}
	facts, err := m.inspectEngines(ctx)
	if err != nil {
		return err
	}
	m.config.Engines = nameEngines(m.config.Engines, facts)
	m.header = Header{
		Format: journalFormat, Program: m.options.Program, Started: time.Now().UTC().Truncate(time.Second),
		Config: m.config, Engines: facts, Openings: factsOf(openings),
		Games: m.schedule.planned(), AllGames: m.schedule.size(),
	}
	return nil
}

// inspectEngines starts every engine once.
func (m *Match) inspectEngines(ctx context.Context) ([]EngineFacts, error) {
	facts := make([]EngineFacts, len(m.config.Engines))
	for i, c := range m.config.Engines {
		e, err := m.start(ctx, i)
		if err != nil {
			return nil, fmt.Errorf("engine %s: %w", c.label(), err)
		}
		facts[i].Identity = e.Identity()
		facts[i].Binary, facts[i].XXHash = identify(c)
		if c.DXP != "" {
			m.remotes[i] = e // a program that listens may end when the connection does
			continue
		}
		if err := e.NewGame(ctx); err != nil {
			_ = e.Close()
			return nil, fmt.Errorf("engine %s: %w", c.label(), err)
		}
		for _, problem := range e.Problems() {
			m.warn("engine %s: %s", c.label(), problem)
		}
		if err := e.Close(); err != nil {
			m.warn("engine %s: %v", c.label(), err)
		}
	}
	return facts, nil
}

// start starts an engine and makes it ready.
func (m *Match) start(ctx context.Context, index int) (Engine, error) {
	c := m.config.Engines[index]
	if c.Self {
		return startInProcess(c, m.config.Variant, m.config.DrawRule, m.options.Program)
	}
	if c.DXP != "" {
		if e := m.remotes[index]; e != nil {
			delete(m.remotes, index)
			return e, nil
		}
		return dialDXP(ctx, c, m.config.DrawRule, m.marginOf(c))
	}
	return startExternal(ctx, c, m.config.Variant, m.config.DrawRule, m.options.Driver)
}

// nameEngines gives every engine a name of its own: the one in its description, or the
// one that it gives itself, with a number where that would not tell two apart.
func nameEngines(engines []EngineConfig, facts []EngineFacts) []EngineConfig {
	named := slices.Clone(engines)
	taken := map[string]bool{}
	for _, c := range named {
		taken[c.Name] = c.Name != ""
	}
	for i := range named {
		if named[i].Name != "" {
			continue
		}
		base := facts[i].Name
		if base == "" {
			base = named[i].label()
		}
		name := base
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		named[i].Name, taken[name] = name, true
	}
	return named
}

// settleConcurrency takes the default, or refuses more games at a time than there are
// processors for.
func (m *Match) settleConcurrency() error {
	threads, single := 1, false
	for _, c := range m.config.Engines {
		single = single || c.DXP != ""
		if n, err := strconv.Atoi(c.Options["threads"]); err == nil {
			threads = max(threads, n)
		}
	}
	most := max(1, runtime.GOMAXPROCS(0)/threads)
	switch {
	case m.options.Concurrency < 0:
		return fmt.Errorf("concurrency %d: want 1 or more", m.options.Concurrency)
	case single && m.options.Concurrency > 1:
		return fmt.Errorf("concurrency %d: a DamExchange program plays one game at a time: want 1", m.options.Concurrency)
	case single:
		m.options.Concurrency = 1
	case m.options.Concurrency == 0:
		m.options.Concurrency = most
	case m.options.Concurrency > most && !m.options.Force:
		return fmt.Errorf("concurrency %d: there are %d processors, and an engine uses %s: want %d at most, or --force",
			m.options.Concurrency, runtime.GOMAXPROCS(0), plural(threads, "thread"), most)
	}
	return nil
}

// warn keeps a warning, unless it is there already or there are too many. It reports
// whether the warning is new.
func (m *Match) warn(format string, args ...any) (isNew bool) {
	text := fmt.Sprintf(format, args...)
	if len(m.warnings) >= maxWarnings || slices.Contains(m.warnings, text) {
		return false
	}
	m.warnings = append(m.warnings, text)
	return true
}

// maxWarnings is how many warnings are kept; the journal has all that concern games.
const maxWarnings = 1000

// Config returns the configuration with the names that the engines have got.
func (m *Match) Config() Config { return m.config }

// Header returns the journal's first line.
func (m *Match) Header() Header { return m.header }

// Concurrency returns the number of games at a time.
func (m *Match) Concurrency() int { return m.options.Concurrency }

// Done returns the number of games that the journal has already.
func (m *Match) Done() int { return len(m.done) }

// Warnings returns what the preflight found that does not keep the match from being played.
func (m *Match) Warnings() []string { return slices.Clone(m.warnings) }

// Close closes the journal, and the connections that no game has used.
func (m *Match) Close() error {
	m.closeRemotes()
	return m.journal.close()
}

func (m *Match) closeRemotes() {
	for _, e := range m.remotes {
		_ = e.Close()
	}
	clear(m.remotes)
}
