package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"

	"github.com/spf13/pflag"

	"ckengine/engine"
	"ckengine/protocol/match"
)

func matchOpeningsCommand() command {
	return command{
		name: "match openings",
		args: "[FLAGS]",
		help: "find openings by random moves and a search that judges them, and write them as FEN lines",
		setUp: func(flags *pflag.FlagSet) runner {
			c := match.GenerateConfig{Variant: engine.Canadian}
			flags.TextVar(&c.Variant, "variant", c.Variant, "the `BOARD`: canadian (12x12), international (10x10) or brazilian (8x8)")
			flags.IntVar(&c.Count, "count", 1000, "openings wanted")
			flags.Uint64Var(&c.Seed, "seed", 1, "seed of the random moves; equal settings give equal openings")
			flags.IntVar(&c.MinPlies, "min-plies", 6, "random moves from the start position, at least")
			flags.IntVar(&c.MaxPlies, "max-plies", 10, "and at most")
			flags.IntVar(&c.Depth, "depth", 8, "plies of the search that judges")
			flags.IntVar(&c.MinScore, "min-score", 0, "the least score, for either side, in hundredths of a man")
			flags.IntVar(&c.MaxScore, "max-score", 20, "the greatest score")
			flags.IntVar(&c.Threads, "threads", runtime.GOMAXPROCS(0), "positions judged at a time; changes nothing in the result")
			output := flags.StringP("output", "o", "", "write to a `FILE` instead of stdout")
			return func(std streams, args []string) (err error) {
				if err := atMost(0, args); err != nil {
					return err
				}
				if err := c.Validate(); err != nil {
					return usagef("match openings: %w", err)
				}
				out := std.out
				if *output != "" {
					file, err := os.Create(*output)
					if err != nil {
						return err
					}
					defer func() { err = errors.Join(err, file.Close()) }()
					out = file
				}
				return writeOpenings(std, bufio.NewWriter(out), c)
			}
		},
	}
}

func writeOpenings(std streams, out *bufio.Writer, c match.GenerateConfig) error {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt)
	defer release()
	fmt.Fprintf(out, "# %s, %d to %d random plies, depth %d, score %d to %d, seed %d\n",
		c.Variant, c.MinPlies, c.MaxPlies, c.Depth, c.MinScore, c.MaxScore, c.Seed)
	tried := 0
	err := match.GenerateOpenings(ctx, c, func(o match.Opening) {
		tried = o.Attempt
		fmt.Fprintf(out, "%s # %s\n", o.Position.FEN(), o.Score)
	})
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	fmt.Fprintf(std.err, "%d openings in %d attempts\n", c.Count, tried)
	return nil
}
