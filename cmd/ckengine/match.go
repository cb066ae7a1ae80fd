package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"ckengine/protocol/match"
	"ckengine/protocol/match/stats"
)

// The exit statuses of a match beside the common ones.
const (
	statusEngineFailed = 3
	statusWarnings     = 4
	statusInterrupted  = 130
)

// plainInterval is the time between two lines of standing where there is no terminal.
const plainInterval = 10 * time.Second

// matchFlags are the flags of the command match.
type matchFlags struct {
	flags       *pflag.FlagSet
	config      match.Config
	engines     []string
	each        string
	games       int
	pairs       int
	resign      string
	drawScore   string
	sprt        string
	shard       string
	configFile  string
	saveConfig  string
	journal     string
	resume      string
	concurrency int
	force       bool
	strict      bool
	json        bool
	pdn         string
	report      string
	logDir      string
}

func matchCommand() command {
	return command{
		name: "match",
		args: "--engine DESCRIPTION --engine DESCRIPTION [FLAGS]\n" +
			"  ckengine match --resume JOURNAL\n\n" +
			"A description is words of the form key=value, or self for the engine in this program:\n" +
			"  --engine 'cmd=\"./ckengine hub\" name=New option.threads=1 tc=10+0.1'\n" +
			"  --engine 'self name=A option.hash=16 nodes=1000'\n\n" +
			"Its keys:\n" + strings.TrimRight(match.SpecHelp(), "\n"),
		help:  "play engine against engine, in pairs of games from the same opening with colours swapped",
		setUp: setUpMatch,
	}
}

func setUpMatch(flags *pflag.FlagSet) runner {
	f := &matchFlags{flags: flags, config: match.DefaultConfig()}
	c := &f.config
	flags.StringArrayVar(&f.engines, "engine", nil, "an engine, two at least")
	flags.StringVar(&f.each, "each", "", "what holds for every engine that does not say otherwise")
	flags.TextVar(&c.Variant, "variant", c.Variant, "the board: canadian (12x12), international (10x10) or brazilian (8x8)")
	flags.TextVar(&c.DrawRule, "draw-rule", c.DrawRule, "international, quebec or repetition")
	flags.TextVar(&c.Tournament, "tournament", c.Tournament, "round-robin, or gauntlet: the first engine against all others")
	flags.IntVar(&f.pairs, "pairs", 0, fmt.Sprintf("game pairs of each pairing (default %d, with --sprt %d at most)", match.DefaultPairs, match.DefaultSPRTPairs))
	flags.IntVar(&f.games, "games", 0, "the same as games, an even number")
	flags.StringVar(&f.sprt, "sprt", "", "stop when the test decides: elo0,elo1[,alpha,beta,model], such as 0,5")
	flags.StringVar(&f.resume, "resume", "", "go on with the match of a `JOURNAL`; with engines given, begin it if there is no such file")
	flags.StringVar(&f.journal, "journal", "", "`FILE` for the finished games (default match-DATE-TIME.jsonl)")
	flags.StringVar(&c.Openings.Source, "openings", c.Openings.Source, "a `FILE` of FEN lines or PDN games, or a built-in set: balanced or unbalanced")
	flags.BoolVar(&c.Openings.Sequential, "openings-in-order", false, "take the openings in the order of the file instead of one drawn by the seed")
	flags.IntVar(&c.Openings.Start, "openings-start", 0, "openings to skip")
	flags.IntVar(&c.Openings.Plies, "openings-plies", 0, "moves to take from each game of a PDN file, 0 for all")
	flags.Uint64Var(&c.Seed, "seed", 0, "seed of all that is random (default a random one, which is shown)")
	flags.IntVar(&f.concurrency, "concurrency", 0, "games at a time (default processors / threads of an engine)")
	flags.BoolVar(&f.force, "force", false, "allow more games at a time than that, and other binaries on --resume")
	flags.Var(&c.Margin, "margin", "how much too late a move may come")
	flags.Var(&c.Patience, "patience", "how long to wait for a move without a limit in time")
	flags.TextVar(&c.OnFailure, "on-failure", c.OnFailure, "when an engine breaks: stop or restart; its game is lost either way")
	flags.StringVar(&f.resign, "resign", "", "adjudicate as lost: \"moves=4 score=500\", in hundredths of a man; two-sided if both must agree")
	flags.StringVar(&f.drawScore, "draw", "", "adjudicate as drawn: \"from=40 moves=8 score=10\"")
	flags.IntVar(&c.MaxPlies, "max-plies", c.MaxPlies, "adjudicate as drawn after so many plies, 0 for no cap")
	flags.StringVar(&f.shard, "shard", "", "play part `I/N` of the schedule (default from SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX)")
	flags.StringVar(&f.configFile, "config", "", "read the settings from a `FILE` that --save-config wrote; other flags come on top")
	flags.StringVar(&f.saveConfig, "save-config", "", "write the settings to a `FILE`, or - for stdout, and play nothing")
	flags.StringVar(&f.pdn, "pdn", "", "write the games to a `FILE` in the end")
	flags.StringVar(&f.report, "report", "", "write the report to a `FILE` in the end: .md, .json, .svg or text")
	flags.StringVar(&f.logDir, "log-dir", "", "`DIRECTORY` for the dialogues of games that end abnormally (default beside the journal)")
	flags.BoolVar(&f.json, "json", false, "write what happens to stdout as JSON, an object a line")
	flags.BoolVar(&f.strict, "strict", false, "exit with status 4 if there was any warning")
	return func(std streams, args []string) error {
		if err := atMost(0, args); err != nil {
			return err
		}
		return f.run(std)
	}
}

