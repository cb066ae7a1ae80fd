package search

import (
	"slices"

	"ckengine/engine"
	"ckengine/eval"
)

// verifyNodes is how many nodes it may take to look for a faster end of the game: some
// seconds at most.
const verifyNodes = 20_000_000

// verify looks for faster ends than those found, since reductions and early cuts hide
// some: each line that is a forced win or loss is searched again without them, only as
// deep as a faster end would be. It is the last thing that a search does.
func (it iteration) verify() {
	w := it.workers[0]
	w.isExact = true
	if limit := w.nodes + verifyNodes; w.nodeLimit == 0 || limit < w.nodeLimit {
		w.nodeLimit = limit
	}
	lines := slices.Clone(it.root.lines)
	for rank := range lines {
		line, complete := it.verifyLine(lines[rank], it.movesOfRank(rank))
		lines[rank] = line
		if !complete {
			break
		}
	}
	it.keep(lines)
}

// movesOfRank returns the moves of the root that the better lines leave, the best first.
func (it iteration) movesOfRank(rank int) []engine.Move {
	var moves []engine.Move
	for _, l := range it.root.lines[:rank+1] {
		moves = append(moves, l.Moves[0])
	}
	for _, m := range it.root.moves {
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	return moves[rank:]
}

// verifyLine returns the line with the fastest end, which is that of the given one or of a
// faster one. An incomplete answer is the fastest one found so far.
func (it iteration) verifyLine(line Line, moves []engine.Move) (fastest Line, complete bool) {
	found := func(score eval.Score) {
		line = it.line(line.Rank-1, line.Depth, score)
		it.report(line)
	}
	// A fast end costs the less the fewer plies are searched, so the depth grows up to that of
	// an end faster than the one known, by whole moves.
	for depth := 2 - line.Score.Plies()%2; depth < line.Score.Plies(); depth += 2 {
		known := line.Score
		window := window{alpha: known, beta: eval.Infinity}
		if known.IsLoss() {
			window.alpha, window.beta = known-1, known
		}
		best, complete := it.searchRoot(moves, depth, window, found)
		if complete && best < known && known.IsLoss() {
			window.alpha, window.beta = -eval.Infinity, known
			_, complete = it.searchRoot(moves, depth, window, found)
		}
		if !complete {
			return line, false
		}
	}
	return line, true
}
