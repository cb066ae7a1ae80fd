package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ckengine/engine"
	"ckengine/search"
)

// Kind is the kind of a parameter's values, in the words of the Hub protocol.
type Kind string

// The kinds of parameters.
const (
	Bool   Kind = "bool"
	Int    Kind = "int"
	Real   Kind = "real"
	String Kind = "string"
	Enum   Kind = "enum"
)

// Parameter declares something about the engine that its user can set.
type Parameter struct {
	Name     string
	Kind     Kind
	Default  string
	Min, Max float64  // bounds of an Int or a Real, both included
	Values   []string // of an Enum
	Help     string   // what it does, in one sentence

	field func(*Settings) field
}

// field gives access to one parameter in the Settings.
type field struct {
	get func() string
	set func(string) error
}

// Settings are the values of all parameters.
type Settings struct {
	Variant      engine.Variant
	DrawRule     engine.DrawRule
	Threads      int
	HashMiB      int
	MultiPV      int
	Ponder       bool
	Skill        int
	MoveOverhead time.Duration
	Evaluation   Evaluation
	Weights      WeightsFile
	Search       search.Params // the zero value stands for the defaults
}

const (
	maxThreads      = 256
	maxHashMiB      = 65536
	maxMultiPV      = 64
	maxMoveOverhead = 10_000 // milliseconds
)

// DefaultSettings returns what holds as long as nothing is set.
func DefaultSettings() Settings {
	return Settings{
		Variant:      engine.Canadian,
		DrawRule:     engine.InternationalDraws,
		Threads:      1,
		HashMiB:      128,
		MultiPV:      1,
		Skill:        search.MaxHandicap,
		MoveOverhead: 20 * time.Millisecond,
	}
}

// Parameters returns the declaration of every parameter, in the order in which
// to show them.
func Parameters() []Parameter {
	all := []Parameter{
		{
			Name: "variant", Kind: Enum, Values: names(engine.Variants()),
			Help: "the board for the start position and for positions that do not tell their size: " +
				"12x12, 10x10 or 8x8",
			field: func(s *Settings) field { return variantField(s) },
		},
		{
			Name: "draw-rule", Kind: Enum, Values: names(engine.DrawRules()),
			Help:  "which limits on moves make a draw, besides the third repetition of a position",
			field: func(s *Settings) field { return textField(&s.DrawRule) },
		},
		{
			Name: "threads", Kind: Int, Min: 1, Max: maxThreads,
			Help:  "how many threads search",
			field: func(s *Settings) field { return intField(&s.Threads) },
		},
		{
			Name: "hash", Kind: Int, Min: 1, Max: maxHashMiB,
			Help:  "size of the transposition table in MiB",
			field: func(s *Settings) field { return hashField(&s.HashMiB) },
		},
		{
			Name: "multi-pv", Kind: Int, Min: 1, Max: maxMultiPV,
			Help:  "how many best moves to report, each with its line of play",
			field: func(s *Settings) field { return intField(&s.MultiPV) },
		},
		{
			Name: "ponder", Kind: Bool,
			Help:  "plan the clock for a game in which the engine also thinks on the opponent's time",
			field: func(s *Settings) field { return boolField(&s.Ponder) },
		},
		{
			Name: "skill", Kind: Int, Min: 0, Max: search.MaxHandicap,
			Help:  "how strongly to play, the greatest being full strength; less searches fewer positions and misjudges them a little",
			field: func(s *Settings) field { return intField(&s.Skill) },
		},
		{
			Name: "move-overhead", Kind: Int, Min: 0, Max: maxMoveOverhead,
			Help:  "time lost on each move between the engine and the clock, in milliseconds",
			field: func(s *Settings) field { return millisecondField(&s.MoveOverhead) },
		},
		{
			Name: "evaluation", Kind: Enum, Values: names([]Evaluation{Learned, Handmade}),
			Help:  "which evaluation to play by; a board for which nothing has been learned has the hand-made one",
			field: func(s *Settings) field { return textField(&s.Evaluation) },
		},
		{
			Name: "weights", Kind: String,
			Help:  "file of learned weights for the board, written by tune fit; none for those built in",
			field: func(s *Settings) field { return weightsField(s) },
		},
	}
	defaults := DefaultSettings()
	for i := range all {
		all[i].Default = all[i].field(&defaults).get()
	}
	return all
}

