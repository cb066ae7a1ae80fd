// Command ckengine plays and analyses Canadian checkers (12x12), international
// draughts (10x10) and Brazilian draughts (8x8).
//
// It is flags and wiring: a subcommand has its file, its entry in [commands], and
// no logic of its own.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"
)

// The exit statuses.
const (
	statusDone   = 0
	statusFailed = 1
	statusUsage  = 2
)

// streams are where a command reads and writes: answers to out, all else to err.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// command is a subcommand.
type command struct {
	name string
	args string // what follows the name, as help shows it
	help string // one line
	// setUp declares the flags and returns what runs the command once they are read.
	setUp func(flags *pflag.FlagSet) runner
}

// runner runs a command with the arguments that are not flags.
type runner func(std streams, args []string) error

// commands returns all subcommands in the order in which help shows them.
func commands() []command {
	return []command{
		hubCommand(), analyzeCommand(), evalCommand(), movesCommand(), perftCommand(), benchCommand(),
		matchCommand(), matchReportCommand(), matchPDNCommand(), matchOpeningsCommand(), matchSPSACommand(),
		dxpCommand(), pdnCheckCommand(), checkCommand(), selfplayCommand(), tuneFitCommand(), tuneReportCommand(),
		helpCommand(), versionCommand(),
	}
}

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run runs the program and returns its exit status.
func run(args []string, std streams) int {
	c, args, err := choose(args)
	if err == nil {
		err = c.run(args, std)
	}
	if err == nil {
		return statusDone
	}
	fmt.Fprintf(std.err, "ckengine: %v\n", err)
	if _, ok := errors.AsType[*usageError](err); ok {
		return statusUsage
	}
	if special, ok := errors.AsType[*statusError](err); ok {
		return special.status
	}
	return statusFailed
}

// choose finds the command that the arguments name. GUIs start the program bare,
// so that without a name it is hub.
func choose(args []string) (c command, rest []string, err error) {
	switch {
	case len(args) > 0 && (args[0] == "--version" || args[0] == "-V"):
		return versionCommand(), args[1:], nil
	case len(args) > 0 && (args[0] == "--help" || args[0] == "-h"):
		return helpCommand(), args[1:], nil
	case len(args) == 0 || strings.HasPrefix(args[0], "-"):
		return hubCommand(), args, nil
	}
	if len(args) > 1 {
		if c, err := commandNamed(args[0] + " " + args[1]); err == nil {
			return c, args[2:], nil
		}
	}
	c, err = commandNamed(args[0])
	return c, args[1:], err
}

func commandNamed(name string) (command, error) {
	all := commands()
	names := make([]string, len(all))
	for i, c := range all {
		if c.name == name {
			return c, nil
		}
		names[i] = c.name
	}
	return command{}, usagef("unknown command %q: want one of %s", name, strings.Join(names, ", "))
}

// run reads the flags and runs the command.
func (c command) run(args []string, std streams) error {
	flags, run := c.prepare()
	switch err := parseFlags(flags, args); {
	case errors.Is(err, pflag.ErrHelp):
		return c.writeHelp(std.out)
	case err != nil:
		return usagef("%s: %w; see ckengine help %s", c.name, err, c.name)
	}
	return run(std, flags.Args())
}

// prepare declares the command's flags.
func (c command) prepare() (*pflag.FlagSet, runner) {
	flags := pflag.NewFlagSet(c.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags, c.setUp(flags)
}

// usageError says that the command line is wrong.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// usagef returns a usageError, for which the exit status is 2.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// statusError is an error with an exit status of its own.
type statusError struct {
	status int
	err    error
}

func (e *statusError) Error() string { return e.err.Error() }
func (e *statusError) Unwrap() error { return e.err }

func exitWith(status int, err error) error { return &statusError{status, err} }

// atMost reports more arguments than a command takes.
func atMost(n int, args []string) error {
	if len(args) > n {
		return usagef("unexpected argument %q", args[n])
	}
	return nil
}

// exactly reports any other number of arguments than a command takes.
func exactly(n int, args []string, what string) error {
	if len(args) < n {
		return usagef("want %s", what)
	}
	return atMost(n, args)
}
