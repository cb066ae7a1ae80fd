package eval

import "ckengine/engine"

// handmade is the evaluation by the constants below.
type handmade struct {
	rows     [2][12]rowTerm // side; row as that side counts it, 0 its own back row
	rowCount int
	edge     engine.Bitboard
	centre   engine.Bitboard
	diagonal engine.Bitboard
}

// rowTerm is what each man on a row is worth beyond his material.
type rowTerm struct {
	squares engine.Bitboard
	worth   Score
}

// The hand-made weights, in hundredths of a man. They follow what draughts
// programs agree on (a king is worth about three men, the second less than the
// first) and are kept small elsewhere.
const (
	manWorth       Score = 100
	firstKingWorth Score = 300
	nextKingWorth  Score = 250

	tempoWorth    Score = 2  // for having the move
	advanceWorth  Score = 1  // for each row a man has advanced
	backRowWorth  Score = 4  // for each man still on his own back row
	edgeWorth     Score = -2 // for each man on a side edge
	centreWorth   Score = 3  // for each man in the middle columns
	diagonalWorth Score = 15 // for a king on the main diagonal
)

// runAwayWorth is added for a man on the last rows before promotion.
var runAwayWorth = map[int]Score{1: 20, 2: 10, 3: 5}

func newHandmade(v engine.Variant) handmade {
	e := handmade{rowCount: v.Width()}
	for s := range v.Mask().All() {
		row, column := v.Row(s), v.Column(s)
		for side, advance := range []int{engine.White: v.Width() - 1 - row, engine.Black: row} {
			e.rows[side][advance].squares = e.rows[side][advance].squares.With(s)
		}
		if column == 0 || column == v.Width()-1 {
			e.edge = e.edge.With(s)
		}
		if third := v.Width() / 3; column >= third && column < v.Width()-third {
			e.centre = e.centre.With(s)
		}
		if row+column == v.Width()-1 {
			e.diagonal = e.diagonal.With(s)
		}
	}
	for side := range e.rows {
		for advance := range v.Width() {
			worth := manWorth + advanceWorth*Score(advance) + runAwayWorth[v.Width()-1-advance]
			if advance == 0 {
				worth += backRowWorth
			}
			e.rows[side][advance].worth = worth
		}
	}
	return e
}

// evaluate returns the worth of a position to the side to move.
func (e *handmade) evaluate(p *engine.Position) Score {
	score := e.sum(p)
	return Clamp(score / heldPartOf(p, p.SideToMove(), score))
}

// sum returns the worth before a lead that is hard to win is made smaller.
func (e *handmade) sum(p *engine.Position) Score {
	side := p.SideToMove()
	return e.side(p, side) - e.side(p, side.Opponent()) + tempoWorth
}

// side adds up the pieces of one side.
func (e *handmade) side(p *engine.Position, side engine.Side) Score {
	men, kings := p.Men(side), p.Kings(side)
	var score Score
	for row := range e.rowCount {
		term := &e.rows[side&1][row]
		score += term.worth * Score(men.And(term.squares).Count())
	}
	score += edgeWorth * Score(men.And(e.edge).Count())
	score += centreWorth * Score(men.And(e.centre).Count())
	if !kings.IsEmpty() {
		score += firstKingWorth + nextKingWorth*Score(kings.Count()-1)
		if !kings.And(e.diagonal).IsEmpty() {
			score += diagonalWorth
		}
	}
	return score
}