// ParameterNamed returns the declaration of one parameter.
func ParameterNamed(name string) (Parameter, error) {
	all := Parameters()
	i := slices.IndexFunc(all, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		known := make([]string, len(all))
		for i, p := range all {
			known[i] = p.Name
		}
		return Parameter{}, fmt.Errorf("parameter %q: unknown; there are %s", clipped(name), strings.Join(known, ", "))
	}
	return all[i], nil
}

// Get returns the value of a parameter in settings, as text that Set takes.
func (p Parameter) Get(settings Settings) string { return p.field(&settings).get() }

// ParameterError says that a parameter cannot have a value.
type ParameterError struct {
	Name, Value string
	Reason      string // or what would be right
}

func (e *ParameterError) Error() string {
	return fmt.Sprintf("parameter %s: %q: %s", e.Name, clipped(e.Value), e.Reason)
}

// Set changes the value of a parameter in settings. The error is a [*ParameterError];
// the settings are then as before.
func (p Parameter) Set(settings *Settings, value string) error {
	if !p.allows(value) {
		return &ParameterError{p.Name, value, "want " + p.Range()}
	}
	if err := p.field(settings).set(value); err != nil {
		return &ParameterError{p.Name, value, err.Error()}
	}
	return nil
}

// allows reports whether the declaration allows a value.
func (p Parameter) allows(value string) bool {
	switch p.Kind {
	case Bool:
		return value == "true" || value == "false"
	case Enum:
		return slices.Contains(p.Values, value)
	case Int:
		n, err := strconv.ParseInt(value, 10, 32)
		return err == nil && p.holds(float64(n))
	case Real:
		x, err := strconv.ParseFloat(value, 64)
		return err == nil && p.holds(x)
	}
	return true
}

func (p Parameter) holds(x float64) bool { return x >= p.Min && x <= p.Max }

// Range says in words which values are allowed.
func (p Parameter) Range() string {
	switch p.Kind {
	case Bool:
		return "true or false"
	case Enum:
		last := len(p.Values) - 1
		return strings.Join(p.Values[:last], ", ") + " or " + p.Values[last]
	case Int:
		return fmt.Sprintf("an integer from %s to %s", p.Bound(p.Min), p.Bound(p.Max))
	case Real:
		return fmt.Sprintf("a number from %s to %s", p.Bound(p.Min), p.Bound(p.Max))
	}
	return "any text"
}

// Bound writes a bound of an Int or a Real.
func (p Parameter) Bound(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// Set changes the value of the parameter with the given name.
func (s *Settings) Set(name, value string) error {
	if number, found := strings.CutPrefix(name, searchPrefix); found {
		return s.setSearch(number, value)
	}
	p, err := ParameterNamed(name)
	if err != nil {
		return err
	}
	return p.Set(s, value)
}

// searchPrefix begins the names of the numbers inside the search, see
// [search.ParamTable]. They are for experiments, so that no protocol declares them.
const searchPrefix = "search."

// setSearch changes a number inside the search.
func (s *Settings) setSearch(name, value string) error {
	number, err := strconv.Atoi(value)
	if err != nil {
		return fmt.Errorf("parameter %s%s: %q is not an integer", searchPrefix, clipped(name), clipped(value))
	}
	params := s.Search
	if params == (search.Params{}) {
		params = search.DefaultParams()
	}
	if err := params.Set(name, number); err != nil {
		return err
	}
	s.Search = params
	return nil
}

func names[T fmt.Stringer](all []T) []string {
	texts := make([]string, len(all))
	for i, x := range all {
		texts[i] = x.String()
	}
	return texts
}

// clipped shortens text from outside so that an error stays one readable line.
func clipped(text string) string {
	const limit = 40
	if len(text) <= limit {
		return text
	}
	return text[:limit] + "..."
}
