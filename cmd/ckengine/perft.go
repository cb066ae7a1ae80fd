package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"ckengine/engine"
)

func perftCommand() command {
	return command{
		name: "perft",
		args: "DEPTH [FEN] [FLAGS]",
		help: "count the lines of play of a position, to test the move generator",
		setUp: func(flags *pflag.FlagSet) runner {
			divide := flags.Bool("divide", false, "count below each move instead, at the full depth")
			settings := settingsFlags(flags, "variant")
			return func(std streams, args []string) error {
				if len(args) == 0 {
					return usagef("perft: want a depth in plies")
				}
				if err := atMost(2, args); err != nil {
					return err
				}
				depth, err := strconv.Atoi(args[0])
				if err != nil || depth < 1 {
					return usagef("perft: depth %q: want a number of plies, at least 1", args[0])
				}
				game, err := gameFrom(settings, args[1:]...)
				if err != nil {
					return err
				}
				if *divide {
					return writeDivide(std.out, game.Position(), depth)
				}
				return writePerft(std.out, game.Position(), depth)
			}
		},
	}
}

// writePerft writes depth, count, seconds and counts a second for each depth up to the given one.
func writePerft(out io.Writer, p engine.Position, depth int) error {
	for d := 1; d <= depth; d++ {
		start := time.Now()
		count := engine.Perft(p, d)
		seconds := time.Since(start).Seconds()
		if _, err := fmt.Fprintf(out, "%d %d %.3f %.0f\n", d, count, seconds, float64(count)/seconds); err != nil {
			return err
		}
	}
	return nil
}

// writeDivide writes each move with the count below it, sorted by move.
func writeDivide(out io.Writer, p engine.Position, depth int) error {
	var lines []string
	for _, m := range p.Moves() {
		lines = append(lines, fmt.Sprintf("%s %d\n", p.HubText(m), engine.Perft(p.Play(m), depth-1)))
	}
	slices.Sort(lines)
	for _, line := range lines {
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	return nil
}
