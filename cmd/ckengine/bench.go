package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"

	"github.com/spf13/pflag"

	"ckengine/engine"
	"ckengine/search"
	"ckengine/search/bench"
)

func benchCommand() command {
	return command{
		name: "bench",
		args: "[FLAGS]",
		help: "search fixed positions; the node count changes only when the engine's behaviour does",
		setUp: func(flags *pflag.FlagSet) runner {
			depth := flags.Int("depth", bench.Depth, "search each position this many `PLIES` deep")
			settings := settingsFlags(flags, "evaluation", "weights")
			profile := flags.String("cpuprofile", "", "write a CPU profile to `FILE`")
			return func(std streams, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				if *depth < 1 || *depth > search.MaxDepth {
					return usagef("bench: depth %d: want 1 to %d plies", *depth, search.MaxDepth)
				}
				stopProfile, err := startProfile(*profile)
				if err != nil {
					return err
				}
				return errors.Join(writeBench(std, *depth, settings.SearchOptions(engine.Canadian)), stopProfile())
			}
		},
	}
}

func writeBench(std streams, depth int, o search.Options) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	totals := bench.Run(ctx, depth, o, func(p engine.Position, r search.Result) {
		fmt.Fprintf(std.out, "%10d  %s\n", r.Nodes, p.FEN())
	})
	if ctx.Err() != nil {
		return errors.New("bench: interrupted")
	}
	_, err := fmt.Fprintf(std.out, "depth %d, first-move cut-offs %.1f %%, branching factor %.3f\n%d nodes %.2f Mnps\n",
		depth, 100*totals.FirstMoveRate(), totals.Branching(), totals.Nodes, totals.NodesPerSecond()/1e6)
	return err
}

// startProfile profiles into a file, if one is named, until stop is called.
func startProfile(path string) (stop func() error, err error) {
	if path == "" {
		return func() error { return nil }, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		return nil, fmt.Errorf("profile: %w", errors.Join(err, file.Close()))
	}
	return func() error {
		pprof.StopCPUProfile()
		return file.Close()
	}, nil
}
