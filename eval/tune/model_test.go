package tune

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ckengine/engine"
)

// TestUnseenCellsFollowTheirShares draws results from known shared weights and looks at positions with cells that the
// fit has not seen often enough: with shared weights it is nearer to the truth than without.
func TestUnseenCellsFollowTheirShares(t *testing.T) {
	for _, v := range engine.Variants() {
		games := randomGames(v, 31, 1200)
		d := mustRead(t, writeShards(t, t.TempDir(), headerOf(v, 31, games), 1, games)...)
		random := rand.New(rand.NewPCG(31, uint64(v)))
		o := quick()
		o.MinVisits = 10
		m, _ := d.model(make([]float64, 2*d.layout.Size()), o)
		x := m.start()
		x[2*manTerm], x[2*manTerm+1] = 0.6, 0.6
		for i := range m.shared {
			w := 0.2 * random.NormFloat64()
			x[2*(len(m.terms)+i)], x[2*(len(m.terms)+i)+1] = w, w
		}
		truth := m.weights(nil, x)
		drawResults(d.training, truth, random)
		with := logits(mustFit(t, d, o).Weights)
		o.SharedL2 = withoutSharing
		without := logits(mustFit(t, d, o).Weights)

		seen := d.training.visits(d.layout.Size())
		positions, error2, error2Without := 0, 0.0, 0.0
		for _, b := range d.heldOut.blocks {
			start := uint32(0)
			for row, end := range b.ends {
				columns, counts := b.columns[start:end], b.counts[start:end]
				start = end
				if !slices.ContainsFunc(columns, func(term uint32) bool { return seen[term] == 0 }) {
					continue
				}
				positions++
				want := b.logit(row, columns, counts, truth)
				error2 += square(b.logit(row, columns, counts, with) - want)
				error2Without += square(b.logit(row, columns, counts, without) - want)
			}
		}
		if positions < 20 || error2 > 0.8*error2Without {
			t.Errorf("%s: %d positions with unseen cells, square error %.3f with shared weights, %.3f without", v, positions, error2, error2Without)
		}
	}
}

// drawResults draws the result of each position by its odds.
func drawResults(rows *rowSet, truth []float64, random *rand.Rand) {
	for _, b := range rows.blocks {
		start := uint32(0)
		for row, end := range b.ends {
			logit := b.logit(row, b.columns[start:end], b.counts[start:end], truth)
			start, b.results[row] = end, 0
			if random.Float64() < 1/(1+math.Exp(-logit)) {
				b.results[row] = 2
			}
		}
	}
}

func square(x float64) float64 { return x * x }

// TestAManInSharedWeightsIsStillAMan has shared weights that only count men: 0.1 logits for each small block that a
// man is in. These are two in each direction, but one at the edge.
func TestAManInSharedWeightsIsStillAMan(t *testing.T) {
	for _, v := range engine.Variants() {
		games := randomGames(v, 32, 100)
		d := mustRead(t, writeShards(t, t.TempDir(), headerOf(v, 32, games), 1, games)...)
		m, _ := d.model(make([]float64, 2*d.layout.Size()), quick())
		x := m.start()
		x[2*manTerm], x[2*manTerm+1] = 0.5, 0.5
		for i := range m.shared {
			men, cell := 0, i%81
			for range 4 {
				men += [3]int{0, 1, -1}[cell%3]
				cell /= 3
			}
			x[2*(len(m.terms)+i)], x[2*(len(m.terms)+i)+1] = float64(men)/10, float64(men)/10
		}
		blocks, men := 0, 0
		for i := range d.sample.positions {
			p := &d.sample.positions[i]
			for s := range p.Men(engine.White).Or(p.Men(engine.Black)).All() {
				men++
				blocks += 4
				if column := v.Column(s) / 2; column == 0 || column == v.Width()/2-1 {
					blocks--
				}
				if row := v.Row(s); row < 2 || row >= v.Width()-2 {
					blocks--
				}
			}
		}
		want := 0.5 + 0.1*float64(blocks)/float64(men)
		if got, err := d.manWorth(m, x, nil); err != nil || abs(got-want) > 0.001 {
			t.Errorf("%s: a man is worth %v logits, want %v; %v", v, got, want, err)
		}
	}
}
