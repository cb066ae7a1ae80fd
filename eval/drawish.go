package eval

import "ckengine/engine"

const (
	heldPart     Score = 8 // of a lead that a king usually holds, one in so many is left
	levelPart    Score = 2 // likewise of a small lead with kings on both sides
	maxHeldCount       = 3 // the most pieces that a lone king usually holds
)

// scaleHeld shrinks a lead that a king of the weaker side usually holds: three
// pieces do not win against a lone king on these boards. The score is from the view
// of side.
func scaleHeld(p *engine.Position, side engine.Side, score Score) Score {
	stronger := side
	if score < 0 {
		stronger = side.Opponent()
	}
	if p.Kings(stronger.Opponent()).IsEmpty() || p.Pieces(stronger).Count() > maxHeldCount {
		return score
	}
	return score / heldPart
}

// scaleDrawish is [scaleHeld] for the learned evaluation, which has many terms that
// speak of leads too small to win: as many kings on both sides and at most one man
// more halve them. It is called only with kings on the board.
func scaleDrawish(p *engine.Position, side engine.Side, score Score) Score {
	if scaled := scaleHeld(p, side, score); scaled != score {
		return scaled
	}
	if p.Kings(engine.White).Count() != p.Kings(engine.Black).Count() {
		return score
	}
	if lead := p.Men(engine.White).Count() - p.Men(engine.Black).Count(); lead < -1 || lead > 1 {
		return score
	}
	return score / levelPart
}
