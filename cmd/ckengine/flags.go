package main

import (
	"errors"

	"github.com/spf13/pflag"

	"ckengine/protocol"
)

// settingsFlags declares a flag for each of the named parameters, or for all if
// none is named, and returns the settings that they change.
func settingsFlags(flags *pflag.FlagSet, names ...string) *protocol.Settings {
	settings := protocol.DefaultSettings()
	wanted := make(map[string]bool)
	for _, name := range names {
		wanted[name] = true
	}
	for _, p := range protocol.Parameters() {
		if len(names) > 0 && !wanted[p.Name] {
			continue
		}
		help := p.Help
		switch p.Kind {
		case protocol.Int, protocol.Real:
			help += ", " + p.Bound(p.Min) + " to " + p.Bound(p.Max)
		case protocol.Enum:
			help += " (" + p.Range() + ")"
		}
		f := flags.VarPF(&parameterFlag{p, &settings}, p.Name, "", help)
		if p.Kind == protocol.Bool {
			f.NoOptDefVal = "true"
		}
	}
	return &settings
}

// parseFlags reads the flags and sets the variant before all others, whose values may
// depend on it.
func parseFlags(flags *pflag.FlagSet, args []string) error {
	type setting struct{ name, value string }
	var first, others []setting
	err := flags.ParseAll(args, func(f *pflag.Flag, value string) error {
		if s := (setting{f.Name, value}); f.Name == "variant" {
			first = append(first, s)
		} else {
			others = append(others, s)
		}
		return nil
	})
	for _, s := range append(first, others...) {
		if err == nil {
			err = flags.Set(s.name, s.value)
		}
	}
	return err
}

// parameterFlag is the flag of one parameter.
type parameterFlag struct {
	parameter protocol.Parameter
	settings  *protocol.Settings
}

func (f *parameterFlag) String() string {
	if f.settings == nil {
		return ""
	}
	return f.parameter.Get(*f.settings)
}

func (f *parameterFlag) Set(value string) error {
	err := f.parameter.Set(f.settings, value)
	if wrong, ok := errors.AsType[*protocol.ParameterError](err); ok {
		return errors.New(wrong.Reason)
	}
	return err
}

// Type is what stands for the value in the help.
func (f *parameterFlag) Type() string {
	switch f.parameter.Kind {
	case protocol.Bool:
		return "bool" // pflag shows no value for it
	case protocol.Enum:
		return "NAME"
	case protocol.String:
		return "TEXT"
	}
	return "N"
}
