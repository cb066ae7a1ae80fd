package hub

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ParamType is the type of a parameter, as written in its `param` line.
type ParamType string

// The types of Hub version 2.
const (
	BoolParam   ParamType = "bool"
	IntParam    ParamType = "int"
	RealParam   ParamType = "real"
	StringParam ParamType = "string"
	EnumParam   ParamType = "enum"
)

// Param is a parameter as an engine declares it. Min and Max bound an int or a real and are empty where the
// engine gives no bound; Values are those of an enum.
type Param struct {
	Name     string
	Value    string // the present value
	Type     ParamType
	Min, Max string
	Values   []string
}

// ParseParam reads a `param` line. It needs a name and bounds that are numbers; a missing type means string, and a
// type unknown to Hub version 2 is kept and left unchecked.
func ParseParam(line Line) (Param, error) {
	var p Param
	p.Name, _ = line.Get("name")
	p.Value, _ = line.Get("value")
	kind, _ := line.Get("type")
	p.Type = ParamType(kind)
	p.Min, _ = line.Get("min")
	p.Max, _ = line.Get("max")
	values, _ := line.Get("values")
	p.Values = splitWords(values)
	switch {
	case p.Name == "":
		return Param{}, errors.New("param without a name")
	case p.Type == "":
		p.Type = StringParam
	}
	for _, bound := range []Arg{{Name: "min", Value: p.Min}, {Name: "max", Value: p.Max}} {
		if _, ok := p.number(bound.Value); bound.Value != "" && !ok {
			return Param{}, &ValueError{bound.Name, bound.Value, "a number that bounds parameter " + p.Name}
		}
	}
	return p, nil
}

// String writes the `param` line.
func (p Param) String() string {
	line := Line{Command: "param"}
	line.add("name", p.Name)
	line.add("value", p.Value)
	line.add("type", string(p.Type))
	if p.Min != "" {
		line.add("min", p.Min)
	}
	if p.Max != "" {
		line.add("max", p.Max)
	}
	if p.Type == EnumParam {
		line.add("values", strings.Join(p.Values, " "))
	}
	return line.String()
}

// Check returns the value as it is to be sent (a decimal comma becomes a point), or a [*ParamError] if the
// declaration does not allow it.
func (p Param) Check(value string) (string, error) {
	refuse := func(want string) (string, error) {
		return "", &ParamError{Name: p.Name, Value: value, Want: want}
	}
	switch p.Type {
	case BoolParam:
		if value != "true" && value != "false" {
			return refuse("true or false")
		}
	case EnumParam:
		if !slices.Contains(p.Values, value) {
			return refuse("one of " + strings.Join(p.Values, ", "))
		}
	case IntParam, RealParam:
		return p.checkNumber(value)
	default:
		if strings.ContainsFunc(value, func(r rune) bool { return r == '"' || r < 0x80 && isControl(byte(r)) }) {
			return refuse("text without '\"' and control characters, which Hub cannot carry")
		}
	}
	return value, nil
}

func (p Param) checkNumber(value string) (string, error) {
	want := "a number"
	if p.Type == IntParam {
		want = "an integer"
	}
	if p.Min != "" {
		want += " from " + p.Min
	}
	if p.Max != "" {
		want += " up to " + p.Max
	}
	x, ok := p.number(value)
	low, hasLow := p.number(p.Min)
	high, hasHigh := p.number(p.Max)
	if !ok || hasLow && x < low || hasHigh && x > high {
		return "", &ParamError{Name: p.Name, Value: value, Want: want}
	}
	return strings.Replace(value, ",", ".", 1), nil
}

func (p Param) number(text string) (float64, bool) {
	if p.Type == IntParam {
		n, ok := parseInt(text)
		return float64(n), ok
	}
	return parseReal(text)
}

// ParamError reports a parameter that cannot be set: not declared, or not to this value.
type ParamError struct {
	Name, Value string
	Want        string   // what would be right; empty when there is no such parameter
	Declared    []string // the parameters that there are, when there is no such parameter
}

func (e *ParamError) Error() string {
	if e.Want != "" {
		return fmt.Sprintf("parameter %s: %q: want %s", e.Name, abbreviate(e.Value, 40), e.Want)
	}
	if len(e.Declared) == 0 {
		return fmt.Sprintf("parameter %q: the engine declares no parameters", e.Name)
	}
	return fmt.Sprintf("parameter %q: unknown to the engine, which has %s", e.Name, strings.Join(e.Declared, ", "))
}
