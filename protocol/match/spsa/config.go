package spsa

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Param is a number to tune.
type Param struct {
	Name  string  `json:"name"`
	Start int     `json:"start"`
	Min   int     `json:"min"`
	Max   int     `json:"max"`
	Step  float64 `json:"step"` // how far the two sides stand off the present value, in the last iteration
}

// leastStep keeps the two sides apart after rounding, also where a bound holds one back.
const leastStep = 1

// ParseParam reads NAME=START,MIN,MAX,STEP.
func ParseParam(text string) (Param, error) {
	name, rest, found := strings.Cut(text, "=")
	fields := strings.Split(rest, ",")
	if !found || name == "" || len(fields) != 4 {
		return Param{}, fmt.Errorf("parameter %q: want NAME=START,MIN,MAX,STEP", text)
	}
	p := Param{Name: name}
	var errs [4]error
	for i, field := range []*int{&p.Start, &p.Min, &p.Max} {
		*field, errs[i] = strconv.Atoi(fields[i])
	}
	p.Step, errs[3] = strconv.ParseFloat(fields[3], 64)
	if err := errors.Join(errs[:]...); err != nil {
		return Param{}, fmt.Errorf("parameter %q: want NAME=START,MIN,MAX,STEP, all numbers but the first", text)
	}
	return p, p.validate()
}

func (p Param) validate() error {
	switch {
	case p.Min >= p.Max || p.Start < p.Min || p.Start > p.Max:
		return fmt.Errorf("parameter %s: start %d, from %d to %d: want a start within bounds that differ", p.Name, p.Start, p.Min, p.Max)
	case !(p.Step >= leastStep && p.Step <= float64(p.Max-p.Min)):
		return fmt.Errorf("parameter %s: step %v: want %v at least, and no more than from %d to %d", p.Name, p.Step, leastStep, p.Min, p.Max)
	}
	return nil
}

// Config determines a tuning, together with the [Objective]. It is the journal's first line.
type Config struct {
	Params     []Param `json:"params"`
	Iterations int     `json:"iterations"`
	// Rate is how many steps a number moves in the last iteration if one side wins all games.
	Rate float64 `json:"rate"`
	Seed uint64  `json:"seed"`
	// Conditions are what else the games depend on. A tuning goes on under the same ones only.
	Conditions json.RawMessage `json:"conditions,omitempty"`
}

// Validate refuses what cannot be tuned.
func (c Config) Validate() error {
	switch {
	case len(c.Params) == 0:
		return errors.New("there is nothing to tune: want a parameter at least")
	case c.Iterations < 1:
		return fmt.Errorf("%d iterations: want 1 at least", c.Iterations)
	case !(c.Rate > 0) || math.IsInf(c.Rate, 0):
		return fmt.Errorf("rate %v: want more than 0", c.Rate)
	}
	names := map[string]bool{}
	for _, p := range c.Params {
		if err := p.validate(); err != nil {
			return err
		}
		if names[p.Name] {
			return fmt.Errorf("parameter %s is given twice", p.Name)
		}
		names[p.Name] = true
	}
	return nil
}

// Spall's exponents, and the part of the iterations that steadies the first ones.
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// offset is how far the sides of an iteration from 1 stand off the value, in steps.
func (c Config) offset(iteration int) float64 {
	return math.Pow(float64(c.Iterations)/float64(iteration), gamma)
}

// shift is how many steps a number moves in an iteration that one side wins outright.
func (c Config) shift(iteration int) float64 {
	n := float64(c.Iterations)
	steady := stability * n
	return c.Rate * math.Pow((n+steady)/(float64(iteration)+steady), alpha) / c.offset(iteration)
}
