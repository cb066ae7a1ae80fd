package search

import (
	"testing"

	"ckengine/engine"
)

func TestAHandicapBoundsTheNodes(t *testing.T) {
	s := New(Options{Variant: engine.Canadian, HashMiB: 4, Threads: 2})
	last := int64(0)
	for handicap := MaxHandicap; handicap > 0; handicap -= 4 {
		g := newGame(t, engine.Canadian)
		r := s.Search(t.Context(), g, Limits{Handicap: handicap}, nil)
		if r.Nodes > handicapNodes(handicap) || r.Nodes < last || len(r.Lines) == 0 {
			t.Errorf("handicap %d: %d nodes of %d", handicap, r.Nodes, handicapNodes(handicap))
		}
		checkLegal(t, g.Position(), r.Lines[0].Moves)
		last = r.Nodes
	}
}

func TestNoiseIsBoundedAndBalanced(t *testing.T) {
	n := newNoise(MaxHandicap)
	p := engine.Start(engine.Canadian)
	total, count := 0, 0
	for _, a := range p.Moves() {
		q := p.Play(a)
		for _, b := range q.Moves() {
			r := q.Play(b)
			for _, c := range r.Moves() {
				s := r.Play(c)
				noise := int(n.of(&s))
				if noise < -int(n.amplitude) || noise > int(n.amplitude) {
					t.Fatalf("noise %d exceeds %d", noise, n.amplitude)
				}
				total, count = total+noise, count+1
			}
		}
	}
	if mean := total / count; mean < -10 || mean > 10 {
		t.Errorf("the mean of the noise is %d", mean)
	}
	silent := newNoise(0)
	if got := silent.of(&p); got != 0 {
		t.Errorf("noise %d at full strength", got)
	}
}
