package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// EngineConfig describes a contestant before it runs.
type EngineConfig struct {
	Name    string            `json:"name,omitempty"`
	Self    bool              `json:"self,omitempty"`    // this program's own engine, in the same process
	DXP     string            `json:"dxp,omitempty"`     // address of a program that listens for DamExchange
	Command string            `json:"command,omitempty"` // program that speaks Hub, for an engine that is neither
	Args    []string          `json:"args,omitempty"`
	Dir     string            `json:"dir,omitempty"` // working directory
	Env     []string          `json:"env,omitempty"` // KEY=value
	Options map[string]string `json:"options,omitempty"`
	Limits  Limits            `json:"limits"`
	Margin  *Duration         `json:"margin,omitempty"` // instead of the match's
}

// specKey is one key of an engine's description.
type specKey struct {
	name, help string
	set        func(c *EngineConfig, value string) error
}

func specKeys() []specKey {
	return []specKey{
		{"name", "name in the report", func(c *EngineConfig, v string) error { return setOnce(&c.Name, v) }},
		{"cmd", "program with its arguments", func(c *EngineConfig, v string) error {
			words, err := splitWords(v)
			if err != nil {
				return err
			}
			if len(words) == 0 {
				return errors.New("there is no program")
			}
			c.Args = slices.Concat(words[1:], c.Args)
			return setOnce(&c.Command, words[0])
		}},
		{"arg", "one more argument, may be repeated", func(c *EngineConfig, v string) error {
			c.Args = append(c.Args, v)
			return nil
		}},
		{"dir", "working directory", func(c *EngineConfig, v string) error { return setOnce(&c.Dir, v) }},
		{"env", "KEY=value for its environment, may be repeated", func(c *EngineConfig, v string) error {
			if !strings.Contains(v, "=") {
				return errors.New("want KEY=value")
			}
			c.Env = append(c.Env, v)
			return nil
		}},
		{"dxp", "HOST:PORT of a program that listens for DamExchange", func(c *EngineConfig, v string) error { return setOnce(&c.DXP, v) }},
		{"proto", "hub, which is what cmd speaks", func(_ *EngineConfig, v string) error {
			if v != "hub" {
				return errors.New("want hub")
			}
			return nil
		}},
		{"tc", "clock, [MOVES/]TIME[+INCREMENT] in seconds", func(c *EngineConfig, v string) (err error) {
			c.Limits.TC, err = ParseTimeControl(v)
			return err
		}},
		{"st", "seconds for each move", func(c *EngineConfig, v string) (err error) {
			if c.Limits.MoveTime, err = ParseDuration(v); err == nil && c.Limits.MoveTime < Duration(time.Millisecond) {
				err = errors.New("want a millisecond at least")
			}
			return err
		}},
		{"nodes", "nodes for each move", func(c *EngineConfig, v string) (err error) {
			c.Limits.Nodes, err = strconv.ParseInt(v, 10, 64)
			return atLeastOne(c.Limits.Nodes, err)
		}},
		{"depth", "plies for each move", func(c *EngineConfig, v string) (err error) {
			c.Limits.Depth, err = strconv.Atoi(v)
			return atLeastOne(int64(c.Limits.Depth), err)
		}},
		{"timemargin", "time that a move may come too late", func(c *EngineConfig, v string) error {
			if ms, err := strconv.Atoi(v); err == nil {
				v = fmt.Sprintf("%dms", ms)
			}
			margin, err := ParseDuration(v)
			c.Margin = &margin
			return err
		}},
	}
}

const optionPrefix = "option."

// ParseEngine reads a description in the manner of other match runners: words of the
// form key=value, with quotes round blanks, such as
//
//	cmd="./ckengine hub" name=New dir=/tmp option.threads=1 tc=10+0.1
//	self name=A option.hash=16 nodes=1000
//	dxp=192.168.1.7:27531 name=Other tc=300
//
// The word self stands for this program's own engine in the same process. A time
// margin without a unit is in milliseconds.
func ParseEngine(text string) (EngineConfig, error) {
	c, err := parseSpec(text)
	if err == nil && !c.Self && c.DXP == "" && c.Command == "" {
		err = errors.New("want cmd=PROGRAM, dxp=HOST:PORT, or self for this program's own engine")
	}
	if err != nil {
		return EngineConfig{}, fmt.Errorf("engine %q: %w", text, err)
	}
	return c, nil
}

