package tune

import (
	"fmt"
	"math"

	"ckengine/engine"
	"ckengine/eval"
)

const (
	manTerm = 0 // the difference of men comes first in every layout

	manUnits      = 1000 // what a man weighs in the average position, in tenths of a hundredth of a man
	leastManWorth = 0.01 // logits; a corpus in which a man is worth less teaches nothing
)

// manWorth returns what a man is worth in the average training position, in logits: by his own term, and by what
// shared weights carry in its place. At the start of a game, where hardly anybody is a man up, his weight is a guess.
// Without the second part scores would grow with all that cells say of single men.
func (d *Data) manWorth(m *model, x []float64, prior *eval.Weights) (float64, error) {
	ending := d.training.meanEnding()
	ofCells, err := d.sharedManWorth(m, x)
	if err != nil {
		return 0, err
	}
	own := pair{x[2*manTerm], x[2*manTerm+1]}.at(ending)
	if prior != nil {
		// what is short of a man there is what the prior's cells carry
		ofCells += prior.Manifest.Scale - pair{m.base[2*manTerm], m.base[2*manTerm+1]}.at(ending)
	}
	if worth := own + ofCells; worth >= leastManWorth {
		return worth, nil
	}
	return 0, fmt.Errorf("a man comes out at %.4f logits, want %v at least: the corpus is too small, or its results do not follow from the positions", own+ofCells, leastManWorth)
}

// sharedManWorth returns how many logits a side loses by the shared weights when one of its men is taken off the board,
// on average over men and positions.
func (d *Data) sharedManWorth(m *model, x []float64) (float64, error) {
	cells := make([]float64, len(m.base))
	m.addShared(cells, x)
	w, _ := export(d.Variant, cells, 1)
	e, err := eval.NewLearned(w)
	if err != nil {
		return 0, err
	}
	worth, men := 0.0, 0
	for i := range d.sample.positions {
		p := &d.sample.positions[i]
		for s, hundredths := range e.PieceWorths(p) {
			if _, kind, _ := p.At(s); kind == engine.Man {
				worth += hundredths
				men++
			}
		}
	}
	return worth / 100 / float64(max(men, 1)), nil
}

// export turns weights in logits, opening and ending of each, into those of the file, in which so many logits are a man.
func export(v engine.Variant, all []float64, scale float64) (w *eval.Weights, saturated int) {
	round := func(x float64) int16 {
		units := math.Round(x / scale * manUnits)
		if units < -eval.MaxWeight || units > eval.MaxWeight {
			saturated++
		}
		return int16(max(-eval.MaxWeight, min(units, eval.MaxWeight)))
	}
	w = &eval.Weights{Variant: v, Terms: make([]eval.Weight, len(all)/2)}
	w.Manifest.Scale = scale
	for i := range w.Terms {
		w.Terms[i] = eval.Weight{Opening: round(all[2*i]), Ending: round(all[2*i+1])}
	}
	return w, saturated
}
