package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"ckengine/engine"
	"ckengine/protocol/match/stats"
)

// Config says which games are played and how. Together with the openings it
// determines the schedule; it stands in the journal.
type Config struct {
	Variant    engine.Variant  `json:"variant"`
	DrawRule   engine.DrawRule `json:"draw-rule"`
	Engines    []EngineConfig  `json:"engines"`
	Tournament Tournament      `json:"tournament"`
	Pairs      int             `json:"pairs"` // game pairs of each pairing, at most that with SPRT
	Openings   OpeningConfig   `json:"openings"`
	Seed       uint64          `json:"seed"`
	Margin     Duration        `json:"margin"`   // a move that comes this much too late still counts
	Patience   Duration        `json:"patience"` // for a move without a limit in time
	Adjudication
	SPRT      *stats.SPRT   `json:"sprt,omitempty"`
	OnFailure FailurePolicy `json:"on-failure"`
	Shard     Shard         `json:"shard,omitzero"`
}

// The defaults of a match.
const (
	DefaultPairs     = 50
	DefaultSPRTPairs = 50_000
	DefaultMargin    = Duration(50 * time.Millisecond)
	DefaultPatience  = Duration(10 * time.Minute)
	DefaultMaxPlies  = 1000
	maxPairs         = 100_000_000
)

// DefaultConfig returns what holds where nothing is said.
func DefaultConfig() Config {
	return Config{
		Openings:     OpeningConfig{Source: BalancedOpenings},
		Margin:       DefaultMargin,
		Patience:     DefaultPatience,
		Adjudication: Adjudication{MaxPlies: DefaultMaxPlies},
	}
}

// FailurePolicy says what to do when an engine breaks. Its game is lost in any case.
type FailurePolicy uint8

// The policies.
const (
	StopOnFailure    FailurePolicy = iota // end the match
	RestartOnFailure                      // start the engine again and go on
)

var policyNames = [...]string{"stop", "restart"}

// String is "stop" or "restart".
func (p FailurePolicy) String() string { return policyNames[p] }

// MarshalText is String.
func (p FailurePolicy) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads what String writes.
func (p *FailurePolicy) UnmarshalText(text []byte) error {
	i := slices.Index(policyNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("policy %q: want stop or restart", text)
	}
	*p = FailurePolicy(i)
	return nil
}

// ReadConfig reads a configuration that [Config.Write] wrote, on top of the defaults.
// A field that it does not know is an error.
func ReadConfig(path string) (Config, error) {
	c := DefaultConfig()
	data, err := os.ReadFile(path)
	if err != nil {
		return c, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		return c, fmt.Errorf("%s: %w", path, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return c, fmt.Errorf("%s: there is something after the configuration", path)
	}
	return c, nil
}

// Write writes the configuration for people to edit and for ReadConfig.
func (c Config) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(c)
}

// names returns the engines' names.
func (c *Config) names() []string {
	names := make([]string, len(c.Engines))
	for i, e := range c.Engines {
		names[i] = e.Name
	}
	return names
}

// schedule returns all games for an opening set of the given size.
func (c *Config) schedule(openings int) schedule {
	order := openingOrder(openings, c.Openings.Sequential, c.Openings.Start, c.Seed)
	return newSchedule(c.Tournament, len(c.Engines), c.Pairs, order, c.Shard)
}

// Validate refuses a match that cannot be played, as far as the configuration tells.
func (c *Config) Validate() error {
	if len(c.Engines) < 2 {
		return fmt.Errorf("a match needs two engines at least, and has %d", len(c.Engines))
	}
	taken := map[string]bool{}
	for _, e := range c.Engines {
		if e.Name != "" && taken[e.Name] {
			return fmt.Errorf("two engines have the same name %q", e.Name)
		}
		taken[e.Name] = true
		switch {
		case !e.isOne():
			return fmt.Errorf("engine %s: want one of a command, dxp and self", e.label())
		case e.DXP == "" && e.Limits == (Limits{}):
			return fmt.Errorf("engine %s: has no limit on its moves: want tc, st, nodes or depth", e.label())
		case e.Limits.Nodes < 0 || e.Limits.Depth < 0 || e.Limits.MoveTime < 0:
			return fmt.Errorf("engine %s: a limit is negative", e.label())
		}
	}
	if err := c.validateDXP(); err != nil {
		return err
	}
	switch {
	case c.Pairs < 1:
		return fmt.Errorf("%d game pairs: want one at least", c.Pairs)
	case c.Pairs > maxPairs:
		return fmt.Errorf("%d game pairs: want %d at most", c.Pairs, maxPairs)
	case c.SPRT != nil && len(c.Engines) != 2:
		return fmt.Errorf("SPRT compares two engines, and there are %d", len(c.Engines))
	case c.SPRT != nil && c.Shard.Count > 1:
		return errors.New("SPRT needs all results in one place: it does not go with a shard; merge the journals with match report --sprt")
	case c.MaxPlies < 0:
		return fmt.Errorf("%d plies: want a cap of 1 at least, or 0 for none", c.MaxPlies)
	case c.Openings.Start < 0 || c.Openings.Plies < 0:
		return errors.New("openings: a number is negative")
	}
	if c.SPRT != nil {
		if err := c.SPRT.Validate(); err != nil {
			return fmt.Errorf("sprt: %w", err)
		}
	}
	return nil
}
