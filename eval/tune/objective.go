package tune

import (
	"math"
	"sync"
	"sync/atomic"
)

// chunks is into how many parts sums are split. It is fixed, and the parts are added in order, so that the number of
// cores changes no bit of a sum.
const chunks = 16

// objective is what the fit minimises: the mean cross-entropy of the results plus the penalty for parameters far from
// where they start. A parameter vector holds two entries for each parameter of the model: opening, ending.
type objective struct {
	rows    *rowSet
	model   *model
	start   []float64 // the parameters at which there is no penalty
	l2      []float64 // of each parameter
	threads int

	weights   []float64 // of all terms
	losses    [chunks]float64
	gradients [chunks][]float64 // partial sums by the weights, each over the blocks whose number leaves that remainder
}

func newObjective(rows *rowSet, m *model, l2 []float64, threads int) *objective {
	o := &objective{rows: rows, model: m, start: m.start(), l2: l2, threads: threads}
	for i := range o.gradients {
		o.gradients[i] = make([]float64, len(m.base))
	}
	return o
}

// evaluate returns the two parts of the objective at x and writes its gradient.
func (o *objective) evaluate(x, gradient []float64) (loss, penalty float64) {
	o.weights = o.model.weights(o.weights, x)
	o.eachChunk(func(b *block, gradient []float64) float64 { return b.addGradient(o.weights, gradient) })
	o.model.gradient(gradient, o.gradients[0])
	for i := range gradient {
		l2, distance := o.l2[i/2], x[i]-o.start[i]
		gradient[i] += l2 * distance
		penalty += l2 / 2 * distance * distance
	}
	return sum(o.losses) / float64(o.rows.size), penalty
}

// curvature returns an estimate of the second derivative by each parameter, the penalty included.
func (o *objective) curvature() []float64 {
	o.eachChunk(func(b *block, squares []float64) float64 {
		b.addSquares(squares)
		return 0
	})
	all := make([]float64, len(o.start))
	o.model.curvature(all, o.gradients[0])
	for i := range all {
		// a result hardly foreseen has the variance 1/4
		all[i] = all[i]/4 + o.l2[i/2]
	}
	return all
}

// eachChunk has add go through all blocks, adding to the chunk's sums and returning what is added to its loss. Then it
// leaves in the first of gradients the mean over the rows.
func (o *objective) eachChunk(add func(b *block, gradient []float64) (loss float64)) {
	spread(chunks, o.threads, func(chunk int) {
		clear(o.gradients[chunk])
		o.losses[chunk] = 0
		for i := chunk; i < len(o.rows.blocks); i += chunks {
			o.losses[chunk] += add(o.rows.blocks[i], o.gradients[chunk])
		}
	})
	terms := len(o.model.base) / 2
	spread(chunks, o.threads, func(chunk int) {
		from, to := 2*(chunk*terms/chunks), 2*((chunk+1)*terms/chunks)
		dst := o.gradients[0][from:to]
		for _, part := range o.gradients[1:] {
			for i, x := range part[from:to] {
				dst[i] += x
			}
		}
		for i := range dst {
			dst[i] /= float64(o.rows.size)
		}
	})
}

// meanLoss returns the mean cross-entropy of the results, without penalty; NaN without positions.
func meanLoss(rows *rowSet, w []float64, threads int) float64 {
	var losses [chunks]float64
	spread(chunks, threads, func(chunk int) {
		for i := chunk; i < len(rows.blocks); i += chunks {
			losses[chunk] += rows.blocks[i].loss(w)
		}
	})
	return sum(losses) / float64(rows.size)
}

// addGradient returns the sum of the rows' losses and adds its derivatives.
func (b *block) addGradient(w, gradient []float64) (loss float64) {
	start := uint32(0)
	for row, end := range b.ends {
		columns := b.columns[start:end]
		counts := b.counts[start:end][:len(columns)]
		start = end
		x := b.logit(row, columns, counts, w)
		rowLoss, slope := crossEntropy(x, b.results[row])
		loss += rowLoss
		ending := float64(b.ending[row])
		opening := slope * (1 - ending)
		ending *= slope
		for i, column := range columns {
			count := float64(counts[i])
			g := gradient[2*column : 2*column+2 : 2*column+2]
			g[0] += opening * count
			g[1] += ending * count
		}
	}
	return loss
}

func (b *block) loss(w []float64) (loss float64) {
	start := uint32(0)
	for row, end := range b.ends {
		x := b.logit(row, b.columns[start:end], b.counts[start:end], w)
		rowLoss, _ := crossEntropy(x, b.results[row])
		loss += rowLoss
		start = end
	}
	return loss
}

// each calls use with the logit of every row.
func (s *rowSet) each(w []float64, use func(logit float64, result half)) {
	for _, b := range s.blocks {
		start := uint32(0)
		for row, end := range b.ends {
			use(b.logit(row, b.columns[start:end], b.counts[start:end], w), b.results[row])
			start = end
		}
	}
}

// addSquares adds the square of what each weight is multiplied with.
func (b *block) addSquares(squares []float64) {
	start := uint32(0)
	for row, end := range b.ends {
		ending := float64(b.ending[row])
		for i := start; i < end; i++ {
			count := float64(b.counts[i])
			squares[2*b.columns[i]] += count * count * (1 - ending) * (1 - ending)
			squares[2*b.columns[i]+1] += count * count * ending * ending
		}
		start = end
	}
}

// logit returns the logarithm of the odds that the weights give White in a row.
func (b *block) logit(row int, columns []uint32, counts []int16, w []float64) float64 {
	// two sums side by side: one alone would wait for each addition
	var even, odd pair
	for ; len(columns) >= 2; columns, counts = columns[2:], counts[2:] {
		count, v := float64(counts[0]), w[2*columns[0]:][:2]
		even.opening += v[0] * count
		even.ending += v[1] * count
		count, v = float64(counts[1]), w[2*columns[1]:][:2]
		odd.opening += v[0] * count
		odd.ending += v[1] * count
	}
	if len(columns) > 0 {
		count, v := float64(counts[0]), w[2*columns[0]:][:2]
		even.opening += v[0] * count
		even.ending += v[1] * count
	}
	return pair{even.opening + odd.opening, even.ending + odd.ending}.at(float64(b.ending[row]))
}

// crossEntropy returns the loss of a logit when the result is known, and its derivative.
func crossEntropy(x float64, result half) (loss, slope float64) {
	target := float64(result) / 2
	small := math.Exp(-math.Abs(x))
	share := 1 / (1 + small)
	if x < 0 {
		share = small / (1 + small)
	}
	return max(x, 0) - target*x + math.Log(1+small), share - target
}

func sum(parts [chunks]float64) (total float64) {
	for _, x := range parts {
		total += x
	}
	return total
}

// spread calls work with 0 to n-1, in so many goroutines.
func spread(n, threads int, work func(i int)) {
	var next atomic.Int64
	var running sync.WaitGroup
	for range threads {
		running.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	running.Wait()
}
