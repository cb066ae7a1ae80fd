package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"

	"github.com/spf13/pflag"

	"ckengine/eval/tune"
	"ckengine/protocol/match/stats"
)

func tuneReportCommand() command {
	return command{
		name: "tune report",
		args: "WEIGHTS [CORPUS...] [FLAGS], or --generations REPORT...",
		help: "show weights, how well they foretell games, and the strength of generations by match reports in JSON",
		setUp: func(flags *pflag.FlagSet) runner {
			f := &tuneReportFlags{}
			flags.StringVar(&f.svg, "svg", "", "draw foretold against actual results, or strength over generations, into a `FILE`")
			flags.BoolVar(&f.json, "json", false, "write the report as JSON")
			flags.IntVar(&f.heldOut, "held-out", 20, "judge by every game whose number divides by this; 0 takes all")
			flags.IntVar(&f.threads, "threads", runtime.GOMAXPROCS(0), "cores; changes nothing in the result")
			flags.BoolVar(&f.generations, "generations", false, "the arguments are reports of matches, each of a generation against the one before")
			return f.run
		},
	}
}

// tuneReportFlags are the flags of the command tune report.
type tuneReportFlags struct {
	svg              string
	json             bool
	heldOut, threads int
	generations      bool
}

// drawable is a report that can be shown in all three ways.
type drawable interface {
	Text() string
	SVG() (string, error)
}

func (f *tuneReportFlags) run(std streams, args []string) error {
	switch {
	case f.threads < 1:
		return usagef("tune report: %d threads: want 1 or more", f.threads)
	case f.generations && len(args) == 0:
		return usagef("tune report: want reports of matches, as match report --format json writes them")
	case len(args) == 0:
		return usagef("tune report: want a weights file")
	}
	var report drawable
	var err error
	if f.generations {
		report, err = readLadder(args)
	} else {
		report, err = f.readWeights(std, args[0], args[1:])
	}
	if err != nil {
		return err
	}
	if f.svg != "" {
		svg, err := report.SVG()
		if err != nil {
			return fmt.Errorf("tune report: %s: %w", f.svg, err)
		}
		if err := os.WriteFile(f.svg, []byte(svg), 0o644); err != nil {
			return err
		}
	}
	if f.json {
		return writeJSONLine(std.out, report)
	}
	_, err = io.WriteString(std.out, report.Text())
	return err
}

func (f *tuneReportFlags) readWeights(std streams, path string, corpora []string) (*tune.Report, error) {
	w, err := tune.ReadFile(path)
	if err != nil {
		return nil, err
	}
	report, err := tune.NewReport(w)
	if err != nil || len(corpora) == 0 {
		return report, err
	}
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt)
	defer release()
	view := tune.NewView(std.err, isTerminal(std.err))
	data, err := tune.Read(ctx, corpora, f.heldOut, view.Reading)
	if err != nil {
		return nil, err
	}
	view.Read(data)
	if err := report.AddGames(data, f.threads); err != nil {
		return nil, err
	}
	return report, report.AddPieces(data)
}

func readLadder(paths []string) (*stats.Ladder, error) {
	ladder := &stats.Ladder{}
	for _, path := range paths {
		report, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := ladder.Add(report); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return ladder, nil
}
