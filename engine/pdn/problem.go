package pdn

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity tells how bad a [Problem] is.
type Severity uint8

// A warning was read with a guess, and nothing is lost. After an error part of
// the game is missing, or kept as text that nobody understood.
const (
	Warning Severity = iota
	Error
)

// String returns "warning" or "error".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Problem is something in the input that is not as PDN 3.0 wants it.
type Problem struct {
	Severity Severity
	Line     int // counted from 1; CR, LF and CR LF each end a line
	Column   int // in characters, counted from 1
	Message  string
}

// String returns the problem as compilers write it: "12:7: error: message".
func (p Problem) String() string {
	return fmt.Sprintf("%d:%d: %s: %s", p.Line, p.Column, p.Severity, p.Message)
}

// maxListedProblems bounds what a single game can cost in memory and patience.
const maxListedProblems = 1000

// problemLog collects the problems of one game.
type problemLog struct {
	listed           []Problem
	warnings, errors int
	listedErrors     int
}

func (l *problemLog) add(severity Severity, at place, format string, args ...any) {
	if severity == Warning {
		l.warnings++
	} else {
		l.errors++
	}
	if len(l.listed) < maxListedProblems {
		l.listedErrors = l.errors
		l.listed = append(l.listed, Problem{severity, at.line, at.column, fmt.Sprintf(format, args...)})
	}
}

// take adds problems that were met before.
func (l *problemLog) take(problems []Problem) {
	for _, p := range problems {
		l.add(p.Severity, place{p.Line, p.Column}, "%s", p.Message)
	}
}

func (l *problemLog) warn(at place, format string, args ...any) { l.add(Warning, at, format, args...) }
func (l *problemLog) fail(at place, format string, args ...any) { l.add(Error, at, format, args...) }

// sorted returns the problems in the order of the input, and how many were left out.
func (l *problemLog) sorted() []Problem {
	slices.SortStableFunc(l.listed, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	if unlisted := l.warnings + l.errors - len(l.listed); unlisted > 0 {
		last := l.listed[len(l.listed)-1]
		last.Severity = Warning
		if l.errors > l.listedErrors {
			last.Severity = Error
		}
		last.Message = fmt.Sprintf("%d further problems of this game are not listed", unlisted)
		return append(l.listed, last)
	}
	return l.listed
}

// quoted returns text from the input for a message, shortened if it is long.
func quoted(text string) string {
	const most = 40
	if runes := []rune(text[:min(len(text), 4*most)]); len(runes) > most {
		text = string(runes[:most]) + "..."
	}
	return fmt.Sprintf("%q", text)
}
