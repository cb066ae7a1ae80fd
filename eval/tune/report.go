package tune

import (
	"fmt"
	"math"

	"ckengine/eval"
)

// Report tells what weights are, with [Report.AddGames] how well they foretell results,
// and with [Report.AddPieces] what they make of each piece.
type Report struct {
	Manifest eval.Manifest `json:"manifest"`
	Terms    []TermGroup   `json:"terms"`
	Patterns []Coverage    `json:"patterns"`
	Games    *Foresight    `json:"games,omitempty"`
	Pieces   *PieceTable   `json:"pieces,omitempty"`

	weights *eval.Weights
	layout  *eval.Layout
}

// TermGroup is the weights of the terms of one kind, in hundredths of a man.
type TermGroup struct {
	Name    string    `json:"name"`
	Opening []float64 `json:"opening"`
	Ending  []float64 `json:"ending"`
}

// Coverage is how much is known of a pattern.
type Coverage struct {
	Name     string   `json:"name"`
	Cells    int      `json:"cells"`
	Weighted int      `json:"weighted"`            // cells that weigh anything
	Known    *float64 `json:"knownPart,omitempty"` // part of the look-ups in the foretold positions that finds a weight
}

// Foresight is how well weights foretell games: those held out, or all if none are.
type Foresight struct {
	Counts
	HeldOutOnly bool     `json:"heldOutOnly"`
	OfTheFit    bool     `json:"ofTheFit"` // the weights were fitted to the other games of the same corpus
	Positions   int      `json:"positions"`
	Loss        float64  `json:"loss"`     // mean cross-entropy, in nats
	Baseline    float64  `json:"baseline"` // the loss of whoever foretells the mean result each time
	Calibration []Bucket `json:"calibration"`
}

// Bucket is the positions of which the evaluation is within a range, without drawish
// scaling, in hundredths of a man from White's side.
type Bucket struct {
	From      *int    `json:"from"` // nil without a bound
	To        *int    `json:"to"`   // not included; nil without a bound
	Positions int     `json:"positions"`
	Foretold  float64 `json:"foretold"` // mean share of the point, 0 to 1
	Actual    float64 `json:"actual"`
	Margin    float64 `json:"margin"` // of the actual one, 95 %, as if positions of a game were independent
}

// NewReport returns a report without games.
func NewReport(w *eval.Weights) (*Report, error) {
	r := &Report{Manifest: w.Manifest, weights: w, layout: eval.NewLayout(w.Variant)}
	if len(w.Terms) != r.layout.Size() {
		return nil, fmt.Errorf("%d weights: the %s board has %d terms", len(w.Terms), w.Variant, r.layout.Size())
	}
	for _, g := range r.layout.Groups() {
		terms := w.Terms[g.First : g.First+g.Count]
		if g.Pattern {
			r.Patterns = append(r.Patterns, Coverage{Name: g.Name, Cells: g.Count, Weighted: weighted(terms)})
			continue
		}
		group := TermGroup{Name: g.Name}
		for _, t := range terms {
			group.Opening = append(group.Opening, float64(t.Opening)/unitsPerHundredth)
			group.Ending = append(group.Ending, float64(t.Ending)/unitsPerHundredth)
		}
		r.Terms = append(r.Terms, group)
	}
	return r, nil
}

const unitsPerHundredth = manUnits / 100

func weighted(terms []eval.Weight) (n int) {
	for _, t := range terms {
		if t != (eval.Weight{}) {
			n++
		}
	}
	return n
}

// AddGames adds how well the weights foretell the games that were held out when the
// corpus was read, or all if none were. It is an error if the corpus is of another
// variant, if it has no position for that, or if the weights do not say what a man is
// worth in logits.
func (r *Report) AddGames(d *Data, threads int) error {
	if err := r.checkBoard(d); err != nil {
		return err
	}
	rows := d.heldOut
	if d.HeldOut == 0 {
		rows = d.training
	}
	switch {
	case rows.size == 0:
		return fmt.Errorf("no position in %d games", d.Games)
	case !(r.Manifest.Scale > 0):
		return fmt.Errorf("the weights do not say what a man is worth in logits, so they did not come from a fit")
	}
	r.Games = &Foresight{
		Counts: d.Counts, HeldOutOnly: d.HeldOut > 0, OfTheFit: r.Manifest.Corpus == checksum(d), Positions: rows.size,
	}
	w := logits(r.weights)
	r.Games.Loss = meanLoss(rows, w, threads)
	r.Games.calibrate(rows, w, r.Manifest.Scale)
	r.countLookups(rows)
	return nil
}

// checkBoard returns an error if a corpus is not of the board of the weights.
func (r *Report) checkBoard(d *Data) error {
	if d.Variant != r.weights.Variant {
		return fmt.Errorf("the corpus is of the %s board, the weights are for the %s board", d.Variant, r.weights.Variant)
	}
	return nil
}

// The buckets: steps of half a man up to six men, and two for what lies beyond.
const (
	bucketWidth = 50
	bucketLimit = 600
)

// calibrate fills in the buckets and the baseline.
func (f *Foresight) calibrate(rows *rowSet, w []float64, scale float64) {
	const inner = 2 * bucketLimit / bucketWidth
	var buckets [inner + 2]struct{ foretold, actual, squares float64 }
	f.Calibration = make([]Bucket, len(buckets))
	for i := range f.Calibration {
		b := &f.Calibration[i]
		from, to := (i-1)*bucketWidth-bucketLimit, i*bucketWidth-bucketLimit
		if i > 0 {
			b.From = &from
		}
		if i <= inner {
			b.To = &to
		}
	}
	sum := 0.0
	rows.each(w, func(logit float64, result half) {
		score := 100 * logit / scale
		i := int(max(0, min(math.Floor(score/bucketWidth)+bucketLimit/bucketWidth+1, inner+1)))
		actual := float64(result) / 2
		f.Calibration[i].Positions++
		buckets[i].foretold += 1 / (1 + math.Exp(-logit))
		buckets[i].actual += actual
		buckets[i].squares += actual * actual
		sum += actual
	})
	for i := range f.Calibration {
		if b, n := &f.Calibration[i], float64(f.Calibration[i].Positions); n > 0 {
			b.Foretold, b.Actual = buckets[i].foretold/n, buckets[i].actual/n
			b.Margin = 1.96 * math.Sqrt(max(0, buckets[i].squares/n-b.Actual*b.Actual)/n)
		}
	}
	mean := sum / float64(rows.size)
	f.Baseline = -xlogx(mean) - xlogx(1-mean)
}

// xlogx is x log x, and its limit 0 at 0.
func xlogx(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x * math.Log(x)
}

// countLookups fills in which part of the patterns' look-ups finds a weight.
func (r *Report) countLookups(rows *rowSet) {
	visits := rows.visits(r.layout.Size())
	pattern := 0
	for _, g := range r.layout.Groups() {
		if !g.Pattern {
			continue
		}
		all, known := 0.0, 0.0
		for term := g.First; term < g.First+g.Count; term++ {
			all += float64(visits[term])
			if r.weights.Terms[term] != (eval.Weight{}) {
				known += float64(visits[term])
			}
		}
		if all > 0 {
			part := known / all
			r.Patterns[pattern].Known = &part
		}
		pattern++
	}
}
