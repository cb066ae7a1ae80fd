package pdn

import (
	"errors"
	"io"
)

// Counts says what was in a file.
type Counts struct {
	Games     int
	Truncated int // games cut off for their size, or where the source failed
	Moves     int // of the main lines
	Unchecked int // of these, moves whose legality is not known
	Irregular int // of these, captures that were let stand
	Warnings  int
	Errors    int
}

// Check reads all games of a file and counts what is in it. The problems go to
// options.Report; a file without a game is one. The error is that of the source.
func Check(source io.Reader, options Options) (Counts, error) {
	return process(source, options, func(*Game) error { return nil })
}

// Normalize reads all games of a file and writes them as a [Writer] does. A game
// that was cut off for its size is left out; what else could not be understood
// is written as it was. To normalize what is normalized changes nothing.
func Normalize(sink io.Writer, source io.Reader, options Options) (Counts, error) {
	return process(source, options, func(g *Game) error {
		if g.Truncated {
			return nil
		}
		return NewWriter(sink).Write(g)
	})
}

func process(source io.Reader, options Options, use func(*Game) error) (counts Counts, err error) {
	report := options.Report
	options.Report = func(p Problem) {
		if p.Severity == Warning {
			counts.Warnings++
		} else {
			counts.Errors++
		}
		if report != nil {
			report(p)
		}
	}
	for r := NewReader(source, options); ; {
		g, err := r.Next()
		if errors.Is(err, io.EOF) {
			if counts.Games == 0 && counts.Errors == 0 { // an error has said already why there is none
				options.Report(Problem{Error, 1, 1, "no game found: want at least one, with tags or moves"})
			}
			return counts, nil
		}
		if err != nil {
			return counts, err
		}
		counts.add(g)
		if err := use(g); err != nil {
			return counts, err
		}
	}
}

func (c *Counts) add(g *Game) {
	c.Games++
	if g.Truncated {
		c.Truncated++
	}
	for _, item := range g.Body {
		if m, ok := item.(*Move); ok {
			c.Moves++
			switch m.Status {
			case Unread, Unknown:
				c.Unchecked++
			case Irregular:
				c.Irregular++
			}
		}
	}
}
