package stats

import (
	"fmt"
	"iter"
)

// tally puts the games of two engines together to pairs, in the order in which they are finished.
type tally struct {
	counts   Counts // complete pairs and games outside any pair
	open     map[int]Result
	complete map[int]bool
	history  []unit

	sprt      SPRT // the test that the fields below belong to
	evaluated int  // units of the history
	running   Counts
	decision  Decision
	decidedAt int // games
}

// unit is one entry of the history.
type unit struct {
	first, second Result
	single        bool // without second
}

func newTally() *tally { return &tally{open: map[int]Result{}, complete: map[int]bool{}} }

// add takes a game of a pair; a negative number is of no pair.
func (t *tally) add(pair int, r Result) error {
	if r > Win {
		return fmt.Errorf("pair %d: result %d: want loss, draw or win", pair, r)
	}
	if pair < 0 {
		t.push(unit{first: r, single: true})
		return nil
	}
	if t.complete[pair] {
		return fmt.Errorf("pair %d: both games have been counted already", pair)
	}
	first, begun := t.open[pair]
	if !begun {
		t.open[pair] = r
		return nil
	}
	delete(t.open, pair)
	t.complete[pair] = true
	t.push(unit{first: first, second: r})
	return nil
}

func (t *tally) push(u unit) {
	t.history = append(t.history, u)
	t.counts.add(u)
}

func (c *Counts) add(u unit) {
	if u.single {
		c.Unpaired.Add(u.first)
	} else {
		c.Pairs.Add(u.first, u.second)
	}
}

// all is everything counted so far, games of open pairs as unpaired ones.
func (t *tally) all() Counts {
	c := t.counts
	for _, r := range t.open {
		c.Unpaired.Add(r)
	}
	return c
}

// steps yields the counts after every unit.
func (t *tally) steps() iter.Seq2[int, Counts] {
	return func(yield func(int, Counts) bool) {
		var c Counts
		for i, u := range t.history {
			c.add(u)
			if !yield(i, c) {
				return
			}
		}
	}
}

// decide is the first decision that the test came to, and the games it took.
func (t *tally) decide(s SPRT) (decision Decision, games int) {
	if t.sprt != s {
		t.sprt, t.evaluated, t.running, t.decision, t.decidedAt = s, 0, Counts{}, Continue, 0
	}
	for t.decision == Continue && t.evaluated < len(t.history) {
		t.running.add(t.history[t.evaluated])
		t.evaluated++
		if t.decision = s.Decide(s.LLR(t.running)); t.decision != Continue {
			t.decidedAt = t.running.WDL().Games()
		}
	}
	return t.decision, t.decidedAt
}
