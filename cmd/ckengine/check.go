package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/pflag"

	"ckengine/engine"
	"ckengine/protocol/hub"
	"ckengine/protocol/hub/check"
)

func checkCommand() command {
	return command{
		name: "check",
		args: "COMMAND [ARGUMENT...] [FLAGS]\n\nFlags stand before COMMAND; what follows it belongs to the engine.",
		help: "tell the author of a Hub engine what it does wrong, with the dialogue that shows it",
		setUp: func(flags *pflag.FlagSet) runner {
			flags.SetInterspersed(false)
			variant := engine.Canadian
			flags.TextVar(&variant, "variant", variant, "the `BOARD`: canadian (12x12), international (10x10) or brazilian (8x8)")
			dir := flags.String("dir", "", "working `DIRECTORY` of the engine")
			params := flags.StringToString("option", nil, "a parameter to set before init, NAME=VALUE, may be repeated")
			asJSON := flags.Bool("json", false, "write the findings as JSON, one a line")
			verbose := flags.BoolP("verbose", "v", false, "show the whole dialogue, also where there is nothing wrong")
			strict := flags.Bool("strict", false, "exit with status 4 if there is advice")
			return func(std streams, args []string) error {
				if len(args) == 0 {
					return usagef("check: want the command that starts an engine")
				}
				o := check.Options{
					Driver:  hub.DriverOptions{Command: args[0], Args: args[1:], Dir: *dir},
					Variant: variant, Params: *params,
				}
				show := func(f check.Finding) error { return showFinding(std.out, f, *verbose) }
				if *asJSON {
					show = func(f check.Finding) error { return writeJSONLine(std.out, f) }
				}
				return runCheck(std, o, show, *strict)
			}
		},
	}
}

func runCheck(std streams, o check.Options, show func(check.Finding) error, strict bool) error {
	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt)
	defer release()
	counts := map[check.Severity]int{}
	var writing error
	err := check.Run(ctx, o, func(f check.Finding) {
		counts[f.Severity]++
		writing = errors.Join(writing, show(f))
	})
	switch {
	case ctx.Err() != nil:
		return exitWith(statusInterrupted, errors.New("check: interrupted"))
	case writing != nil:
		return writing
	case err != nil:
		return fmt.Errorf("check: %w", err)
	}
	fmt.Fprintf(std.err, "%d examinations passed, %d with advice, %d with faults\n",
		counts[check.Passed], counts[check.Advice], counts[check.Fault])
	switch {
	case counts[check.Fault] > 0:
		return errors.New("check: there are faults")
	case strict && counts[check.Advice] > 0:
		return exitWith(statusWarnings, errors.New("check: there is advice"))
	}
	return nil
}

// shownLines is how much of a dialogue is shown at its beginning and at its end.
const shownLines = 12

func showFinding(w io.Writer, f check.Finding, verbose bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-7s %s\n", f.Severity, f.Name)
	for _, message := range f.Messages {
		fmt.Fprintf(&b, "        %s\n", message)
	}
	if f.Severity > check.Passed || verbose {
		for i, line := range f.Transcript {
			switch left := len(f.Transcript) - i; {
			case verbose || i < shownLines || left <= shownLines:
				fmt.Fprintf(&b, "          %s\n", clip(line))
			case i == shownLines:
				fmt.Fprintf(&b, "          ... %d lines ...\n", len(f.Transcript)-2*shownLines)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func clip(line string) string {
	const limit = 300
	if len(line) > limit {
		return fmt.Sprintf("%s... (%d bytes)", line[:limit], len(line))
	}
	return line
}
