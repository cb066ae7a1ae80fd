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
	m := &merger{perPair: map[int]int{}, owner: map[int]string{}}
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, fmt.Errorf("%s: is given twice", path)
		}
		if err := m.read(path); err != nil {
			return nil, err
		}
	}
	s := &m.Summary
	for _, games := range m.perPair {
		if games == 1 {
			s.HalfPairs++
		}
	}
	s.Report = m.reporter.report
	return s, nil
}

// merger adds up journals.
type merger struct {
	Summary
	reporter *reporter
	perPair  map[int]int    // games there are of each pair
	owner    map[int]string // the journal of each game
}

func (m *merger) read(path string) error {
	begun := false
	j, err := ReadJournal(path, func(h Header, r *Record) error {
		if !begun {
			begun = true
			if err := m.begin(h); err != nil {
				return err
			}
		}
		if other, taken := m.owner[r.Number]; taken && other != path {
			return fmt.Errorf("game %d is in %s too", r.Number, other)
		}
		m.owner[r.Number] = path
		m.perPair[r.Pair]++
		m.Games++
		return m.reporter.add(r)
	})
	if err != nil {
		return err
	}
	if !begun {
		if err := m.begin(j.Header); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if j.Damage != nil {
		m.Notes = append(m.Notes, fmt.Sprintf("%s: %v; that game is not counted", path, j.Damage))
	}
	return nil
}

// begin takes the next journal's header.
func (m *merger) begin(h Header) error {
	m.Planned += h.Games
	if m.reporter == nil {
		m.Header, m.reporter = h, newReporter(h)
		return nil
	}
	if err := sameMatch(m.Header, h); err != nil {
		return fmt.Errorf("is not of the same match as the first journal: %w", err)
	}
	return nil
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
