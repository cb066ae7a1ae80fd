package main

import (
	"github.com/spf13/pflag"

	"ckengine/protocol/analysis"
)

func evalCommand() command {
	return command{
		name: "eval",
		args: "FEN [FLAGS]",
		help: "explain what the evaluation says of a position without any search",
		setUp: func(flags *pflag.FlagSet) runner {
			var asJSON bool
			flags.BoolVar(&asJSON, "json", false, "write one JSON object instead of text")
			settings := settingsFlags(flags, "variant", "evaluation", "weights")
			return func(std streams, args []string) error {
				if err := exactly(1, args, "a FEN, such as W:W43-72:B1-30"); err != nil {
					return err
				}
				game, err := gameFrom(settings, args...)
				if err != nil {
					return err
				}
				p := game.Position()
				evaluator := settings.SearchOptions(p.Variant()).Evaluator()
				if asJSON {
					return analysis.WriteEvaluationJSON(std.out, evaluator, p)
				}
				return analysis.WriteEvaluation(std.out, evaluator, p)
			}
		},
	}
}
