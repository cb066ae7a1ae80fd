package engine

// Perft returns the number of lines of play of the given number of plies, the
// last of which is counted and not played. Equal captures count once.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	levels := make([]perftLevel, depth)
	levels[depth-1].position = p
	return countLines(levels)
}

// perftLevel is a node of the line being counted, with room for its moves.
type perftLevel struct {
	position Position
	moves    []Move
}

// countLines counts below the position of the last level, to as many plies as
// there are levels.
func countLines(levels []perftLevel) uint64 {
	depth := len(levels)
	here := &levels[depth-1]
	if depth == 1 {
		var count int
		count, here.moves = here.position.countMoves(here.moves)
		return uint64(count)
	}
	here.moves = here.position.AppendMoves(here.moves[:0])
	var lines uint64
	for _, m := range here.moves {
		here.position.PlayTo(&levels[depth-2].position, m)
		lines += countLines(levels[:depth-1])
	}
	return lines
}
