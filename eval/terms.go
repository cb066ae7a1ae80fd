package eval

import "ckengine/engine"

// Term is one term of a position's worth.
type Term struct {
	Index int32
	Count int32 // how often it counts, White's minus Black's; never 0
}

// AppendTerms appends the terms of a position of the layout's variant. An index may
// occur more than once.
func (l *Layout) AppendTerms(dst []Term, p *engine.Position) []Term {
	add := func(index, count int32) {
		if count != 0 {
			dst = append(dst, Term{index, count})
		}
	}
	for side, sign := range [2]int32{engine.White: 1, engine.Black: -1} {
		side := engine.Side(side)
		men, kings := p.Men(side), p.Kings(side)
		add(menTerm, sign*int32(men.Count()))
		add(tempoTerm, sign*int32(men.Count()*(l.variant.Width()-1)-rowsToGo(p, side)))
		add(wingsTerm, sign*l.imbalance(men))
		if p.SideToMove() == side {
			add(sideToMoveTerm, sign)
		}
		if !kings.IsEmpty() {
			add(firstKingTerm, sign)
			add(nextKingsTerm, sign*int32(kings.Count()-1))
		}
		for s := range kings.All() {
			if side == engine.Black {
				s = l.variant.Rotate(s)
			}
			add(l.kingSquares+int32(l.variant.Number(s)-1), sign)
		}
		runaways := l.runaways
		if p.SideToMove() != side {
			runaways += RunawayRows
		}
		for s := range RunawayMen(p, side).All() {
			add(runaways+int32(rowsFromPromotion(l.variant, side, s))-1, sign)
		}
	}
	white, black, empty := p.Men(engine.White), p.Men(engine.Black), p.Empty()
	attacked := [2]engine.Bitboard{
		engine.White: attackedBy(black, empty), // where White is attacked
		engine.Black: attackedBy(white, empty),
	}
	add(manMobilityTerm, int32(moversOf(white, black, empty, attacked)))
	for side, sign := range [2]int32{engine.White: 1, engine.Black: -1} {
		reach := reachOf(p.Kings(engine.Side(side)), empty)
		add(safeMobilityTerm, sign*int32(reach.AndNot(attacked[side]).Count()))
		add(riskyMobilityTerm, sign*int32(reach.And(attacked[side]).Count()))
	}
	return l.appendCells(dst, p)
}

// appendCells appends a term for each block.
func (l *Layout) appendCells(dst []Term, p *engine.Position) []Term {
	white, black := p.Men(engine.White), p.Men(engine.Black)
	for i := range l.blocks {
		b := &l.blocks[i]
		if index, count := b.term(b.cell(white, black)); count != 0 {
			dst = append(dst, Term{index, count})
		}
	}
	return dst
}

// imbalance returns by how many half files the men lie to one wing, added up.
func (l *Layout) imbalance(men engine.Bitboard) int32 {
	sum := 0
	for s := range men.All() {
		sum += 2*l.variant.Column(s) - (l.variant.Width() - 1)
	}
	return int32(max(sum, -sum))
}

// rowsFromPromotion returns how many rows a man of a side has to go.
func rowsFromPromotion(v engine.Variant, side engine.Side, s engine.Square) int {
	if side == engine.White {
		return v.Row(s)
	}
	return v.Width() - 1 - v.Row(s)
}
