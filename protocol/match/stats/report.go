package stats

import (
	"fmt"
	"time"
)

// Effort sums up the moves of an engine, for its averages.
type Effort struct {
	Moves int64
	Depth int64 // sum of the depths reached, in plies
	Nodes int64
	Time  time.Duration
}

// Merge is the sum of both.
func (e Effort) Merge(o Effort) Effort {
	return Effort{e.Moves + o.Moves, e.Depth + o.Depth, e.Nodes + o.Nodes, e.Time + o.Time}
}

// MeanDepth is the depth of an average move, in plies; 0 without moves.
func (e Effort) MeanDepth() float64 { return float64(e.Depth) / float64(max(e.Moves, 1)) }

// NodesPerSecond is over all moves; 0 without time.
func (e Effort) NodesPerSecond() float64 {
	if e.Time <= 0 {
		return 0
	}
	return float64(e.Nodes) / e.Time.Seconds()
}

// Engine is what a report tells of one engine beside its results.
type Engine struct {
	Name     string
	Abnormal map[string]int // games that this engine ended abnormally, by the kind of end ("time loss", "illegal move")
	Effort   Effort
}

// Report gathers the games of two or more engines, and shows them as a line, text, Markdown, JSON and SVG. With two
// engines it is about the first against the second, with more about their ratings.
type Report struct {
	Title     string  // by default the engines' names
	SPRT      *SPRT   // the test that is run, nil without; for two engines only
	Anchor    string  // the engine of known rating; by default the mean of all is known
	AnchorElo float64 // that rating

	engines  []*Engine
	pairings []*pairing
}

// pairing is the games of two engines, from the side of the first.
type pairing struct {
	first, second string
	games         *tally
}

// NewReport is a report of these engines in this order, without games.
func NewReport(engines ...string) *Report {
	r := &Report{}
	for _, name := range engines {
		r.Engine(name)
	}
	return r
}

// Engine is the engine of that name, to be added to; new if it is not known yet.
func (r *Report) Engine(name string) *Engine {
	if i := r.index(name); i >= 0 {
		return r.engines[i]
	}
	e := &Engine{Name: name, Abnormal: map[string]int{}}
	r.engines = append(r.engines, e)
	return e
}

// Add counts a finished game of two engines, result from the side of the first. The two games of a pair bear the same
// number, 0 or more, unique among these engines; a game outside any pair bears a negative one. It is an error, and
// nothing is counted, when an engine plays itself or a pair has had both its games already.
func (r *Report) Add(first, second string, pair int, result Result) error {
	if first == second {
		return fmt.Errorf("%q against itself: the engines of a game need different names", first)
	}
	r.Engine(first)
	r.Engine(second)
	p, reversed := r.pairing(first, second)
	if p == nil {
		p = &pairing{first, second, newTally()}
		if r.index(first) > r.index(second) {
			p.first, p.second, reversed = second, first, true
		}
		r.pairings = append(r.pairings, p)
	}
	if reversed && result <= Win {
		result = result.Reversed()
	}
	if err := p.games.add(pair, result); err != nil {
		return fmt.Errorf("%q against %q: %w", first, second, err)
	}
	return nil
}

// Counts is all games of first against second.
func (r *Report) Counts(first, second string) Counts {
	p, reversed := r.pairing(first, second)
	switch {
	case p == nil:
		return Counts{}
	case reversed:
		return p.games.all().Reversed()
	}
	return p.games.all()
}

// Decision is the first decision that the SPRT came to, and the number of games it took, 0 as long as there is none.
// Later games do not change it: those still running at that moment come in after the end of the test.
func (r *Report) Decision() (Decision, int) {
	games := r.match()
	if r.SPRT == nil || games == nil {
		return Continue, 0
	}
	return games.decide(*r.SPRT)
}

// match is the games of a report on two engines, nil without games or with other numbers of engines.
func (r *Report) match() *tally {
	if len(r.engines) != 2 || len(r.pairings) == 0 {
		return nil
	}
	return r.pairings[0].games
}

func (r *Report) index(name string) int {
	for i, e := range r.engines {
		if e.Name == name {
			return i
		}
	}
	return -1
}

func (r *Report) pairing(first, second string) (p *pairing, reversed bool) {
	for _, p := range r.pairings {
		switch {
		case p.first == first && p.second == second:
			return p, false
		case p.first == second && p.second == first:
			return p, true
		}
	}
	return nil, false
}

// games is the number of all games.
func (r *Report) games() int {
	sum := 0
	for _, p := range r.pairings {
		sum += p.games.all().WDL().Games()
	}
	return sum
}
