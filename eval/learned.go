package eval

import (
	"fmt"
	"math/bits"

	"ckengine/engine"
)

// learned is the evaluation by [Weights], expanded so that adding up a position's terms
// is straight-line code: every block has a table of its own, in White's view.
type learned struct {
	variant   engine.Variant
	mask      engine.Bitboard
	bandCount int
	bands     [5]*bandTable
	single    [singleTerms]Weight
	kings     [2][128]Weight        // side; square
	runaways  [2][2][64]Weight      // side; 1 for the side to move; square, the last rows moved down
	zone      uint64                // see runawayZone
	lastRows  uint                  // see lastRowsShift
	phases    [phaseMask + 1]uint16 // by the rows that all men have left to go
	lastRow   int
}

const (
	// A band is the blocks that begin on one row, at most five.
	blocksPerBand = 5
	// phaseMask is the least 2^n-1 that no sum of rows to go exceeds.
	phaseMask = 1023
)

// bandTable holds the tables of a band's blocks one behind the other. A cell masked to
// 13 bits is always within it.
type bandTable [(blocksPerBand-1)*cellCount + cellMask + 1]Weight

// newLearned expands weights.
func newLearned(w *Weights) (*learned, error) {
	layout := NewLayout(w.Variant)
	if len(w.Terms) != layout.Size() {
		return nil, fmt.Errorf("weights: %d terms: the %s board has %d", len(w.Terms), w.Variant, layout.Size())
	}
	v := w.Variant
	l := &learned{
		variant:   v,
		mask:      v.Mask(),
		bandCount: (v.Width() - 2) / 2,
		zone:      runawayZone(v),
		lastRows:  lastRowsShift(v),
		lastRow:   v.Width() - 1,
	}
	copy(l.single[:], w.Terms)
	for s := range v.Mask().All() {
		l.kings[engine.White][s] = w.Terms[int(layout.kingSquares)+v.Number(s)-1]
		l.kings[engine.Black][s] = w.Terms[int(layout.kingSquares)+v.Number(v.Rotate(s))-1].negated()
	}
	for bit := range 64 {
		// Six rows in the lattice, of which the first is White's goal and the last is Black's.
		row := engine.Canadian.Row(engine.Square(bit))
		for isMover, first := range [2]int32{layout.runaways + runawayRows, layout.runaways} {
			if row >= 1 && row <= runawayRows {
				l.runaways[engine.White][isMover][bit] = w.Terms[int(first)+row-1]
			}
			if row < runawayRows {
				l.runaways[engine.Black][isMover][bit] = w.Terms[int(first)+runawayRows-row-1].negated()
			}
		}
	}
	for rows := range startRowsToGo(v) + 1 {
		l.phases[rows] = uint16(phaseAt(v, rows))
	}
	for i := range l.bandCount {
		l.bands[i] = new(bandTable)
	}
	for i := range layout.blocks {
		b := &layout.blocks[i]
		table := l.bands[b.row/2][b.offset*cellCount:]
		for cell := range int32(cellCount) {
			switch index, count := b.term(cell); count {
			case 1:
				table[cell] = w.Terms[index]
			case -1:
				table[cell] = w.Terms[index].negated()
			}
		}
	}
	return l, nil
}

// sum adds up terms for both ends of the game.
type sum struct{ opening, ending int }

func (s sum) plus(w Weight, count int) sum {
	return sum{s.opening + int(w.Opening)*count, s.ending + int(w.Ending)*count}
}

func (s sum) plusSum(o sum) sum { return sum{s.opening + o.opening, s.ending + o.ending} }

// worth mixes the two sums by phase: hundredths of a man from weights in tenths of them.
// The division rounds towards zero, so that what is negated beforehand is negated afterwards.
func (s sum) worth(phase int) Score {
	return Score((s.opening*(PhaseMax-phase) + s.ending*phase) / (PhaseMax * unitsPerScore))
}

// white returns the worth of a position to White.
func (l *learned) white(p *engine.Position) Score {
	white, black, kings := p.Placement()
	s, phase := l.menSum(white.AndNot(kings), black.AndNot(kings))
	empty := l.mask.AndNot(white.Or(black))
	s = s.plus(l.single[manMobilityTerm], moreMovers(white.AndNot(kings), black.AndNot(kings), empty))
	s = s.plusSum(l.moverSum(p.SideToMove(), white.AndNot(kings), black.AndNot(kings)))
	if kings.IsEmpty() {
		return Clamp(s.worth(phase))
	}
	whiteKings := l.kingSum(engine.White, white.And(kings), black.AndNot(kings), empty)
	blackKings := l.kingSum(engine.Black, black.And(kings), white.AndNot(kings), empty)
	s = s.plusSum(whiteKings).plusSum(blackKings)
	return Clamp(scaleDrawish(p, engine.White, s.worth(phase)))
}

