package eval

import (
	"fmt"
	"math/bits"

	"ckengine/engine"
)

// learned is the evaluation by [Weights], expanded so that adding up a position's terms
// is straight-line code: every block has a table of its own, in White's view.
type learned struct {
	layout    *Layout
	weights   *Weights
	mask      engine.Bitboard
	bandCount int
	bands     [5]*bandTable
	single    [singleTerms]pair
	kings     [2][128]pair          // side; square
	runaways  [2][2][64]pair        // side; 1 for the side to move; square, the last rows moved down
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
type bandTable [(blocksPerBand-1)*cellCount + cellMask + 1]pair

// newLearned expands weights.
func newLearned(w *Weights) (*learned, error) {
	layout := NewLayout(w.Variant)
	if len(w.Terms) != layout.Size() {
		return nil, fmt.Errorf("weights: %d terms: the %s board has %d", len(w.Terms), w.Variant, layout.Size())
	}
	v := w.Variant
	l := &learned{
		layout:    layout,
		weights:   w,
		mask:      v.Mask(),
		bandCount: (v.Width() - 2) / 2,
		zone:      runawayZone(v),
		lastRows:  lastRowsShift(v),
		lastRow:   v.Width() - 1,
	}
	for i := range l.single {
		l.single[i] = w.Terms[i].pair()
	}
	for s := range v.Mask().All() {
		l.kings[engine.White][s] = w.Terms[int(layout.kingSquares)+v.Number(s)-1].pair()
		l.kings[engine.Black][s] = -w.Terms[int(layout.kingSquares)+v.Number(v.Rotate(s))-1].pair()
	}
	for bit := range 64 {
		// Six rows in the lattice, of which the first is White's goal and the last is Black's.
		row := engine.Canadian.Row(engine.Square(bit))
		for isMover, first := range [2]int32{layout.runaways + RunawayRows, layout.runaways} {
			if row >= 1 && row <= RunawayRows {
				l.runaways[engine.White][isMover][bit] = w.Terms[int(first)+row-1].pair()
			}
			if row < RunawayRows {
				l.runaways[engine.Black][isMover][bit] = -w.Terms[int(first)+RunawayRows-row-1].pair()
			}
		}
	}
	for rows := range layout.startRows + 1 {
		l.phases[rows] = uint16(layout.phaseAt(rows))
	}
	for i := range l.bandCount {
		l.bands[i] = new(bandTable)
	}
	for i := range layout.blocks {
		b := &layout.blocks[i]
		table := l.bands[b.row/2][b.offset*cellCount:]
		for cell := range int32(cellCount) {
			if index, count := b.term(cell); count != 0 {
				table[cell] = w.Terms[index].pair() * pair(count)
			}
		}
	}
	return l, nil
}

// pair is what terms are worth at both ends of the game, in one word so that both are
// added and multiplied at once: the opening in the low half, from which it may borrow,
// and the ending in the high half.
type pair int64

func (w Weight) pair() pair { return pair(w.Opening) + pair(w.Ending)<<32 }

// fine is how many of what mix returns are one of a [Score].
const fine = PhaseMax * unitsPerScore

// mix weighs the halves by phase.
func (s pair) mix(phase int) int {
	opening := pair(int32(s))
	ending := (s - opening) >> 32
	return int(opening)*(PhaseMax-phase) + int(ending)*phase
}

// worth rounds the mixture towards zero, so that what is negated beforehand is negated
// afterwards.
func (s pair) worth(phase int) Score { return Score(s.mix(phase) / fine) }

// evaluate returns the worth of a position to the side to move.
func (l *learned) evaluate(p *engine.Position) Score {
	white, black, kings, side := p.Placement()
	s, phase := l.sum(white, black, kings, side)
	score := s.worth(phase)
	if !kings.IsEmpty() {
		score /= drawishPart(p, engine.White, score)
	}
	return Clamp(score) * viewOf(side)
}

// sum adds up all terms, in White's view.
func (l *learned) sum(white, black, kings engine.Bitboard, side engine.Side) (s pair, phase int) {
	whiteMen, blackMen := white.AndNot(kings), black.AndNot(kings)
	empty := l.mask.AndNot(white.Or(black))
	s, phase = l.menSum(whiteMen, blackMen)
	s += l.single[manMobilityTerm] * pair(moreMovers(whiteMen, blackMen, empty))
	s += l.moverSum(side, whiteMen, blackMen)
	if !kings.IsEmpty() {
		s += l.kingSum(engine.White, white.And(kings), blackMen, empty)
		s += l.kingSum(engine.Black, black.And(kings), whiteMen, empty)
	}
	return s, phase
}

// viewOf returns the factor that turns a score of White's into one of side.
func viewOf(side engine.Side) Score { return 1 - 2*Score(side&1) }

// menSum adds up the patterns of men and what their number and rows are worth. It goes
// through the rows two by two, the last ones first: a running sum of the running sums
// then counts each two rows as often as their number.
func (l *learned) menSum(white, black engine.Bitboard) (s pair, phase int) {
	w, b := rowPairs[white.Hi>>1&pairMask], rowPairs[black.Hi>>1&pairMask]
	even5, odd5 := halves(w, b)
	run := pairSums(w, b)
	weighted := run

	w, b = rowPairs[white.Lo>>52], rowPairs[black.Lo>>52]
	even4, odd4 := halves(w, b)
	run += pairSums(w, b)
	weighted += run
	if l.bandCount > 4 {
		s += l.bands[4].even(even4+halfCount*even5) + l.bands[4].odd(odd4+halfCount*odd5)
	}

	w, b = rowPairs[white.Lo>>39&pairMask], rowPairs[black.Lo>>39&pairMask]
	even3, odd3 := halves(w, b)
	run += pairSums(w, b)
	weighted += run
	if l.bandCount > 3 {
		s += l.bands[3].even(even3+halfCount*even4) + l.bands[3].odd(odd3+halfCount*odd4)
	}

	w, b = rowPairs[white.Lo>>26&pairMask], rowPairs[black.Lo>>26&pairMask]
	even2, odd2 := halves(w, b)
	run += pairSums(w, b)
	weighted += run
	s += l.bands[2].even(even2+halfCount*even3) + l.bands[2].odd(odd2+halfCount*odd3)

	w, b = rowPairs[white.Lo>>13&pairMask], rowPairs[black.Lo>>13&pairMask]
	even1, odd1 := halves(w, b)
	run += pairSums(w, b)
	weighted += run
	s += l.bands[1].even(even1+halfCount*even2) + l.bands[1].odd(odd1+halfCount*odd2)

	w, b = rowPairs[white.Lo&pairMask], rowPairs[black.Lo&pairMask]
	even0, odd0 := halves(w, b)
	run += pairSums(w, b)
	s += l.bands[0].even(even0+halfCount*even1) + l.bands[0].odd(odd0+halfCount*odd1)

	whiteMen, blackMen := int(run&countMask), int(run>>32&countMask)
	whiteRows := 2*int(weighted&countMask) + int(run>>oddShift&oddMask)
	blackRows := 2*int(weighted>>32&countMask) + int(run>>(32+oddShift)&oddMask)
	whiteTilt := 2*int(run>>columnShift&columnMask) - l.lastRow*whiteMen
	blackTilt := 2*int(run>>(32+columnShift)&columnMask) - l.lastRow*blackMen
	s += l.single[menTerm] * pair(whiteMen-blackMen)
	s += l.single[tempoTerm] * pair(l.lastRow*whiteMen-whiteRows-blackRows)
	s += l.single[wingsTerm] * pair(max(whiteTilt, -whiteTilt)-max(blackTilt, -blackTilt))
	return s, int(l.phases[(whiteRows+l.lastRow*blackMen-blackRows)&phaseMask])
}

// moverSum adds up the terms that depend on whose turn it is.
func (l *learned) moverSum(side engine.Side, white, black engine.Bitboard) (s pair) {
	whiteMoves := 1 - int(side&1)
	s += l.single[sideToMoveTerm] * pair(2*whiteMoves-1)
	for men := whiteRunaways(white.Lo, black.Lo, l.zone); men != 0; men &= men - 1 {
		s += l.runaways[engine.White][whiteMoves&1][bits.TrailingZeros64(men)&63]
	}
	for men := blackRunaways(lastRows(black, l.lastRows), lastRows(white, l.lastRows), l.zone); men != 0; men &= men - 1 {
		s += l.runaways[engine.Black][(1-whiteMoves)&1][bits.TrailingZeros64(men)&63]
	}
	return s
}

// kingSum adds up the terms of one side's kings.
func (l *learned) kingSum(side engine.Side, kings, enemyMen, empty engine.Bitboard) (s pair) {
	if kings.IsEmpty() {
		return 0
	}
	sign := 1 - 2*int(side)
	s += l.single[firstKingTerm] * pair(sign)
	s += l.single[nextKingsTerm] * pair(sign*(kings.Count()-1))
	for square := range kings.All() {
		s += l.kings[side&1][square&127]
	}
	reach, attacked := kingReach(kings, empty), attackedBy(enemyMen, empty)
	s += l.single[safeMobilityTerm] * pair(sign*reach.AndNot(attacked).Count())
	return s + l.single[riskyMobilityTerm]*pair(sign*reach.And(attacked).Count())
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

// even adds up the weights of a band's blocks at offsets 0, 2 and 4.
func (t *bandTable) even(cells uint64) pair {
	return t[cells&cellMask] +
		t[2*cellCount+cells>>secondCell&cellMask] +
		t[4*cellCount+cells>>thirdCell&cellMask]
}

// odd adds up the weights of a band's blocks at offsets 1 and 3.
func (t *bandTable) odd(cells uint64) pair {
	return t[cellCount+cells&cellMask] + t[3*cellCount+cells>>secondCell&cellMask]
}
