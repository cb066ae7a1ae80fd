package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

func movesCommand() command {
	return command{
		name: "moves",
		args: "[FEN] [FLAGS]",
		help: "list the legal moves of a position, the start if none is given",
		setUp: func(flags *pflag.FlagSet) runner {
			settings := settingsFlags(flags, "variant")
			return func(std streams, args []string) error {
				if err := atMost(1, args); err != nil {
					return err
				}
				game, err := gameFrom(settings, args...)
				if err != nil {
					return err
				}
				p := game.Position()
				var texts []string
				for _, m := range p.Moves() {
					texts = append(texts, p.HubText(m))
				}
				slices.Sort(texts)
				for _, text := range texts {
					if _, err := fmt.Fprintln(std.out, text); err != nil {
						return err
					}
				}
				return nil
			}
		},
	}
}
