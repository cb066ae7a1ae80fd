package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ckengine/eval"
	"ckengine/eval/corpus"
	"ckengine/protocol"
	"ckengine/protocol/match"
	"ckengine/search/selfplay"
)

func selfplayCommand() command {
	return command{
		name: "selfplay",
		args: "--out FILE --games N [FLAGS]",
		help: "play the engine against itself and keep the games as labelled positions, for tune fit",
		setUp: func(flags *pflag.FlagSet) runner {
			s := &selfplayFlags{}
			s.settings = settingsFlags(flags, "variant", "draw-rule", "evaluation", "weights")
			flags.StringVarP(&s.out, "out", "o", "", "the corpus `FILE`; if it holds games of the same kind already, go on with them")
			h := &s.config.Header
			flags.Uint64Var(&h.Games, "games", 0, "games of all shards together")
			flags.Uint64Var(&h.Seed, "seed", 1, "seed of all that is random; equal settings give equal games")
			flags.Int64Var(&h.Nodes, "nodes", 2000, "nodes for each move")
			flags.IntVar(&s.config.Workers, "workers", runtime.GOMAXPROCS(0), "games at a time; changes nothing in the result")
			flags.IntVar(&h.HashMiB, "hash", 4, "size of each worker's transposition table in MiB")
			flags.StringVar(&s.shard, "shard", "", "play part `I/N` of the games (default from SLURM_ARRAY_TASK_ID or JOB_COMPLETION_INDEX)")
			return s.run
		},
	}
}

// selfplayFlags are the flags of the command selfplay.
type selfplayFlags struct {
	settings *protocol.Settings
	config   selfplay.Config
	out      string
	shard    string
}

func (s *selfplayFlags) run(std streams, args []string) error {
	if err := atMost(0, args); err != nil {
		return err
	}
	if s.out == "" {
		return usagef("selfplay: --out is missing: name a file for the games")
	}
	if err := s.complete(); err != nil {
		return usagef("selfplay: %w", err)
	}
	var summary corpus.Summary
	file, err := corpus.Open(s.out, s.config.Header, summary.Add)
	if err != nil {
		return err
	}
	if file.Dropped > 0 {
		fmt.Fprintf(std.err, "%s: an unfinished game at the end, %d bytes, is played again\n", s.out, file.Dropped)
	}
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt)
	defer release()
	err = errors.Join(s.play(ctx, std, file, &summary), file.Close())
	fmt.Fprintln(std.out, summary.String())
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return exitWith(statusInterrupted, errors.New("interrupted: the same command goes on"))
	}
	return err
}

// complete adds to the configuration what is not a flag of its own.
func (s *selfplayFlags) complete() error {
	h := &s.config.Header
	h.Variant, h.DrawRule = s.settings.Variant, s.settings.DrawRule
	s.config.Options = s.settings.SearchOptions(h.Variant)
	if err := s.nameEvaluation(); err != nil {
		return err
	}
	shard, err := match.ShardFromEnvironment(os.Getenv)
	if s.shard != "" {
		shard, err = match.ParseShard(s.shard)
	}
	if err != nil {
		return err
	}
	h.Shard, h.Shards = max(shard.Index, 1), max(shard.Count, 1)
	return s.config.Validate()
}

// nameEvaluation tells the header by which weights the engine plays.
func (s *selfplayFlags) nameEvaluation() (err error) {
	h, weights := &s.config.Header, s.config.Options.Weights
	if weights == nil && !s.config.Options.Handmade {
		weights, err = eval.Embedded(h.Variant)
	}
	h.Evaluation = "handmade"
	if weights != nil {
		h.Evaluation, h.Generation = weights.Checksum(), weights.Manifest.Generation
	}
	return err
}

// play plays what is missing in the file, and stops if the corpus looks wrong.
func (s *selfplayFlags) play(ctx context.Context, std streams, file *corpus.File, summary *corpus.Summary) error {
	h := s.config.Header
	planned := int((h.Games + uint64(h.Shards-h.Shard)) / uint64(h.Shards))
	show := gameProgress(std.err, summary.Games, planned)
	return selfplay.Run(ctx, s.config, file.Last(), func(g *corpus.Game) error {
		if err := file.Write(g); err != nil {
			return err
		}
		summary.Add(g)
		show(summary)
		if summary.Games%1000 == 0 || summary.Games == planned {
			if err := summary.Check(); err != nil {
				return fmt.Errorf("the corpus looks wrong: %w", err)
			}
		}
		return nil
	})
}

// gameProgress returns what shows progress: a bar at a terminal, elsewhere a line now and then.
func gameProgress(w io.Writer, done, planned int) func(*corpus.Summary) {
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		bar := progressbar.NewOptions(planned, progressbar.OptionSetWriter(w), progressbar.OptionFullWidth(),
			progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(200*time.Millisecond))
		_ = bar.Set(done)
		return func(s *corpus.Summary) { _ = bar.Set(s.Games) }
	}
	last := time.Now()
	return func(s *corpus.Summary) {
		if now := time.Now(); now.Sub(last) >= plainInterval {
			last = now
			fmt.Fprintf(w, "%d of %d games, %d positions\n", s.Games, planned, s.Samples)
		}
	}
}
