package main

import (
	"errors"
	"fmt"
	"os"
	"time"

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
			log := logFlag(flags)
			return func(std streams, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				if err := log.open("hub"); err != nil {
					return err
				}
				if isTerminal(std.in) && isTerminal(std.err) {
					fmt.Fprintln(std.err, `ckengine speaks the Hub protocol here; "ckengine help" shows what else it does`)
				}
				server := hub.Server{
					ID:     hub.ID{Name: "ckengine", Version: version, Author: "the ckengine authors"},
					Player: protocol.NewPlayer(*settings),
					Transcript: func(direction hub.Direction, at time.Time, line string) {
						log.add(direction.String(), at, line)
					},
				}
				return errors.Join(server.Serve(std.in, std.out), log.close())
			}
		},
	}
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
