package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"ckengine/protocol/match"
	"ckengine/protocol/match/spsa"
)

// spsaFlags are the flags of the command match spsa.
type spsaFlags struct {
	params      []string
	tuning      spsa.Config
	match       match.Config
	pairs       int
	nodes       int64
	each        string
	resign      string
	drawScore   string
	journal     string
	concurrency int
}

func matchSPSACommand() command {
	return command{
		name: "match spsa",
		args: "--param NAME=START,MIN,MAX,STEP ... [FLAGS]",
		help: "tune numbers of the search by games of this program against itself",
		setUp: func(flags *pflag.FlagSet) runner {
			f := &spsaFlags{match: match.DefaultConfig()}
			c := &f.match
			flags.StringArrayVar(&f.params, "param", nil, "a number of the search to tune, `NAME=START,MIN,MAX,STEP`; STEP is how far the two sides stand off its value in the end")
			flags.IntVar(&f.tuning.Iterations, "iterations", 500, "steps of the tuning")
			flags.IntVar(&f.pairs, "pairs", 4, "game pairs of an iteration")
			flags.Float64Var(&f.tuning.Rate, "rate", 0.05, "steps that a number moves in the last iteration if one side wins all games")
			flags.Int64Var(&f.nodes, "nodes", 5000, "positions visited for a move, unless --each has a limit")
			flags.StringVar(&f.each, "each", "option.hash=4", "what else holds for both sides, as in match")
			flags.StringVar(&f.journal, "journal", "", "`FILE` for the iterations; one that exists is gone on with (default spsa-DATE-TIME.jsonl)")
			flags.Uint64Var(&f.tuning.Seed, "seed", 1, "seed of the lots and of the order of openings")
			flags.IntVar(&f.concurrency, "concurrency", runtime.GOMAXPROCS(0), "games at a time; changes nothing in the result")
			flags.TextVar(&c.Variant, "variant", c.Variant, "the `BOARD`: canadian (12x12), international (10x10) or brazilian (8x8)")
			flags.TextVar(&c.DrawRule, "draw-rule", c.DrawRule, "international, quebec or repetition")
			flags.StringVar(&c.Openings.Source, "openings", c.Openings.Source, "a `FILE` of FEN lines or PDN games, or a built-in set: balanced or unbalanced")
			flags.StringVar(&f.resign, "resign", "", "adjudicate as lost, as in match")
			flags.StringVar(&f.drawScore, "draw", "", "adjudicate as drawn, as in match")
			flags.IntVar(&c.MaxPlies, "max-plies", c.MaxPlies, "adjudicate as drawn after so many plies, 0 for no cap")
			return func(std streams, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				return f.run(std)
			}
		},
	}
}

func (f *spsaFlags) run(std streams) (err error) {
	duel, err := f.settle()
	if err != nil {
		return usagef("match spsa: %w", err)
	}
	tuner, err := spsa.Open(f.journal, f.tuning)
	if err != nil {
		return usagef("match spsa: %w", err)
	}
	defer func() { err = errors.Join(err, tuner.Close()) }()
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	fmt.Fprintf(std.err, "%d of %d iterations are done, %d games each, journal %s\n", tuner.Done(), f.tuning.Iterations, 2*f.pairs, f.journal)

	play := func(ctx context.Context, iteration int, upper, lower []int) (spsa.Score, error) {
		score, err := duel.Play(ctx, (iteration-1)*f.pairs, f.pairs, f.options(upper), f.options(lower))
		return spsa.Score(score), err
	}
	err = tuner.Run(ctx, play, func(it spsa.Iteration) { f.show(std.err, it) })
	if err != nil && ctx.Err() != nil {
		err = exitWith(statusInterrupted, fmt.Errorf("interrupted after %d of %d iterations; the same command with --journal %s goes on",
			tuner.Done(), f.tuning.Iterations, f.journal))
	}
	return errors.Join(err, f.conclude(std.out, tuner))
}

// settle makes of the flags what the tuning needs.
func (f *spsaFlags) settle() (*match.Duel, error) {
	for _, text := range f.params {
		p, err := spsa.ParseParam(text)
		if err != nil {
			return nil, err
		}
		f.tuning.Params = append(f.tuning.Params, p)
	}
	base, err := match.ParseEach(f.each)
	if err != nil {
		return nil, err
	}
	if base.Limits == (match.Limits{}) {
		base.Limits.Nodes = f.nodes
	}
	f.match.Seed = f.tuning.Seed
	if f.resign != "" {
		rule, err := match.ParseResignRule(f.resign)
		if err != nil {
			return nil, err
		}
		f.match.Resign = &rule
	}
	if f.drawScore != "" {
		rule, err := match.ParseDrawScoreRule(f.drawScore)
		if err != nil {
			return nil, err
		}
		f.match.Draw = &rule
	}
	if f.pairs < 1 {
		return nil, fmt.Errorf("%d game pairs: want one at least", f.pairs)
	}
	if f.journal == "" {
		f.journal = time.Now().Format("spsa-20060102-150405.jsonl")
	}
	duel, err := match.NewDuel(f.match, base, f.concurrency)
	if err != nil {
		return nil, err
	}
	var least, most []int
	for _, p := range f.tuning.Params {
		least, most = append(least, p.Min), append(most, p.Max)
	}
	if err := errors.Join(duel.Check(f.options(least)), duel.Check(f.options(most))); err != nil {
		return nil, err
	}
	f.tuning.Conditions, err = json.Marshal(struct {
		Pairs  int                `json:"pairs"`
		Engine match.EngineConfig `json:"engine"`
		Match  match.Config       `json:"match"`
	}{f.pairs, base, f.match})
	return duel, err
}

// options are those of an engine that plays with values of the parameters.
func (f *spsaFlags) options(values []int) map[string]string {
	options := map[string]string{}
	for i, p := range f.tuning.Params {
		options["search."+p.Name] = strconv.Itoa(values[i])
	}
	return options
}

// show tells of an iteration in a line.
func (f *spsaFlags) show(w io.Writer, it spsa.Iteration) {
	var values []string
	for i, p := range f.tuning.Params {
		values = append(values, fmt.Sprintf("%s %.2f", p.Name, it.Values[i]))
	}
	fmt.Fprintf(w, "%d of %d: +%d =%d -%d  %s\n", it.Number, f.tuning.Iterations, it.Wins, it.Draws, it.Losses, strings.Join(values, ", "))
}

// conclude writes the values, and how a match takes them.
func (f *spsaFlags) conclude(w io.Writer, t *spsa.Tuner) error {
	values, best := t.Values(), t.Best()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "name\tstart\tnow\trounded\n")
	var words []string
	for i, p := range f.tuning.Params {
		fmt.Fprintf(table, "%s\t%d\t%.2f\t%d\n", p.Name, p.Start, values[i], best[i])
		words = append(words, fmt.Sprintf("option.search.%s=%d", p.Name, best[i]))
	}
	fmt.Fprintf(table, "%s\n", strings.Join(words, " "))
	return table.Flush()
}