func (f *matchFlags) run(std streams) error {
	config, err := f.settle()
	if err != nil {
		return usagef("match: %w", err)
	}
	if f.saveConfig != "" {
		return saveConfig(std, f.saveConfig, config)
	}
	options := f.options(config)
	ctx, finish, release := interrupts(std.err)
	defer release()
	m, err := match.Prepare(ctx, options)
	switch {
	case ctx.Err() != nil:
		return exitWith(statusInterrupted, errors.New("interrupted before the first game"))
	case err != nil:
		return usagef("match: %w", err)
	}
	f.announce(std.err, m, options)
	outcome, err := m.Run(ctx, finish, f.view(std, m))
	if err := errors.Join(err, m.Close()); err != nil {
		return err
	}
	return f.conclude(std, m, options, outcome)
}

// settle makes the configuration from the file and the flags.
func (f *matchFlags) settle() (match.Config, error) {
	c := f.config
	if f.configFile != "" {
		fromFile, err := match.ReadConfig(f.configFile)
		if err != nil {
			return c, err
		}
		c = f.onTopOf(fromFile)
	}
	each, err := match.ParseEach(f.each)
	if err != nil {
		return c, err
	}
	if len(f.engines) > 0 {
		c.Engines = nil
	}
	for _, text := range f.engines {
		e, err := match.ParseEngine(text)
		if err != nil {
			return c, err
		}
		c.Engines = append(c.Engines, e)
	}
	for i := range c.Engines {
		c.Engines[i] = c.Engines[i].WithDefaults(each)
	}
	if err := f.settleRules(&c); err != nil {
		return c, err
	}
	if f.resume != "" && f.journal != "" {
		return c, errors.New("--resume and --journal both name a journal: want one of them")
	}
	resuming := f.resume != "" && len(c.Engines) == 0
	if resuming {
		if err := f.onlyHow(); err != nil {
			return c, err
		}
	}
	if c.Seed == 0 && f.resume == "" {
		c.Seed = randomSeed()
	}
	return c, nil
}

