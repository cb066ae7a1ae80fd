package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ckengine/protocol/match/stats"
)

// Summary is what journals tell together.
type Summary struct {
	Header    Header // of the first journal
	Report    *stats.Report
	Games     int // finished
	Planned   int // in the shards that the journals are of
	HalfPairs int // pairs of which one game is missing; they are left out of the pentanomial counts
	Notes     []string
}

// ReadSummary merges journals: one, or those of several shards of the same match. It is
// an error if they are of different matches, or have a game in common.
func ReadSummary(paths []string) (*Summary, error) {
	if len(paths) == 0 {
		return nil, errors.New("report: there is no journal")
	}
	s := &Summary{}
	var reporter *reporter
	perPair := map[int]int{}
	owner := map[int]string{}
	for _, path := range paths {
		j, err := ReadJournal(path, func(h Header, r *Record) error {
			if reporter == nil {
				reporter = newReporter(h)
			}
			if other, taken := owner[r.Number]; taken && other != path {
				return fmt.Errorf("game %d is in %s too", r.Number, other)
			}
			owner[r.Number] = path
			perPair[r.Pair]++
			s.Games++
			return reporter.add(r)
		})
		if err != nil {
			return nil, err
		}
		if reporter == nil {
			reporter = newReporter(j.Header)
		}
		if s.Header.Format == 0 {
			s.Header = j.Header
		} else if err := sameMatch(s.Header, j.Header); err != nil {
			return nil, fmt.Errorf("%s and %s are not of one match: %w", paths[0], path, err)
		}
		if j.Damage != nil {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: %v; that game is not counted", path, j.Damage))
		}
		s.Planned += j.Header.Games
	}
	for _, games := range perPair {
		if games == 1 {
			s.HalfPairs++
		}
	}
	s.Report = reporter.report
	return s, nil
}

// sameMatch refuses to merge journals that are not shards of one schedule.
func sameMatch(a, b Header) error {
	a.Config.Shard, b.Config.Shard = Shard{}, Shard{}
	then, now := configFields(a.Config), configFields(b.Config)
	for name, value := range then {
		if string(now[name]) != string(value) {
			return fmt.Errorf("%s is %s in one and %s in the other", name, value, now[name])
		}
	}
	if a.Openings != b.Openings {
		return errors.New("the openings differ")
	}
	for i := range a.Engines {
		if a.Engines[i].XXHash != b.Engines[i].XXHash {
			return fmt.Errorf("engine %s is not the same program", a.Config.Engines[i].Name)
		}
	}
	return nil
}

// MarshalJSON is the summary for a program.
func (s *Summary) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Report    *stats.Report `json:"report"`
		Games     int           `json:"games"`
		Planned   int           `json:"planned"`
		HalfPairs int           `json:"halfPairs"`
		Notes     []string      `json:"notes,omitempty"`
		Header    Header        `json:"header"`
	}{s.Report, s.Games, s.Planned, s.HalfPairs, s.Notes, s.Header})
}

// Text is the report for a terminal, with what is to be known of the journals.
func (s *Summary) Text() string { return s.Report.Text() + s.notes("\n") }

// Markdown is the report for a web page or a log of experiments.
func (s *Summary) Markdown() string { return s.Report.Markdown() + s.notes("\n\n") }

func (s *Summary) notes(separator string) string {
	notes := slices.Clone(s.Notes)
	if s.Games < s.Planned {
		notes = append(notes, fmt.Sprintf("%d of %d planned games are finished.", s.Games, s.Planned))
	}
	if s.HalfPairs > 0 {
		notes = append(notes, fmt.Sprintf("%s lack one game; they count in the points and are left out of the pair counts.", plural(s.HalfPairs, "pair")))
	}
	if len(notes) == 0 {
		return ""
	}
	return "\n" + strings.Join(notes, separator) + "\n"
}
