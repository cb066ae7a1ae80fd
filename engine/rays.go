package engine

// direction is one of the four diagonals.
type direction uint8

const (
	dirUpLeft direction = iota
	dirUpRight
	dirDownLeft
	dirDownRight
	directionCount
)

// steps holds the distance in the lattice to the neighbour in each direction.
var steps = [directionCount]int{upLeft, upRight, downLeft, downRight}

// isUp reports whether the direction leads to lower bits.
func (d direction) isUp() bool { return d <= dirUpRight }

// rays holds for each direction and square of the 12x12 board the squares from
// there to the edge. Smaller boards end earlier, where no square is empty.
var rays = buildRays()

func buildRays() (all [directionCount][128]Bitboard) {
	mask := Canadian.Mask()
	for d, step := range steps {
		for from := range mask.All() {
			for s := int(from) + step; s >= 0 && mask.Has(Square(s)); s += step {
				all[d][from] = all[d][from].With(Square(s))
			}
		}
	}
	return all
}

// ray returns the squares from a square to the edge in a direction.
func ray(d direction, from Square) Bitboard { return rays[d&3][from&127] }

// nearest returns the square of b that a piece moving in the direction meets first.
func nearest(d direction, b Bitboard) Square {
	if d.isUp() {
		return b.last()
	}
	return b.First()
}

// slide returns the empty squares that a king reaches in one direction.
func slide(d direction, from Square, empty Bitboard) Bitboard {
	path := ray(d, from)
	blockers := path.AndNot(empty)
	if blockers.IsEmpty() {
		return path
	}
	blocker := nearest(d, blockers)
	return path.AndNot(ray(d, blocker)).Without(blocker)
}

// kingTargets returns the empty squares that a king reaches in all directions.
func kingTargets(from Square, empty Bitboard) Bitboard {
	return slide(dirUpLeft, from, empty).Or(slide(dirUpRight, from, empty)).
		Or(slide(dirDownLeft, from, empty)).Or(slide(dirDownRight, from, empty))
}