// onTopOf takes over from a configuration file what no flag changes.
func (f *matchFlags) onTopOf(file match.Config) match.Config {
	c := file
	for name, take := range map[string]func(){
		"variant":           func() { c.Variant = f.config.Variant },
		"draw-rule":         func() { c.DrawRule = f.config.DrawRule },
		"tournament":        func() { c.Tournament = f.config.Tournament },
		"openings":          func() { c.Openings.Source = f.config.Openings.Source },
		"openings-in-order": func() { c.Openings.Sequential = f.config.Openings.Sequential },
		"openings-start":    func() { c.Openings.Start = f.config.Openings.Start },
		"openings-plies":    func() { c.Openings.Plies = f.config.Openings.Plies },
		"seed":              func() { c.Seed = f.config.Seed },
		"margin":            func() { c.Margin = f.config.Margin },
		"patience":          func() { c.Patience = f.config.Patience },
		"on-failure":        func() { c.OnFailure = f.config.OnFailure },
		"max-plies":         func() { c.MaxPlies = f.config.MaxPlies },
	} {
		if f.flags.Changed(name) {
			take()
		}
	}
	return c
}

// settleRules reads the flags that have a language of their own.
func (f *matchFlags) settleRules(c *match.Config) error {
	if f.sprt != "" {
		test, err := stats.ParseSPRT(f.sprt)
		if err != nil {
			return err
		}
		c.SPRT = &test
	}
	if f.resign != "" {
		rule, err := match.ParseResignRule(f.resign)
		if err != nil {
			return err
		}
		c.Resign = &rule
	}
	if f.drawScore != "" {
		rule, err := match.ParseDrawScoreRule(f.drawScore)
		if err != nil {
			return err
		}
		c.Draw = &rule
	}
	switch {
	case f.flags.Changed("pairs") && f.flags.Changed("games"):
		return errors.New("--pairs and --games say the same: want one of them")
	case f.flags.Changed("games") && (f.games < 2 || f.games%2 != 0):
		return fmt.Errorf("--games %d: want an even number from 2 on: games are played in pairs", f.games)
	case f.flags.Changed("games"):
		c.Pairs = f.games / 2
	case f.flags.Changed("pairs"):
		c.Pairs = f.pairs
	case c.Pairs == 0 && c.SPRT != nil:
		c.Pairs = match.DefaultSPRTPairs
	case c.Pairs == 0:
		c.Pairs = match.DefaultPairs
	}
	var err error
	if f.shard != "" {
		c.Shard, err = match.ParseShard(f.shard)
	} else if c.Shard.Count == 0 {
		c.Shard, err = match.ShardFromEnvironment(os.Getenv)
	}
	return err
}

// onlyHow refuses flags that say which games to play where the journal says it.
func (f *matchFlags) onlyHow() error {
	how := map[string]bool{
		"resume": true, "concurrency": true, "force": true, "strict": true, "json": true,
		"pdn": true, "report": true, "log-dir": true,
	}
	var err error
	f.flags.Visit(func(flag *pflag.Flag) {
		if !how[flag.Name] {
			err = errors.Join(err, fmt.Errorf("--%s: the journal says which games to play; leave it out, or give all engines too", flag.Name))
		}
	})
	return err
}

func (f *matchFlags) options(c match.Config) match.Options {
	o := match.Options{
		Config: c, Journal: f.journal, Concurrency: f.concurrency, Force: f.force, LogDir: f.logDir,
		Program: match.Identity{Name: "ckengine", Version: version},
	}
	if f.resume != "" {
		o.Journal, o.Resume = f.resume, true
	}
	if o.Journal == "" {
		o.Journal = time.Now().Format("match-20060102-150405.jsonl")
	}
	if o.LogDir == "" {
		o.LogDir = strings.TrimSuffix(o.Journal, ".jsonl") + ".logs"
	}
	return o
}

