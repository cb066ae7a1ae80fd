package main

import (
	"context"
	"os"
	"os/signal"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"ckengine/protocol"
	"ckengine/protocol/analysis"
	"ckengine/search"
)

func analyzeCommand() command {
	return command{
		name: "analyze",
		args: "FEN [FLAGS]",
		help: "find the best move of a position and show the analysis",
		setUp: func(flags *pflag.FlagSet) runner {
			var limits search.Limits
			var asJSON bool
			flags.IntVar(&limits.Depth, "depth", 0, "stop after this many `PLIES`")
			flags.Int64Var(&limits.Nodes, "nodes", 0, "stop after this many positions `N`")
			moveTime := secondsFlag(5 * time.Second)
			flags.Var(&moveTime, "time", "stop after this long, as 5s or 1m30s; counts when no other limit is set")
			moves := flags.String("search-moves", "", "look at these `MOVES` alone, as \"32-28 31-27\"")
			flags.BoolVar(&asJSON, "json", false, "write one JSON object a line instead of text")
			settings := settingsFlags(flags, "multi-pv", "variant", "draw-rule", "threads", "hash", "evaluation", "weights")
			return func(std streams, args []string) error {
				if err := exactly(1, args, "a FEN, such as W:W43-72:B1-30"); err != nil {
					return err
				}
				if limits.Depth < 0 || limits.Nodes < 0 || moveTime <= 0 {
					return usagef("analyze: a limit must be positive")
				}
				if flags.Changed("time") || limits.Depth == 0 && limits.Nodes == 0 {
					limits.MoveTime = time.Duration(moveTime)
				}
				game, err := gameFrom(settings, args...)
				if err != nil {
					return err
				}
				if flags.Changed("search-moves") {
					if limits.SearchMoves, err = protocol.ParseSearchMoves(game.Position(), *moves); err != nil {
						return usagef("analyze: --search-moves: %w", err)
					}
				}
				ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
				defer stop()
				player := protocol.NewPlayer(*settings)
				if asJSON {
					return analysis.WriteJSON(ctx, std.out, player, game, limits)
				}
				return analysis.WriteText(ctx, std.out, player, game, limits, isTerminal(std.out))
			}
		},
	}
}

// secondsFlag is a duration that may also be a plain number of seconds.
type secondsFlag time.Duration

func (s *secondsFlag) String() string { return time.Duration(*s).String() }
func (s *secondsFlag) Type() string   { return "D" }

func (s *secondsFlag) Set(text string) error {
	if seconds, err := strconv.ParseFloat(text, 64); err == nil {
		*s = secondsFlag(seconds * float64(time.Second))
		return nil
	}
	d, err := time.ParseDuration(text)
	*s = secondsFlag(d)
	return err
}
