package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"

	"github.com/spf13/pflag"

	"ckengine/eval"
	"ckengine/eval/tune"
)

func tuneFitCommand() command {
	return command{
		name: "tune fit",
		args: "--out FILE CORPUS... [FLAGS]",
		help: "fit the weights of an evaluation to the results of the games in corpus files",
		setUp: func(flags *pflag.FlagSet) runner {
			f := &tuneFlags{options: tune.DefaultOptions()}
			o := &f.options
			flags.StringVarP(&f.out, "out", "o", "", "the weights `FILE` to write, when the fit is done")
			flags.StringVar(&f.prior, "prior", "", "weights `FILE` to start from, and to stay near where the corpus says little")
			flags.IntVar(&o.Generation, "generation", 0, "number of the new evaluation (default one more than the corpus's last)")
			flags.Float64Var(&o.L2, "l2", o.L2, "penalty for cells of patterns far from the prior, or from 0 (default 240 divided by the training positions, 8e-5 at least)")
			flags.Float64Var(&o.SharedL2, "shared-l2", o.SharedL2, "the same for weights that cells with a small pattern in common share, from 0 (default 60 divided by the training positions, 2e-5 at least; 1e6 does without them)")
			flags.Float64Var(&o.StructuralL2, "structural-l2", o.StructuralL2, "the same for all other terms")
			flags.IntVar(&o.Iterations, "iterations", o.Iterations, "the most; ends sooner when the gradient is small enough")
			flags.Float64Var(&o.Gradient, "gradient", o.Gradient, "how small: greatest derivative of the loss by any weight, in units of equal curvature")
			flags.IntVar(&o.MinVisits, "min-visits", o.MinVisits, "positions that a cell must occur in; others get the prior's weight, or 0, and what their shared weights say")
			flags.IntVar(&f.heldOut, "held-out", 20, "hold out every game whose number divides by this; 0 holds out none")
			flags.IntVar(&o.Threads, "threads", runtime.GOMAXPROCS(0), "cores; changes nothing in the result")
			return f.run
		},
	}
}

// tuneFlags are the flags of the command tune fit.
type tuneFlags struct {
	options    tune.Options
	out, prior string
	heldOut    int
}

func (f *tuneFlags) run(std streams, args []string) error {
	switch {
	case f.out == "":
		return usagef("tune fit: --out is missing: name a file for the weights")
	case len(args) == 0:
		return usagef("tune fit: want a corpus file, as selfplay writes them")
	}
	if err := f.options.Validate(); err != nil {
		return usagef("tune fit: %w", err)
	}
	if f.prior != "" {
		var err error
		if f.options.Prior, err = tune.ReadFile(f.prior); err != nil {
			return err
		}
	}
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt)
	defer release()
	err := f.fit(ctx, std, args)
	if errors.Is(err, context.Canceled) {
		return exitWith(statusInterrupted, fmt.Errorf("interrupted: %s is not written", f.out))
	}
	return err
}

func (f *tuneFlags) fit(ctx context.Context, std streams, corpora []string) error {
	view := tune.NewView(std.err, isTerminal(std.err))
	data, err := tune.Read(ctx, corpora, f.heldOut, view.Reading)
	if err != nil {
		return err
	}
	view.Read(data)
	result, err := data.Fit(ctx, f.options, view.Iteration)
	if err != nil {
		return err
	}
	if err := tune.WriteFile(f.out, result.Weights); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s\n%s: %d terms on the %s board\n", result, f.out, eval.NewLayout(data.Variant).Size(), data.Variant)
	return nil
}