// menSum adds up the patterns of men and what their number and rows are worth.
func (l *learned) menSum(white, black engine.Bitboard) (s sum, phase int) {
	// Of each two rows: the halves of cells at even and at odd offsets, and sums over
	// White's men in the low half of a word, over Black's in the high half.
	w0, b0 := rowPairs[white.Lo&pairMask], rowPairs[black.Lo&pairMask]
	w1, b1 := rowPairs[white.Lo>>13&pairMask], rowPairs[black.Lo>>13&pairMask]
	w2, b2 := rowPairs[white.Lo>>26&pairMask], rowPairs[black.Lo>>26&pairMask]
	w3, b3 := rowPairs[white.Lo>>39&pairMask], rowPairs[black.Lo>>39&pairMask]
	w4, b4 := rowPairs[white.Lo>>52], rowPairs[black.Lo>>52]
	w5, b5 := rowPairs[white.Hi>>1&pairMask], rowPairs[black.Hi>>1&pairMask]
	even0, odd0 := halves(w0, b0)
	even1, odd1 := halves(w1, b1)
	even2, odd2 := halves(w2, b2)
	even3, odd3 := halves(w3, b3)
	s = l.bands[0].plus(s, even0+halfCount*even1, odd0+halfCount*odd1)
	s = l.bands[1].plus(s, even1+halfCount*even2, odd1+halfCount*odd2)
	s = l.bands[2].plus(s, even2+halfCount*even3, odd2+halfCount*odd3)
	if l.bandCount > 3 {
		even4, odd4 := halves(w4, b4)
		s = l.bands[3].plus(s, even3+halfCount*even4, odd3+halfCount*odd4)
		if l.bandCount > 4 {
			even5, odd5 := halves(w5, b5)
			s = l.bands[4].plus(s, even4+halfCount*even5, odd4+halfCount*odd5)
		}
	}

	// Adding the sums up from the last rows on counts each row pair as often as its number.
	run := pairSums(w5, b5)
	weighted := run
	run += pairSums(w4, b4)
	weighted += run
	run += pairSums(w3, b3)
	weighted += run
	run += pairSums(w2, b2)
	weighted += run
	run += pairSums(w1, b1)
	weighted += run
	run += pairSums(w0, b0)

	whiteMen, blackMen := int(run&countMask), int(run>>32&countMask)
	whiteRows := 2*int(weighted&countMask) + int(run>>oddShift&oddMask)
	blackRows := 2*int(weighted>>32&countMask) + int(run>>(32+oddShift)&oddMask)
	whiteTilt := 2*int(run>>columnShift&columnMask) - l.lastRow*whiteMen
	blackTilt := 2*int(run>>(32+columnShift)&columnMask) - l.lastRow*blackMen
	s = s.plus(l.single[menTerm], whiteMen-blackMen)
	s = s.plus(l.single[tempoTerm], l.lastRow*whiteMen-whiteRows-blackRows)
	s = s.plus(l.single[wingsTerm], max(whiteTilt, -whiteTilt)-max(blackTilt, -blackTilt))
	phase = int(l.phases[(whiteRows+l.lastRow*blackMen-blackRows)&phaseMask])
	return s, phase
}

// moverSum adds up the terms that depend on whose turn it is.
func (l *learned) moverSum(side engine.Side, white, black engine.Bitboard) (s sum) {
	whiteMoves := 1 - int(side&1)
	s = s.plus(l.single[sideToMoveTerm], 2*whiteMoves-1)
	for men := whiteRunaways(white.Lo, black.Lo, l.zone); men != 0; men &= men - 1 {
		s = s.plus(l.runaways[engine.White][whiteMoves&1][bits.TrailingZeros64(men)&63], 1)
	}
	for men := blackRunaways(lastRows(black, l.lastRows), lastRows(white, l.lastRows), l.zone); men != 0; men &= men - 1 {
		s = s.plus(l.runaways[engine.Black][(1-whiteMoves)&1][bits.TrailingZeros64(men)&63], 1)
	}
	return s
}

// kingSum adds up the terms of one side's kings.
func (l *learned) kingSum(side engine.Side, kings, enemyMen, empty engine.Bitboard) (s sum) {
	if kings.IsEmpty() {
		return sum{}
	}
	sign := 1 - 2*int(side)
	s = s.plus(l.single[firstKingTerm], sign)
	s = s.plus(l.single[nextKingsTerm], sign*(kings.Count()-1))
	for square := range kings.All() {
		s = s.plus(l.kings[side&1][square&127], 1)
	}
	reach, attacked := kingReach(kings, empty), attackedBy(enemyMen, empty)
	s = s.plus(l.single[safeMobilityTerm], sign*reach.AndNot(attacked).Count())
	return s.plus(l.single[riskyMobilityTerm], sign*reach.And(attacked).Count())
}

// halves combines both sides' men of two rows to halves of cells.
func halves(white, black uint64) (even, odd uint64) {
	both := white + 2*black
	return both & evenHalves, both >> halfBits & oddHalves
}

// pairSums puts both sides' sums over two rows into one word.
func pairSums(white, black uint64) uint64 {
	return white>>sumsShift | black>>sumsShift<<32
}

// plus adds the weights of a band's five cells.
func (t *bandTable) plus(s sum, even, odd uint64) sum {
	c0 := t[even&cellMask]
	c1 := t[cellCount+odd&cellMask]
	c2 := t[2*cellCount+even>>secondCell&cellMask]
	c3 := t[3*cellCount+odd>>secondCell&cellMask]
	c4 := t[4*cellCount+even>>thirdCell&cellMask]
	return sum{
		s.opening + int(c0.Opening) + int(c1.Opening) + int(c2.Opening) + int(c3.Opening) + int(c4.Opening),
		s.ending + int(c0.Ending) + int(c1.Ending) + int(c2.Ending) + int(c3.Ending) + int(c4.Ending),
	}
}
