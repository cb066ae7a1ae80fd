package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"ckengine/engine"
	"ckengine/engine/pdn"
	"ckengine/protocol/match"
)

func pdnCheckCommand() command {
	return command{
		name: "pdn check",
		args: "FILE... [FLAGS]",
		help: "count the games of PDN files and say what is wrong where; - is stdin",
		setUp: func(flags *pflag.FlagSet) runner {
			var options pdn.Options
			flags.TextVar(&options.Variant, "variant", engine.Canadian, "the `BOARD` of games that do not tell theirs")
			flags.BoolVar(&options.AllowIrregular, "irregular", false, "accept captures of fewer pieces than the most, as moves that were let stand")
			normalize := flags.Bool("normalize", false, "write the games to stdout in the one form of PDN 3.0")
			return func(std streams, args []string) error {
				if len(args) == 0 {
					return usagef("pdn check: want a file, or - for stdin")
				}
				var failed error
				for _, name := range args {
					counts, err := checkPDN(std, name, options, *normalize)
					if err != nil {
						return err
					}
					if counts.Errors > 0 {
						failed = errors.New("pdn check: there are errors")
					}
				}
				return failed
			}
		},
	}
}

// checkPDN writes the problems and counts of a file, to stderr where stdout has the games.
func checkPDN(std streams, name string, options pdn.Options, normalize bool) (pdn.Counts, error) {
	source := std.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return pdn.Counts{}, err
		}
		defer file.Close()
		source = file
	}
	answers := std.out
	if normalize {
		answers = std.err
	}
	out := bufio.NewWriter(answers)
	options.Report = func(p pdn.Problem) { fmt.Fprintf(out, "%s:%s\n", name, p) }
	var counts pdn.Counts
	var err error
	if normalize {
		sink := bufio.NewWriter(std.out)
		counts, err = pdn.Normalize(sink, source, options)
		err = errors.Join(err, sink.Flush())
	} else {
		counts, err = pdn.Check(source, options)
	}
	fmt.Fprintf(out, "%s: %d games, of which %d cut off; %d moves, of which %d unchecked and %d irregular; %d errors, %d warnings\n",
		name, counts.Games, counts.Truncated, counts.Moves, counts.Unchecked, counts.Irregular, counts.Errors, counts.Warnings)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return counts, errors.Join(err, out.Flush())
}

func matchPDNCommand() command {
	return command{
		name: "match pdn",
		args: "JOURNAL... [FLAGS]",
		help: "write the games of a match as PDN, in the order of their numbers",
		setUp: func(flags *pflag.FlagSet) runner {
			output := flags.StringP("output", "o", "-", "write to a `FILE` instead of stdout")
			return func(std streams, args []string) error {
				if len(args) == 0 {
					return usagef("match pdn: want a journal")
				}
				if *output == "-" {
					return writeGames(std.out, args)
				}
				return writePDN(*output, args)
			}
		},
	}
}

func writePDN(path string, journals []string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(writeGames(file, journals), file.Close())
}

func writeGames(w io.Writer, journals []string) error {
	out := bufio.NewWriter(w)
	return errors.Join(match.WritePDN(out, journals), out.Flush())
}
