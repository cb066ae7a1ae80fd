package corpus

import (
	"errors"
	"fmt"
	"strings"

	"ckengine/engine"
)

// Summary counts what a corpus consists of.
type Summary struct {
	Games      int                // all, discarded ones too
	Results    [4]int             // by [engine.Result], without the discarded ones
	Ends       [int(endCount)]int // by [End]
	Plies      int                // of all games that count
	Samples    int
	Duplicates int     // samples that an earlier one equals, turned or not
	Phases     [11]int // samples by tenths of the pieces of the start that are left
	Kings      int     // samples with a king

	seen map[uint64]struct{}
}

// Add counts a game.
func (s *Summary) Add(g *Game) {
	s.Games++
	s.Ends[g.End]++
	if g.End == Endless {
		return
	}
	s.Results[g.Result]++
	s.Plies += g.Plies
	if s.seen == nil {
		s.seen = map[uint64]struct{}{}
	}
	for i := range g.Samples {
		p := &g.Samples[i].Position
		s.Samples++
		key := CanonicalHash(p)
		if _, known := s.seen[key]; known {
			s.Duplicates++
		}
		s.seen[key] = struct{}{}
		pieces := p.Pieces(engine.White).Count() + p.Pieces(engine.Black).Count()
		s.Phases[pieces*10/(2*p.Variant().MenPerSide())]++
		if !p.Kings(engine.White).Or(p.Kings(engine.Black)).IsEmpty() {
			s.Kings++
		}
	}
}

// CanonicalHash is the same for a position and for what the other player sees: the
// board turned and the colours swapped.
func CanonicalHash(p *engine.Position) uint64 {
	r := p.Rotated()
	return min(p.Hash(), r.Hash())
}

// String writes the figures for people, over several lines.
func (s *Summary) String() string {
	var b strings.Builder
	counted := s.Games - s.Ends[Endless]
	fmt.Fprintf(&b, "%d games: white won %s, black won %s, drawn %s; %d plies on average\n", s.Games,
		share(s.Results[engine.WhiteWins], counted), share(s.Results[engine.BlackWins], counted),
		share(s.Results[engine.Draw], counted), s.Plies/max(counted, 1))
	for e := range endCount {
		fmt.Fprintf(&b, "%s: %s; ", e, share(s.Ends[e], s.Games))
	}
	fmt.Fprintf(&b, "\n%d positions, %s of them duplicates, %s with a king\npieces left:", s.Samples, share(s.Duplicates, s.Samples), share(s.Kings, s.Samples))
	for tenth, n := range s.Phases {
		if tenth < 10 {
			fmt.Fprintf(&b, " %d-%d%% %s", tenth*10, tenth*10+9, share(n, s.Samples))
		} else {
			fmt.Fprintf(&b, " all %s", share(n, s.Samples))
		}
	}
	return b.String()
}

func share(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }

// judgedFrom is the number of games below which shares say nothing.
const judgedFrom = 400

// Check returns an error that names what looks wrong with a corpus of many games:
// a bug in whoever made it shows here before it shows in the play.
func (s *Summary) Check() error {
	if s.Games < judgedFrom {
		return nil
	}
	counted := s.Games - s.Ends[Endless]
	part := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	white, black := part(s.Results[engine.WhiteWins], counted), part(s.Results[engine.BlackWins], counted)
	var faults []error
	check := func(wrong bool, format string, args ...any) {
		if wrong {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	check(part(s.Ends[Endless], s.Games) > 0.05, "%s of the games are too long: want 5 %% at most", share(s.Ends[Endless], s.Games))
	check(s.Results[engine.Draw] == 0, "no game is drawn")
	check(part(s.Results[engine.Draw], counted) > 0.95, "%s of the games are drawn: want 95 %% at most", share(s.Results[engine.Draw], counted))
	check(white-black > 0.2 || black-white > 0.2, "one colour wins far more often: white %.0f %%, black %.0f %%", 100*white, 100*black)
	check(s.Samples < 2*counted, "%d positions from %d games: want 2 a game at least", s.Samples, counted)
	check(part(s.Duplicates, s.Samples) > 0.5, "%s of the positions are duplicates: want half at most", share(s.Duplicates, s.Samples))
	return errors.Join(faults...)
}
