package eval

import (
	"fmt"

	"ckengine/engine"
)

// PhaseMax is the phase of an ending: no man has a row left to go. The start
// position has phase 0.
const PhaseMax = 1024

// layoutVersion changes with every change of what the terms mean.
const layoutVersion = 1

// RunawayRows is the number of rows within which a man can be a runaway.
const RunawayRows = 5

// Layout says of which terms the evaluation of a variant is the sum. It is immutable.
//
// Turning the board by 180 degrees and swapping the colours negates the count of every
// term, so no weights can make the evaluation prefer a colour.
type Layout struct {
	variant engine.Variant
	groups  []Group
	size    int

	startRows int // that all men together have to go at the start

	kingSquares, runaways int32 // index of the first
	blocks                []block
}

// Group is a run of terms of one kind.
type Group struct {
	Name         string
	First, Count int
	Pattern      bool // each term is a cell of a block
}

// The first terms are the same on every board.
const (
	menTerm int32 = iota
	firstKingTerm
	nextKingsTerm
	safeMobilityTerm
	riskyMobilityTerm
	wingsTerm
	sideToMoveTerm
	manMobilityTerm
	tempoTerm
	singleTerms
)

// singleNames are the names of those terms as groups of one.
var singleNames = [singleTerms]string{
	menTerm:           "men",
	firstKingTerm:     "first king",
	nextKingsTerm:     "further kings",
	safeMobilityTerm:  "king mobility, safe squares",
	riskyMobilityTerm: "king mobility, attacked squares",
	wingsTerm:         "wing balance",
	sideToMoveTerm:    "side to move",
	manMobilityTerm:   "men with a safe step",
	tempoTerm:         "tempo",
}

// NewLayout returns the layout for a variant.
func NewLayout(v engine.Variant) *Layout {
	start := engine.Start(v)
	l := &Layout{variant: v, startRows: bothRowsToGo(&start)}
	for _, name := range singleNames {
		l.add(name, 1, false)
	}
	l.kingSquares = l.add("king squares", v.Squares(), false)
	l.runaways = l.add("runaway men, side to move", RunawayRows, false)
	l.add("runaway men, other side", RunawayRows, false)
	blocks, _ := blocksOf(v, blockShape, l.size)
	l.blocks = blocks
	for _, b := range blocks {
		if b.kind != mateTable {
			l.add(b.name(), cellCount, true)
		}
	}
	return l
}

// add appends a group and returns the index of its first term.
func (l *Layout) add(name string, count int, pattern bool) int32 {
	first := l.size
	l.groups = append(l.groups, Group{name, first, count, pattern})
	l.size += count
	return int32(first)
}

// name tells where a block lies, rows counted from Black's side, files from the left.
func (b *block) name() string {
	return fmt.Sprintf("pattern rows %d-%d files %c-%c", b.row+1, b.row+blockRows, 'a'+2*b.offset, 'a'+2*b.offset+3)
}

// Variant returns the board.
func (l *Layout) Variant() engine.Variant { return l.variant }

// Size returns the number of terms with weights of their own.
func (l *Layout) Size() int { return l.size }

// Groups names the runs of terms, in the order of their indices.
func (l *Layout) Groups() []Group { return append([]Group(nil), l.groups...) }

// Phase returns how far the game has gone, from 0 to [PhaseMax]: by how many rows the
// men of both sides have left to go, of those at the start.
func (l *Layout) Phase(p *engine.Position) int { return l.phaseAt(bothRowsToGo(p)) }

// phaseAt returns the phase when the men have so many rows left to go.
func (l *Layout) phaseAt(rows int) int {
	return max(0, (l.startRows-rows)*PhaseMax/l.startRows)
}

// bothRowsToGo adds up how far the men of both sides are from promotion.
func bothRowsToGo(p *engine.Position) int {
	return rowsToGo(p, engine.White) + rowsToGo(p, engine.Black)
}

// rowsToGo adds up how far the men of a side are from promotion.
func rowsToGo(p *engine.Position, side engine.Side) (rows int) {
	for s := range p.Men(side).All() {
		rows += rowsFromPromotion(p.Variant(), side, s)
	}
	return rows
}
