package engine

// Perft returns the number of lines of play of the given number of plies, the
// last of which is counted and not played. Equal captures count once.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	counter := perftCounter{lists: make([][]Move, depth)}
	return counter.count(&p, depth)
}

type perftCounter struct{ lists [][]Move }

func (c *perftCounter) count(p *Position, depth int) uint64 {
	list := &c.lists[depth-1]
	if depth == 1 {
		if !p.CanCapture() {
			return uint64(p.countQuiet())
		}
		*list = p.appendCaptures((*list)[:0])
		return uint64(len(*list))
	}
	*list = p.AppendMoves((*list)[:0])
	var nodes uint64
	for _, m := range *list {
		next := p.Play(m)
		nodes += c.count(&next, depth-1)
	}
	return nodes
}