func (f *matchFlags) view(std streams, m *match.Match) match.Observer {
	switch {
	case f.json:
		return match.NewJSONView(std.out)
	case isTerminal(std.err):
		return match.NewTerminalView(std.err, m.Done(), m.Header().Games)
	}
	return match.NewPlainView(std.err, plainInterval)
}

// announce shows what is about to be played.
func (f *matchFlags) announce(w io.Writer, m *match.Match, o match.Options) {
	c, h := m.Config(), m.Header()
	for i, e := range c.Engines {
		what := strings.TrimSpace(h.Engines[i].Name + " " + h.Engines[i].Version)
		switch {
		case e.Self:
			what += ", in this process"
		case e.DXP != "":
			what = "DamExchange at " + e.DXP
		}
		fmt.Fprintf(w, "%s: %s, %s\n", e.Name, what, e.Limits)
	}
	fmt.Fprintf(w, "%d games, %d at a time, on the %s board, %s openings (%d), seed %d, journal %s\n",
		h.Games, m.Concurrency(), c.Variant, c.Openings.Source, h.Openings.Count, c.Seed, o.Journal)
	if c.Shard.Count > 0 {
		fmt.Fprintf(w, "part %s of %d games\n", c.Shard, h.AllGames)
	}
	if m.Done() > 0 {
		fmt.Fprintf(w, "%d games are in the journal already\n", m.Done())
	}
	for _, text := range m.Warnings() {
		fmt.Fprintf(w, "warning: %s\n", text)
	}
}

// conclude shows the results and turns the outcome into an exit status.
func (f *matchFlags) conclude(std streams, m *match.Match, o match.Options, outcome match.Outcome) error {
	summary, err := match.ReadSummary([]string{o.Journal})
	if err != nil {
		return err
	}
	if err := f.writeResults(std, summary, o); err != nil {
		return err
	}
	switch {
	case outcome.Ending == match.Broken:
		return exitWith(statusEngineFailed, fmt.Errorf("match: %w", outcome.Failure))
	case outcome.Ending == match.Interrupted:
		return exitWith(statusInterrupted, fmt.Errorf("interrupted after %d of %d games; go on with\n  %s",
			summary.Games, summary.Planned, match.ResumeCommand(os.Args[0], o.Journal)))
	case f.strict && len(outcome.Warnings) > 0:
		return exitWith(statusWarnings, fmt.Errorf("match: there were warnings (%d), the last: %s",
			len(outcome.Warnings), outcome.Warnings[len(outcome.Warnings)-1]))
	}
	return nil
}

func (f *matchFlags) writeResults(std streams, s *match.Summary, o match.Options) error {
	if f.pdn != "" {
		if err := writePDN(f.pdn, []string{o.Journal}); err != nil {
			return err
		}
	}
	if f.report != "" {
		if err := writeReport(f.report, s); err != nil {
			return err
		}
	}
	if f.json {
		return writeJSONLine(std.out, struct {
			Event   string         `json:"event"`
			Summary *match.Summary `json:"summary"`
		}{"end", s})
	}
	return writeSummary(std.out, s, "text")
}

// interrupts turns Ctrl-C into the end of a match: the first closes finish, the second,
// or a request of the system to end, is the end of ctx.
func interrupts(w io.Writer) (ctx context.Context, finish <-chan struct{}, release func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	finishing := make(chan struct{})
	go func() {
		begun := false
		for s := range signals {
			if s == os.Interrupt && !begun {
				begun = true
				fmt.Fprintln(w, "\nfinishing the running games; once more drops them")
				close(finishing)
				continue
			}
			cancel()
		}
	}()
	return ctx, finishing, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

func randomSeed() uint64 {
	var b [4]byte
	_, _ = rand.Read(b[:])
	return uint64(binary.LittleEndian.Uint32(b[:])) + 1
}

func saveConfig(std streams, path string, c match.Config) error {
	if path == "-" {
		return c.Write(std.out)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(c.Write(file), file.Close())
}
