package engine

// CanCapture reports whether the side to move has a capture, which is then compulsory.
func (p *Position) CanCapture() bool {
	empty := p.Empty()
	if !adjacentCaptures(p.own, p.opp, empty).IsEmpty() {
		return true
	}
	return kingsCanCapture(p.own.And(p.kings), p.opp, empty)
}

// adjacentCaptures returns the squares on which a capture of an adjacent piece ends.
func adjacentCaptures(own, opp, empty Bitboard) Bitboard {
	landings := own.UpLeft().And(opp).UpLeft().
		Or(own.UpRight().And(opp).UpRight()).
		Or(own.DownLeft().And(opp).DownLeft()).
		Or(own.DownRight().And(opp).DownRight())
	return landings.And(empty)
}

// kingsCanCapture reports whether a king has a capture at any distance.
func kingsCanCapture(kings, opp, empty Bitboard) bool {
	if kings.IsEmpty() {
		return false
	}
	for from := range kings.All() {
		for d := range directionCount {
			if _, found := firstVictim(d, from, opp, empty); found {
				return true
			}
		}
	}
	return false
}

// firstVictim returns the piece that a king on from can take in a direction.
func firstVictim(d direction, from Square, opp, empty Bitboard) (victim Square, found bool) {
	blockers := ray(d, from).AndNot(empty)
	if blockers.IsEmpty() {
		return 0, false
	}
	victim = nearest(d, blockers)
	behind := Square(int(victim) + steps[d&3])
	return victim, opp.Has(victim) && empty.Has(behind)
}

// captureSearch walks all captures of one position and keeps the longest.
type captureSearch struct {
	moves []Move
	first int // index of the first capture in moves, what stands before it is the caller's
	best  int // number of pieces taken by the captures kept so far

	from  Square
	empty Bitboard // the capturing piece's own square included

	turns    int              // turns of a king looked at
	explored map[turnKey]bool // what came of them, kept once they are many
}

// turnKey is where a king stands after some captures, and the diagonal it came on.
type turnKey struct {
	captured Bitboard
	at       Square
	falling  bool
}

// usualTurns is the number of turns beyond which the results are remembered. No
// game gets there; composed positions have millions of routes to few ends.
const usualTurns = 256

// capturers returns the men that can capture, and whether any piece can.
func (p *Position) capturers(empty Bitboard) (men Bitboard, any bool) {
	men = p.menWithCapture(empty)
	return men, !men.IsEmpty() || kingsCanCapture(p.own.And(p.kings), p.opp, empty)
}

// appendCaptures appends the captures, by the given men and by kings, that take
// the greatest number of pieces.
func (p *Position) appendCaptures(dst []Move, men, empty Bitboard) []Move {
	search := captureSearch{moves: dst, first: len(dst), best: 1}
	for from := range men.All() {
		search.from, search.empty = from, empty.With(from)
		search.man(from, p.opp, Bitboard{}, 0)
	}
	for from := range p.own.And(p.kings).All() {
		search.from, search.empty = from, empty.With(from)
		clear(search.explored)
		for d := range directionCount {
			search.king(d, from, p.opp, Bitboard{}, 0)
		}
	}
	return search.moves
}

// menWithCapture returns the men that can take an adjacent piece.
func (p *Position) menWithCapture(empty Bitboard) Bitboard {
	victims := p.opp
	able := empty.DownRight().And(victims).DownRight().
		Or(empty.DownLeft().And(victims).DownLeft()).
		Or(empty.UpRight().And(victims).UpRight()).
		Or(empty.UpLeft().And(victims).UpLeft())
	return able.And(p.own).AndNot(p.kings)
}

// man follows the captures of a man that stands on a square after count captures.
// A captured piece leaves opp but not the board: it is no victim any more and still blocks.
func (c *captureSearch) man(at Square, opp, captured Bitboard, count int) {
	const here = 14 // the bit of the square itself in its window
	victims, empty := opp.window(at), c.empty.window(at)
	victims &= empty&(1<<(here+2*upLeft))<<-upLeft |
		empty&(1<<(here+2*upRight))<<-upRight |
		empty&(1<<(here+2*downLeft))>>downLeft |
		empty&(1<<(here+2*downRight))>>downRight
	if victims == 0 {
		c.record(at, captured, count)
		return
	}
	for _, step := range steps {
		if victims>>(here+step)&1 != 0 {
			victim := bitOf(Square(int(at) + step))
			c.man(Square(int(at)+2*step), opp.AndNot(victim), captured.Or(victim), count+1)
		}
	}
}

// king follows the captures of a king in one direction, and reports whether there is one.
func (c *captureSearch) king(d direction, at Square, opp, captured Bitboard, count int) bool {
	victim, found := firstVictim(d, at, opp, c.empty)
	if !found {
		return false
	}
	opp, captured, count = opp.Without(victim), captured.With(victim), count+1
	landings := slide(d, victim, c.empty)
	// Going straight on is the same from every landing square.
	goesOn := c.king(d, victim, opp, captured, count)
	for landing := range landings.All() {
		turnsOn := c.turn(d, landing, opp, captured, count)
		goesOn = goesOn || turnsOn
	}
	if !goesOn && count >= c.best {
		for landing := range landings.All() {
			c.record(landing, captured, count)
		}
	}
	return true
}

// turn follows the captures of a king that leaves the diagonal it came on, and
// reports whether there are any.
func (c *captureSearch) turn(d direction, at Square, opp, captured Bitboard, count int) bool {
	c.turns++
	if c.turns <= usualTurns {
		left := c.king(d^1, at, opp, captured, count)
		right := c.king(d^2, at, opp, captured, count)
		return left || right
	}
	if count+opp.And(c.takeable()).Count() < c.best {
		return false
	}
	key := turnKey{captured: captured, at: at, falling: d == dirUpLeft || d == dirDownRight}
	goesOn, known := c.explored[key]
	if !known {
		left := c.king(d^1, at, opp, captured, count)
		right := c.king(d^2, at, opp, captured, count)
		goesOn = left || right
		if c.explored == nil {
			c.explored = make(map[turnKey]bool)
		}
		c.explored[key] = goesOn
	}
	return goesOn
}

// takeable returns the squares that have an empty square on both sides of a
// diagonal: a piece elsewhere cannot be taken, for nothing moves during a capture.
func (c *captureSearch) takeable() Bitboard {
	e := c.empty
	return e.UpLeft().And(e.DownRight()).Or(e.UpRight().And(e.DownLeft()))
}

// record keeps a finished capture if none is longer and none is the same.
func (c *captureSearch) record(to Square, captured Bitboard, count int) {
	if count < c.best {
		return
	}
	if count > c.best {
		c.best = count
		c.moves = c.moves[:c.first]
	}
	m := Move{captured: captured, from: c.from, to: to}
	if count > 1 {
		for i := c.first; i < len(c.moves); i++ {
			if c.moves[i] == m {
				return
			}
		}
	}
	c.moves = append(c.moves, m)
}

// IsThreatened reports whether the side that is not to move could capture if it
// were its turn.
func (p *Position) IsThreatened() bool {
	empty := p.Empty()
	return !adjacentCaptures(p.opp, p.own, empty).IsEmpty() ||
		kingsCanCapture(p.opp.And(p.kings), p.own, empty)
}
