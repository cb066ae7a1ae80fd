package hub

import (
	"errors"
	"fmt"
	"strings"
)

// Line is one message: a command and its arguments in the order written.
type Line struct {
	Command string
	Args    []Arg
}

// Arg is a named argument. A Flag is written as its name alone and has an empty Value.
type Arg struct {
	Name  string
	Value string
	Flag  bool
}

// ErrNoCommand reports a line of blanks only.
var ErrNoCommand = errors.New("missing command")

// SyntaxError tells where a line breaks the grammar.
type SyntaxError struct {
	Column  int // the byte of the line, counted from 1
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// Parse reads one line, with or without its end. Blanks (space and tab) round '=' are allowed, and a value
// may be quoted whether it needs it or not. Errors are [ErrNoCommand] and [*SyntaxError]; the returned Line
// then holds what stood before the error.
func Parse(text string) (Line, error) {
	s := scanner{text: strings.TrimRight(text, "\r\n")}
	s.skipBlanks()
	if s.atEnd() {
		return Line{}, ErrNoCommand
	}
	var line Line
	var err error
	if line.Command, err = s.word("a command"); err != nil {
		return line, err
	}
	for {
		s.skipBlanks()
		if s.atEnd() {
			return line, nil
		}
		arg, err := s.argument()
		if err != nil {
			return line, err
		}
		line.Args = append(line.Args, arg)
	}
}

// Get returns the value of the argument, the last one where it is repeated. A flag has the empty value.
func (l Line) Get(name string) (value string, found bool) {
	for i := len(l.Args) - 1; i >= 0; i-- {
		if l.Args[i].Name == name {
			return l.Args[i].Value, true
		}
	}
	return "", false
}

// Has tells whether the argument is there, with a value or as a flag.
func (l Line) Has(name string) bool {
	_, found := l.Get(name)
	return found
}

// String writes the line without its end, quotes only where needed. Hub has no escape: '"' becomes an apostrophe, a
// control character in a value becomes a blank, and what a command or a name cannot hold becomes '_'.
func (l Line) String() string {
	var b strings.Builder
	writeWord(&b, l.Command)
	for _, arg := range l.Args {
		b.WriteByte(' ')
		writeWord(&b, arg.Name)
		if arg.Flag {
			continue
		}
		b.WriteByte('=')
		writeValue(&b, arg.Value)
	}
	return b.String()
}

func (l *Line) add(name, value string) {
	l.Args = append(l.Args, Arg{Name: name, Value: value})
}

func (l *Line) addFlag(name string) {
	l.Args = append(l.Args, Arg{Name: name, Flag: true})
}

func writeWord(b *strings.Builder, text string) {
	if text == "" {
		text = "_"
	}
	for i := range len(text) {
		if c := text[i]; isWordByte(c) {
			b.WriteByte(c)
		} else {
			b.WriteByte('_')
		}
	}
}

func writeValue(b *strings.Builder, text string) {
	if isWord(text) {
		b.WriteString(text)
		return
	}
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"':
			b.WriteByte('\'')
		case isControl(c):
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
}

type scanner struct {
	text string
	at   int
}

func (s *scanner) atEnd() bool { return s.at == len(s.text) }

func (s *scanner) skipBlanks() {
	for !s.atEnd() && isBlank(s.text[s.at]) {
		s.at++
	}
}

func (s *scanner) errorf(format string, args ...any) error {
	return &SyntaxError{Column: s.at + 1, Message: fmt.Sprintf(format, args...)}
}

// word reads a word and checks that a blank, '=' or the end follows.
func (s *scanner) word(what string) (string, error) {
	start := s.at
	for !s.atEnd() && isWordByte(s.text[s.at]) {
		s.at++
	}
	word := s.text[start:s.at]
	if s.atEnd() || isBlank(s.text[s.at]) {
		return word, nil
	}
	switch c := s.text[s.at]; {
	case c == '=' && word != "":
		return word, nil
	case c == '=':
		return "", s.errorf("'=' where %s is due", what)
	case c == '"':
		return "", s.errorf("'\"' where %s is due", what)
	default:
		return "", s.errorf("control character 0x%02x", c)
	}
}

func (s *scanner) argument() (Arg, error) {
	name, err := s.word("an argument's name")
	if err != nil {
		return Arg{}, err
	}
	s.skipBlanks()
	if s.atEnd() || s.text[s.at] != '=' {
		return Arg{Name: name, Flag: true}, nil
	}
	s.at++
	s.skipBlanks()
	var value string
	if !s.atEnd() && s.text[s.at] == '"' {
		value, err = s.quoted(name)
	} else {
		value, err = s.word("the value of " + name)
	}
	return Arg{Name: name, Value: value}, err
}

func (s *scanner) quoted(name string) (string, error) {
	open := s.at
	for s.at++; !s.atEnd(); s.at++ {
		switch c := s.text[s.at]; {
		case c == '"':
			s.at++
			if !s.atEnd() && !isBlank(s.text[s.at]) {
				return "", s.errorf("no blank after the value of %s", name)
			}
			return s.text[open+1 : s.at-1], nil
		case isControl(c):
			return "", s.errorf("control character 0x%02x", c)
		}
	}
	s.at = open
	return "", s.errorf("no closing '\"' for the value of %s", name)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

func isControl(c byte) bool { return c < ' ' && c != '\t' || c == 0x7f }

func isWordByte(c byte) bool { return c > ' ' && c != '=' && c != '"' && c != 0x7f }

func isWord(text string) bool {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return text != ""
}
