package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"ckengine/protocol/match"
	"ckengine/protocol/match/stats"
)

func matchReportCommand() command {
	return command{
		name: "match report",
		args: "JOURNAL... [FLAGS]",
		help: "compute the results of a match from its journal, or from those of all its shards",
		setUp: func(flags *pflag.FlagSet) runner {
			format := flags.String("format", "text", "text, markdown, json or svg")
			output := flags.StringP("output", "o", "", "write to a `FILE` instead of stdout; its ending tells the format")
			sprt := flags.String("sprt", "", "run another test on the same games: elo0,elo1[,alpha,beta,model]")
			anchor := flags.String("anchor", "", "`ENGINE` whose rating is known (default the mean of all)")
			anchorElo := flags.Float64("anchor-elo", 0, "that rating")
			return func(std streams, args []string) error {
				if len(args) == 0 {
					return usagef("match report: want a journal")
				}
				s, err := match.ReadSummary(args)
				if err != nil {
					return fmt.Errorf("match report: %w", err)
				}
				if *sprt != "" {
					test, err := stats.ParseSPRT(*sprt)
					if err != nil {
						return usagef("match report: %w", err)
					}
					s.Report.SPRT = &test
				}
				s.Report.Anchor, s.Report.AnchorElo = *anchor, *anchorElo
				if *output != "" {
					return writeReport(*output, s)
				}
				return writeSummary(std.out, s, *format)
			}
		},
	}
}

// writeReport writes a summary to a file in the format that its name tells.
func writeReport(path string, s *match.Summary) error {
	format := map[string]string{".md": "markdown", ".json": "json", ".svg": "svg"}[strings.ToLower(filepath.Ext(path))]
	if format == "" {
		format = "text"
	}
	var b strings.Builder
	if err := writeSummary(&b, s, format); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

func writeSummary(w io.Writer, s *match.Summary, format string) error {
	var text string
	switch format {
	case "text":
		text = s.Text()
	case "markdown":
		text = s.Markdown()
	case "json":
		return writeJSONLine(w, s)
	case "svg":
		text = s.Report.SVG()
	default:
		return usagef("format %q: want text, markdown, json or svg", format)
	}
	_, err := io.WriteString(w, text)
	return err
}

func writeJSONLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
