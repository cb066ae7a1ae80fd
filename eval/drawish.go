package eval

import "ckengine/engine"

const (
	heldPart     Score = 8 // of a lead that a king usually holds, one in so many is left
	levelPart    Score = 2 // likewise of a small lead with kings on both sides
	maxHeldCount       = 3 // the most pieces that a lone king usually holds
)

// heldPartOf returns by what to divide a score from the view of side: by more than 1 if
// a king of the weaker side usually holds. Three pieces do not win against a lone king
// on these boards.
func heldPartOf(p *engine.Position, side engine.Side, score Score) Score {
	stronger := side
	if score < 0 {
		stronger = side.Opponent()
	}
	if p.Kings(stronger.Opponent()).IsEmpty() || p.Pieces(stronger).Count() > maxHeldCount {
		return 1
	}
	return heldPart
}

// drawishPart is [heldPartOf] for the learned evaluation, in White's view, which has
// many terms that speak of leads too small to win: as many kings on both sides and at
// most one man more halve them.
func drawishPart(white, black, kings engine.Bitboard, score Score) Score {
	whites, blacks := white.Count(), black.Count()
	whiteKings, blackKings := white.And(kings), black.And(kings)
	if min(whites, blacks) > maxHeldCount && (whiteKings.IsEmpty() || blackKings.IsEmpty()) {
		return 1 // most positions: what follows would say the same
	}
	stronger, weakerKings := whites, blackKings
	if score < 0 {
		stronger, weakerKings = blacks, whiteKings
	}
	if stronger <= maxHeldCount && !weakerKings.IsEmpty() {
		return heldPart
	}
	lead := whites - blacks
	if whiteKings.IsEmpty() || whiteKings.Count() != blackKings.Count() || lead < -1 || lead > 1 {
		return 1
	}
	return levelPart
}
