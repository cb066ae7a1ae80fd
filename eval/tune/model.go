package tune

import (
	"math"

	"ckengine/eval"
)

// model says how the weights of all terms follow from what is fitted, the parameters: first the weights of some terms,
// then weights that cells share. Every vector holds two entries for each weight: opening, ending.
type model struct {
	base   []float64 // weights that the terms have without parameters
	terms  []int32   // those with a parameter of their own, which takes the place of the base
	shares []eval.Share
	shared int // number of shared weights
}

// size returns the number of parameters, counting opening and ending as one.
func (m *model) size() int { return len(m.terms) + m.shared }

// start returns the parameters that give the base.
func (m *model) start() []float64 {
	x := make([]float64, 0, 2*m.size())
	for _, term := range m.terms {
		x = append(x, m.base[2*term], m.base[2*term+1])
	}
	return append(x, make([]float64, 2*m.shared)...)
}

// weights returns the weights of all terms in dst if there is room.
func (m *model) weights(dst, x []float64) []float64 {
	dst = append(dst[:0], m.base...)
	for i, term := range m.terms {
		dst[2*term], dst[2*term+1] = x[2*i], x[2*i+1]
	}
	m.addShared(dst, x)
	return dst
}

// addShared adds the shared weights to those of the cells that bear them.
func (m *model) addShared(dst, x []float64) {
	x = x[2*len(m.terms):]
	for _, s := range m.shares {
		dst[2*s.Term] += s.Part * x[2*s.Shared]
		dst[2*s.Term+1] += s.Part * x[2*s.Shared+1]
	}
}

// gradient turns derivatives by the weights of terms into those by parameters.
func (m *model) gradient(dst, byTerm []float64) {
	m.collect(dst, byTerm, func(part float64) float64 { return part })
}

// curvature does the same for second derivatives, each in its own direction. The cells that bear a shared weight in one
// position have equal parts of it, which are 1 together, so that it bends the objective as one of them does.
func (m *model) curvature(dst, byTerm []float64) { m.collect(dst, byTerm, math.Abs) }

func (m *model) collect(dst, byTerm []float64, factor func(part float64) float64) {
	for i, term := range m.terms {
		dst[2*i], dst[2*i+1] = byTerm[2*term], byTerm[2*term+1]
	}
	dst = dst[2*len(m.terms):]
	clear(dst)
	for _, s := range m.shares {
		f := factor(s.Part)
		dst[2*s.Shared] += f * byTerm[2*s.Term]
		dst[2*s.Shared+1] += f * byTerm[2*s.Term+1]
	}
}