// ParseEach reads what is to hold for every engine that does not say otherwise.
func ParseEach(text string) (EngineConfig, error) {
	c, err := parseSpec(text)
	if err == nil && (c.Self || c.DXP != "") {
		err = errors.New("self and dxp describe one engine, not each")
	}
	if err != nil {
		return EngineConfig{}, fmt.Errorf("each %q: %w", text, err)
	}
	return c, nil
}

func parseSpec(text string) (EngineConfig, error) {
	var c EngineConfig
	words, err := splitWords(text)
	if err != nil {
		return c, err
	}
	for _, word := range words {
		if word == "self" {
			c.Self = true
			continue
		}
		key, value, found := strings.Cut(word, "=")
		if !found {
			return c, fmt.Errorf("%q: want key=value, or self", word)
		}
		if err := c.set(key, value); err != nil {
			return c, fmt.Errorf("%s: %w", word, err)
		}
	}
	if c.DXP != "" {
		if err := c.checkDXP(); err != nil {
			return c, err
		}
	}
	if c.Self {
		if c.Command != "" || len(c.Args) > 0 || c.Dir != "" || len(c.Env) > 0 {
			return c, errors.New("self runs in this process: it takes no cmd, arg, dir and env")
		}
	}
	return c, nil
}

func (c *EngineConfig) set(key, value string) error {
	if option, isOption := strings.CutPrefix(key, optionPrefix); isOption {
		if c.Options == nil {
			c.Options = map[string]string{}
		}
		if _, given := c.Options[option]; given {
			return errors.New("is given twice")
		}
		c.Options[option] = value
		return nil
	}
	var known []string
	for _, k := range specKeys() {
		if k.name == key {
			return k.set(c, value)
		}
		known = append(known, k.name)
	}
	return fmt.Errorf("key %q is unknown: want %s or option.NAME", key, strings.Join(known, ", "))
}

func setOnce(target *string, value string) error {
	if *target != "" {
		return errors.New("is given twice")
	}
	if value == "" {
		return errors.New("is empty")
	}
	*target = value
	return nil
}

func atLeastOne(n int64, err error) error {
	if err != nil || n < 1 {
		return errors.New("want a whole number from 1 on")
	}
	return nil
}

// WithDefaults fills in what the engine's own description leaves open. The limits
// are taken as a whole, so that an engine with a node limit has no clock from each.
func (c EngineConfig) WithDefaults(each EngineConfig) EngineConfig {
	if c.Limits == (Limits{}) {
		c.Limits = each.Limits
	}
	if c.Margin == nil {
		c.Margin = each.Margin
	}
	if c.DXP != "" {
		return c
	}
	if !c.Self {
		if c.Dir == "" {
			c.Dir = each.Dir
		}
		c.Args = slices.Concat(c.Args, each.Args)
		c.Env = slices.Concat(each.Env, c.Env)
	}
	options := maps.Clone(each.Options)
	if options == nil {
		options = map[string]string{}
	}
	maps.Copy(options, c.Options)
	if len(options) > 0 {
		c.Options = options
	}
	return c
}

// isOne reports whether exactly one kind of engine is described.
func (c EngineConfig) isOne() bool {
	kinds := 0
	for _, is := range []bool{c.Self, c.DXP != "", c.Command != ""} {
		if is {
			kinds++
		}
	}
	return kinds == 1
}

// label is the name before any game, from the description alone.
func (c EngineConfig) label() string {
	switch {
	case c.Name != "":
		return c.Name
	case c.Self:
		return "self"
	case c.DXP != "":
		return c.DXP
	}
	return c.Command
}

// SpecHelp lists the keys of an engine's description, one a line.
func SpecHelp() string {
	var b strings.Builder
	for _, k := range specKeys() {
		fmt.Fprintf(&b, "  %-12s %s\n", k.name, k.help)
	}
	fmt.Fprintf(&b, "  %-12s %s\n", optionPrefix+"NAME", "a parameter of the engine")
	return b.String()
}
