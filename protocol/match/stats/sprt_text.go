package stats

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// sprtFields are in the order in which values without a name are read.
func (s *SPRT) sprtFields() []sprtField {
	number := func(target *float64) func(string) error {
		return func(text string) error {
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return fmt.Errorf("%q is not a number", text)
			}
			*target = value
			return nil
		}
	}
	return []sprtField{
		{"elo0", number(&s.Elo0)},
		{"elo1", number(&s.Elo1)},
		{"alpha", number(&s.Alpha)},
		{"beta", number(&s.Beta)},
		{"model", func(text string) (err error) {
			s.Model, err = ParseModel(text)
			return err
		}},
	}
}

type sprtField struct {
	name string
	set  func(string) error
}

// ParseSPRT reads "elo0,elo1,alpha,beta,model", also as named parts in any order, "elo0=0 elo1=5 model=logistic".
// Alpha and beta may be left out, both 0.05 then, and the model, normalized then.
func ParseSPRT(text string) (SPRT, error) {
	s, err := parseSPRT(text)
	if err == nil {
		err = s.Validate()
	}
	if err != nil {
		return SPRT{}, fmt.Errorf("sprt %q: %w", text, err)
	}
	return s, nil
}

func parseSPRT(text string) (SPRT, error) {
	s := SPRT{Alpha: 0.05, Beta: 0.05, Model: Normalized}
	fields := s.sprtFields()
	seen := map[string]bool{}
	var parts []string
	for part := range strings.SplitSeq(text, ",") {
		words := strings.Fields(part)
		if len(words) == 0 {
			return SPRT{}, errors.New("there is an empty part: want elo0,elo1,alpha,beta,model")
		}
		parts = append(parts, words...)
	}
	for i, part := range parts {
		name, value, named := strings.Cut(part, "=")
		if !named {
			value = part
			_, err := ParseModel(part)
			switch {
			case err == nil:
				name = "model"
			case i < len(fields):
				name = fields[i].name
			default:
				return SPRT{}, fmt.Errorf("%q is one part too many: want elo0,elo1,alpha,beta,model", part)
			}
		}
		if seen[name] {
			return SPRT{}, fmt.Errorf("%s is given twice", name)
		}
		seen[name] = true
		known := false
		for _, field := range fields {
			if field.name == name {
				known = true
				if err := field.set(value); err != nil {
					return SPRT{}, fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		if !known {
			return SPRT{}, fmt.Errorf("%q is unknown: want elo0, elo1, alpha, beta or model", name)
		}
	}
	for _, name := range []string{"elo0", "elo1"} {
		if !seen[name] {
			return SPRT{}, fmt.Errorf("%s is missing: want elo0,elo1,alpha,beta,model", name)
		}
	}
	return s, nil
}

// String is the text that ParseSPRT reads.
func (s SPRT) String() string {
	return strings.Join([]string{number(s.Elo0), number(s.Elo1), number(s.Alpha), number(s.Beta), s.Model.String()}, ",")
}

// MarshalText is String.
func (s SPRT) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is ParseSPRT.
func (s *SPRT) UnmarshalText(text []byte) error {
	parsed, err := ParseSPRT(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// number is as short as exact, never with an exponent.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
