package main

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"ckengine/protocol"
	"ckengine/protocol/hub"
)

func hubCommand() command {
	return command{
		name: "hub",
		args: "[FLAGS]",
		help: "speak the Hub protocol on stdin and stdout; this is what runs without a command",
		setUp: func(flags *pflag.FlagSet) runner {
			settings := settingsFlags(flags)
			return func(std streams, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				if isTerminal(std.in) && isTerminal(std.err) {
					fmt.Fprintln(std.err, `ckengine speaks the Hub protocol here; "ckengine help" shows what else it does`)
				}
				return hub.Serve(std.in, std.out, protocol.NewPlayer(*settings), hub.ID{
					Name:    "ckengine",
					Version: version,
					Author:  "the ckengine authors",
				})
			}
		},
	}
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
