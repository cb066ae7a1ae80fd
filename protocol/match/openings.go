package match

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"ckengine/engine"
)

// OpeningConfig says which openings are played, and in which order.
type OpeningConfig struct {
	Source     string `json:"source"`               // a file, or the name of an embedded set
	Sequential bool   `json:"sequential,omitempty"` // in the order of the set instead of one drawn by the seed
	Start      int    `json:"start,omitempty"`      // openings of that order to skip; it goes round
	Plies      int    `json:"plies,omitempty"`      // moves to take from each game of a PDN file, 0 for all
}

// The names of the embedded sets.
const (
	BalancedOpenings   = "balanced"   // neither side is better
	UnbalancedOpenings = "unbalanced" // one side is better, so that fewer games are drawn
)

// LoadOpenings reads an opening set: an embedded one by its name, or a file, PDN if its
// name ends with .pdn and else a FEN a line. Openings
// from which no game can be played, or not on this board, are an error, and so is an
// empty set.
func LoadOpenings(c OpeningConfig, v engine.Variant) ([]engine.Position, error) {
	openings, err := c.load(v)
	if err == nil && len(openings) == 0 {
		err = fmt.Errorf("%s: there is no opening in it", c.Source)
	}
	if err != nil {
		return nil, fmt.Errorf("openings: %w", err)
	}
	return openings, nil
}

func (c OpeningConfig) load(v engine.Variant) ([]engine.Position, error) {
	if c.Source == BalancedOpenings || c.Source == UnbalancedOpenings {
		return embeddedOpenings(c.Source, v)
	}
	file, err := os.Open(c.Source)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if strings.EqualFold(filepath.Ext(c.Source), ".pdn") {
		return readPDNOpenings(c.Source, file, v, c.Plies)
	}
	return readOpenings(c.Source, file, v)
}

// readOpenings reads one FEN a line. Empty lines and what follows '#' are comments.
func readOpenings(name string, r io.Reader, v engine.Variant) ([]engine.Position, error) {
	var openings []engine.Position
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		text, _, _ := strings.Cut(strings.TrimPrefix(lines.Text(), "\ufeff"), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		p, err := engine.ParseFEN(text, v)
		if err == nil {
			err = checkOpening(p, v)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, number, err)
		}
		openings = append(openings, p)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return openings, nil
}

// checkOpening refuses a position from which no game can be played.
func checkOpening(p engine.Position, v engine.Variant) error {
	if p.Variant() != v {
		return fmt.Errorf("the position is of the %s board and the match is on the %s one", p.Variant(), v)
	}
	if outcome := engine.NewGame(p, engine.RepetitionDraws).Outcome(); outcome.Result != engine.Ongoing {
		return fmt.Errorf("the game is over: %s", outcome.Reason)
	}
	return nil
}

// factsOf identifies an opening set.
func factsOf(openings []engine.Position) OpeningFacts {
	sum := xxhash.New()
	for _, p := range openings {
		_, _ = sum.WriteString(p.HubString())
	}
	return OpeningFacts{Count: len(openings), XXHash: fmt.Sprintf("%016x", sum.Sum64())}
}
