package eval

import "ckengine/engine"

// A block is four rows of four files: eight dark squares, each empty, with a white man
// or with a black man. The blocks overlap: they begin at every second row and every
// second file. A cell is one of the ways to fill a block, numbered in base three:
// square i, row by row from the upper left, counts 3^i times 1 for a white man and 2
// for a black one.
const (
	blockRows    = 4
	blockSquares = 8
	cellCount    = 6561 // 3^8
)

// shape is the size of a block: its rows, and how many dark squares it has in each.
type shape struct{ rows, width int }

var blockShape = shape{blockRows, blockSquares / blockRows}

// cells returns in how many ways a block of the shape can be filled.
func (s shape) cells() int { return len(cellMates[s.rows*s.width]) }

// block is the place of a block and where its weights stand.
type block struct {
	row, offset int // its first row, and its first dark square in each row
	squares     []engine.Square
	// table is the index of the first of the weights that it uses, cell by cell: its own,
	// or those of the block that lies in its place when the board is turned.
	table int32
	kind  blockKind
}

// blockKind says how a block stands to the one that the turned board has in its place.
type blockKind uint8

const (
	ownTable   blockKind = iota
	mateTable            // reads the other block's weights, turned and negated
	selfMirror           // lies in its own place when turned: each cell shares its weight with its mate
)

// blocksOf returns the blocks of a shape on a board, rows first, with tables from index first on.
func blocksOf(v engine.Variant, s shape, first int) (blocks []block, tables int) {
	lastRow, lastOffset := v.Width()-s.rows, v.Width()/2-s.width
	at := func(row, offset int) *block { return &blocks[row/2*(lastOffset+1)+offset] }
	for row := 0; row <= lastRow; row += 2 {
		for offset := 0; offset <= lastOffset; offset++ {
			b := block{row: row, offset: offset}
			for i := range s.rows * s.width {
				down := i / s.width
				b.squares = append(b.squares, engine.Square(13*((row+down)/2)+6*(down%2)+offset+i%s.width))
			}
			blocks = append(blocks, b)
			here := &blocks[len(blocks)-1]
			switch mateRow, mateOffset := lastRow-row, lastOffset-offset; {
			case mateRow < row || mateRow == row && mateOffset < offset:
				here.kind, here.table = mateTable, at(mateRow, mateOffset).table
				continue
			case mateRow == row && mateOffset == offset:
				here.kind = selfMirror
			}
			here.table = int32(first + tables*s.cells())
			tables++
		}
	}
	return blocks, tables
}

// cell returns how the block is filled.
func (b *block) cell(white, black engine.Bitboard) (cell int32) {
	for i := len(b.squares) - 1; i >= 0; i-- {
		cell *= 3
		if s := b.squares[i]; white.Has(s) {
			cell++
		} else if black.Has(s) {
			cell += 2
		}
	}
	return cell
}

// term returns the index of the weight of a cell and how it counts: 1, -1, or 0 for a
// cell that is its own mate and so worth nothing.
func (b *block) term(cell int32) (index, count int32) {
	mate := cellMates[len(b.squares)][cell]
	switch b.kind {
	case mateTable:
		return b.table + mate, -1
	case selfMirror:
		switch {
		case mate < cell:
			return b.table + mate, -1
		case mate == cell:
			return 0, 0
		}
	}
	return b.table + cell, 1
}

// cellMates has for each cell of so many squares the one that shows the same men to the
// other player: turned by 180 degrees, the colours swapped.
var cellMates = findCellMates()

func findCellMates() (mates [blockSquares + 1][]int32) {
	swapped := [3]int32{0, 2, 1}
	for squares, cells := 0, 1; squares <= blockSquares; squares, cells = squares+1, 3*cells {
		mates[squares] = make([]int32, cells)
		for cell := range mates[squares] {
			rest, mate := int32(cell), int32(0)
			for range squares {
				mate = 3*mate + swapped[rest%3]
				rest /= 3
			}
			mates[squares][cell] = mate
		}
	}
	return mates
}
