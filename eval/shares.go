package eval

import "slices"

// Share says that the weight of a cell bears a part of a shared weight.
type Share struct {
	Term   int32   // the cell
	Shared int32   // the shared weight, from 0
	Part   float64 // 1 or 1/2, negative where the shared weight counts for Black
}

// patchShapes are the shapes of small blocks, four squares each: two rows of four files and four rows of two files.
var patchShapes = [...]shape{{2, 2}, {4, 1}}

// Shares returns how the cells of a block are made up of smaller patterns, and how many shared weights there are. A
// shared weight is for one way to fill one small block, and all cells in which that is seen bear it: a cell that has
// never occurred has parts that have. Added up over the cells of any position, the parts of each small block are 1,
// so that shared weights may be added to those of the cells. They turn with the board as the cells do.
func (l *Layout) Shares() (shares []Share, shared int) {
	for _, s := range patchShapes {
		patches, tables := blocksOf(l.variant, s, shared)
		for i := range patches {
			shares = l.appendShares(shares, &patches[i])
		}
		shared += tables * s.cells()
	}
	return shares, shared
}

// appendShares appends how the cells of the blocks around a small block share its weights, all to the same part.
func (l *Layout) appendShares(dst []Share, patch *block) []Share {
	var around []*block
	for i := range l.blocks {
		if l.blocks[i].covers(patch) {
			around = append(around, &l.blocks[i])
		}
	}
	for _, b := range around {
		if b.kind == mateTable {
			continue // the mate of the patch is within the mate of the block
		}
		for cell := range int32(cellCount) {
			index, count := b.term(cell)
			shared, sign := patch.term(b.within(patch, cell))
			if count == 1 && sign != 0 {
				dst = append(dst, Share{index, shared, float64(sign) / float64(len(around))})
			}
		}
	}
	return dst
}

// covers reports whether all squares of another block are in b.
func (b *block) covers(other *block) bool {
	for _, s := range other.squares {
		if !slices.Contains(b.squares, s) {
			return false
		}
	}
	return true
}

// within returns how a block within b is filled when b is filled by a cell.
func (b *block) within(inner *block, cell int32) (innerCell int32) {
	unit := int32(1)
	for _, s := range inner.squares {
		filling := cell
		for range slices.Index(b.squares, s) {
			filling /= 3
		}
		innerCell += unit * (filling % 3)
		unit *= 3
	}
	return innerCell
}
