package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"
)

func helpCommand() command {
	return command{
		name: "help",
		args: "[COMMAND]",
		help: "tell what the program or a command does",
		setUp: func(*pflag.FlagSet) runner {
			return func(std streams, args []string) error {
				if err := atMost(2, args); err != nil {
					return err
				}
				if len(args) == 0 {
					return writeOverview(std.out)
				}
				c, err := commandNamed(strings.Join(args, " "))
				if err != nil {
					return err
				}
				return c.writeHelp(std.out)
			}
		},
	}
}

func writeOverview(out io.Writer) error {
	var b strings.Builder
	b.WriteString(`ckengine plays and analyses Canadian checkers (12x12), international draughts
(10x10) and Brazilian draughts (8x8).

Usage:
  ckengine [COMMAND] [FLAGS]

Commands:
`)
	table := tabwriter.NewWriter(&b, 0, 0, 3, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\n", c.name, c.help)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	b.WriteString("\n\"ckengine help COMMAND\" shows the flags of a command.\n")
	_, err := io.WriteString(out, b.String())
	return err
}

func (c command) writeHelp(out io.Writer) error {
	flags, _ := c.prepare()
	usage := "ckengine " + c.name
	if c.args != "" {
		usage += " " + c.args
	}
	text := fmt.Sprintf("%s: %s\n\nUsage:\n  %s\n", c.name, c.help, usage)
	if flags.HasAvailableFlags() {
		text += "\nFlags:\n" + flags.FlagUsagesWrapped(100)
	}
	_, err := io.WriteString(out, text)
	return err
}
