package engine

// Moves returns all legal moves, each (from, to, captured set) once. No move
// means that the side to move has lost.
func (p Position) Moves() []Move { return p.AppendMoves(nil) }

// AppendMoves appends all legal moves to dst, and allocates only if they do not fit.
func (p *Position) AppendMoves(dst []Move) []Move {
	empty := p.Empty()
	if men, any := p.capturers(empty); any {
		return p.appendCaptures(dst, men, empty)
	}
	return p.appendQuiet(dst, empty)
}

// HasMoves reports whether the side to move has a legal move.
func (p *Position) HasMoves() bool {
	empty := p.Empty()
	men := p.own.AndNot(p.kings)
	steps := men.UpLeft().Or(men.UpRight())
	if p.side == Black {
		steps = men.DownLeft().Or(men.DownRight())
	}
	kings := p.own.And(p.kings)
	steps = steps.Or(kings.UpLeft()).Or(kings.UpRight()).Or(kings.DownLeft()).Or(kings.DownRight())
	return !steps.And(empty).IsEmpty() || p.CanCapture()
}

// CountMoves returns the number of legal moves without listing quiet ones.
func (p *Position) CountMoves() int {
	var buffer [32]Move
	count, _ := p.countMoves(buffer[:0])
	return count
}

// countMoves returns the number of legal moves. It needs scratch, which it may
// return grown, for captures only.
func (p *Position) countMoves(scratch []Move) (int, []Move) {
	empty := p.Empty()
	if men, any := p.capturers(empty); any {
		scratch = p.appendCaptures(scratch[:0], men, empty)
		return len(scratch), scratch
	}
	return p.countQuiet(empty), scratch
}

// countQuiet returns the number of moves without a capture.
func (p *Position) countQuiet(empty Bitboard) int {
	men := p.own.AndNot(p.kings)
	var count int
	if p.side == White {
		count = men.UpLeft().And(empty).Count() + men.UpRight().And(empty).Count()
	} else {
		count = men.DownLeft().And(empty).Count() + men.DownRight().And(empty).Count()
	}
	for from := range p.own.And(p.kings).All() {
		count += kingTargets(from, empty).Count()
	}
	return count
}

// appendQuiet appends the moves without a capture: men one square forward, kings any distance.
func (p *Position) appendQuiet(dst []Move, empty Bitboard) []Move {
	men := p.own.AndNot(p.kings)
	if p.side == White {
		dst = appendSteps(dst, men.UpLeft().And(empty), upLeft)
		dst = appendSteps(dst, men.UpRight().And(empty), upRight)
	} else {
		dst = appendSteps(dst, men.DownLeft().And(empty), downLeft)
		dst = appendSteps(dst, men.DownRight().And(empty), downRight)
	}
	for from := range p.own.And(p.kings).All() {
		for to := range kingTargets(from, empty).All() {
			dst = append(dst, Move{from: from, to: to})
		}
	}
	return dst
}

// appendSteps appends a man's move for each target, which lies step bits from its origin.
func appendSteps(dst []Move, targets Bitboard, step int) []Move {
	for to := range targets.All() {
		dst = append(dst, Move{from: Square(int(to) - step), to: to})
	}
	return dst
}
