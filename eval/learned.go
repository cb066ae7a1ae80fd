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
	cells     [(blockCount-1)*cellCount + cellMask + 1]pair // block by block
	single    [singleTerms]pair
	firstKing pair                  // what a side's first king is worth beyond a further one
	kings     [2][128]pair          // side; square: what a further king is worth to the side there
	runaways  [2][2][64]pair        // side; 1 for the side to move; square, the last rows moved down
	zone      uint64                // see runawayZone
	lastRows  uint                  // see lastRowsShift
	phases    [phaseMask + 1]uint16 // by the rows that all men have left to go
	lastRow   int
}

const (
	// The blocks that begin on one row are a band, at most five of them. A table is there
	// for every block of the largest board, so that each begins at a constant; a cell
	// masked to 13 bits is always within cells.
	blocksPerBand = 5
	blockCount    = 5 * blocksPerBand
	// phaseMask is the least 2^n-1 that no sum of rows to go exceeds.
	phaseMask = 1023
)

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
	nextKing := l.single[nextKingsTerm]
	l.firstKing = l.single[firstKingTerm] - nextKing
	for s := range v.Mask().All() {
		worth := nextKing + w.Terms[int(layout.kingSquares)+v.Number(s)-1].pair()
		l.kings[engine.White][s], l.kings[engine.Black][v.Rotate(s)] = worth, worth
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
	for i := range layout.blocks {
		b := &layout.blocks[i]
		table := l.cells[(b.row/2*blocksPerBand+b.offset)*cellCount:]
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
	s, phase := l.sum(p)
	score := s.worth(phase)
	white, black, kings, side := p.Placement()
	if !kings.IsEmpty() {
		if part := drawishPart(white, black, kings, score); part != 1 {
			score /= part
		}
	}
	return Clamp(score) * viewOf(side)
}

// sum adds up all terms, in White's view.
func (l *learned) sum(p *engine.Position) (s pair, phase int) {
	white, black, kings, side := p.Placement()
	whiteMen, blackMen := white.AndNot(kings), black.AndNot(kings)
	empty := l.mask.AndNot(white.Or(black))
	s, phase = l.menSum(whiteMen, blackMen)
	more, byWhite, byBlack := moreMovers(whiteMen, blackMen, empty)
	s += l.single[manMobilityTerm] * pair(more)
	s += l.moverSum(side, whiteMen, blackMen)
	if whiteKings := white.And(kings); !whiteKings.IsEmpty() {
		s += l.kingSum(&l.kings[engine.White], whiteKings, empty, byBlack)
	}
	if blackKings := black.And(kings); !blackKings.IsEmpty() {
		s -= l.kingSum(&l.kings[engine.Black], blackKings, empty, byWhite)
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
	whiteRun, blackRun := w, b
	whiteWeighted, blackWeighted := w, b

	w, b = rowPairs[white.Lo>>52], rowPairs[black.Lo>>52]
	even4, odd4 := halves(w, b)
	whiteRun, blackRun = whiteRun+w, blackRun+b
	whiteWeighted, blackWeighted = whiteWeighted+whiteRun, blackWeighted+blackRun

	w, b = rowPairs[white.Lo>>39&pairMask], rowPairs[black.Lo>>39&pairMask]
	even3, odd3 := halves(w, b)
	whiteRun, blackRun = whiteRun+w, blackRun+b
	whiteWeighted, blackWeighted = whiteWeighted+whiteRun, blackWeighted+blackRun

	w, b = rowPairs[white.Lo>>26&pairMask], rowPairs[black.Lo>>26&pairMask]
	even2, odd2 := halves(w, b)
	whiteRun, blackRun = whiteRun+w, blackRun+b
	whiteWeighted, blackWeighted = whiteWeighted+whiteRun, blackWeighted+blackRun
	s += l.even(2, even2+halfCount*even3) + l.odd(2, odd2+halfCount*odd3)

	w, b = rowPairs[white.Lo>>13&pairMask], rowPairs[black.Lo>>13&pairMask]
	even1, odd1 := halves(w, b)
	whiteRun, blackRun = whiteRun+w, blackRun+b
	whiteWeighted, blackWeighted = whiteWeighted+whiteRun, blackWeighted+blackRun
	s += l.even(1, even1+halfCount*even2) + l.odd(1, odd1+halfCount*odd2)

	w, b = rowPairs[white.Lo&pairMask], rowPairs[black.Lo&pairMask]
	even0, odd0 := halves(w, b)
	whiteRun, blackRun = whiteRun+w, blackRun+b
	s += l.even(0, even0+halfCount*even1) + l.odd(0, odd0+halfCount*odd1)

	if l.bandCount > 3 {
		s += l.even(3, even3+halfCount*even4) + l.odd(3, odd3+halfCount*odd4)
		if l.bandCount > 4 {
			s += l.even(4, even4+halfCount*even5) + l.odd(4, odd4+halfCount*odd5)
		}
	}

	whiteMen, blackMen := int(whiteRun>>countShift&countMask), int(blackRun>>countShift&countMask)
	whiteRows := 2*int(whiteWeighted>>countShift&countMask) + int(whiteRun>>oddShift&oddMask)
	blackRows := 2*int(blackWeighted>>countShift&countMask) + int(blackRun>>oddShift&oddMask)
	whiteTilt := 2*int(whiteRun>>columnShift) - l.lastRow*whiteMen
	blackTilt := 2*int(blackRun>>columnShift) - l.lastRow*blackMen
	s += l.single[menTerm] * pair(whiteMen-blackMen)
	s += l.single[tempoTerm] * pair(l.lastRow*whiteMen-whiteRows-blackRows)
	s += l.single[wingsTerm] * pair(max(whiteTilt, -whiteTilt)-max(blackTilt, -blackTilt))
	return s, int(l.phases[(whiteRows+l.lastRow*blackMen-blackRows)&phaseMask])
}

// moverSum adds up the terms that depend on whose turn it is.
func (l *learned) moverSum(side engine.Side, white, black engine.Bitboard) (s pair) {
	whiteMoves := 1 - int(side&1)
	s += l.single[sideToMoveTerm] * pair(2*whiteMoves-1)
	whiteMen := whiteRunaways(white.Lo, black.Lo, l.zone)
	blackMen := blackRunaways(lastRows(black, l.lastRows), lastRows(white, l.lastRows), l.zone)
	for men := whiteMen; men != 0; men &= men - 1 {
		s += l.runaways[engine.White][whiteMoves&1][bits.TrailingZeros64(men)&63]
	}
	for men := blackMen; men != 0; men &= men - 1 {
		s += l.runaways[engine.Black][(1-whiteMoves)&1][bits.TrailingZeros64(men)&63]
	}
	return s
}

// kingSum adds up what the kings of a side are worth to it, of which there is one at
// least, by the worth of squares and the window where the other side's men attack.
func (l *learned) kingSum(squares *[128]pair, kings, empty engine.Bitboard, attacked uint64) pair {
	s := l.firstKing
	for word := kings.Lo; word != 0; word &= word - 1 {
		s += squares[bits.TrailingZeros64(word)&63]
	}
	for word := kings.Hi; word != 0; word &= word - 1 {
		s += squares[64+bits.TrailingZeros64(word)&63]
	}
	inner, outer := kingReach(kings, empty)
	safe := pair(bits.OnesCount64(inner&^attacked) + bits.OnesCount64(outer))
	risky := pair(bits.OnesCount64(inner & attacked))
	return s + l.single[safeMobilityTerm]*safe + l.single[riskyMobilityTerm]*risky
}

// halves combines both sides' men of two rows to halves of cells.
func halves(white, black uint64) (even, odd uint64) {
	both := white + 2*black
	return both & evenHalves, both >> halfBits & oddHalves
}

// even adds up the weights of a band's blocks at offsets 0, 2 and 4.
func (l *learned) even(band uint, cells uint64) pair {
	first := uint64(band * blocksPerBand * cellCount)
	return l.cells[first+cells&cellMask] +
		l.cells[first+2*cellCount+cells>>secondCell&cellMask] +
		l.cells[first+4*cellCount+cells>>thirdCell&cellMask]
}

// odd adds up the weights of a band's blocks at offsets 1 and 3.
func (l *learned) odd(band uint, cells uint64) pair {
	first := uint64((band*blocksPerBand + 1) * cellCount)
	return l.cells[first+cells&cellMask] + l.cells[first+2*cellCount+cells>>secondCell&cellMask]
}
