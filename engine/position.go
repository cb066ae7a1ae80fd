package engine

// Position is a placement of pieces with the side to move. It is a value: to
// play a move is to get another position. It knows nothing of what came before.
type Position struct {
	own, opp Bitboard // pieces of the side to move, and of the other side
	kings    Bitboard // of both sides
	hash     uint64
	side     Side
	variant  Variant
}

// Start returns the initial position of a variant.
func Start(v Variant) Position {
	p := Position{side: White, variant: v}
	for n := 1; n <= v.MenPerSide(); n++ {
		black, _ := v.Square(n)
		p.opp = p.opp.With(black)
		p.own = p.own.With(v.Rotate(black))
	}
	p.hash = p.computeHash()
	return p
}

// Variant returns the board on which the position stands.
func (p Position) Variant() Variant { return p.variant }

// SideToMove returns the side whose turn it is.
func (p Position) SideToMove() Side { return p.side }

// Hash returns the Zobrist key of the position, side to move and board included.
func (p *Position) Hash() uint64 { return p.hash }

// Pieces returns the men and kings of a side.
func (p *Position) Pieces(side Side) Bitboard {
	if side == p.side {
		return p.own
	}
	return p.opp
}

// Men returns the men of a side.
func (p *Position) Men(side Side) Bitboard { return p.Pieces(side).AndNot(p.kings) }

// Kings returns the kings of a side.
func (p *Position) Kings(side Side) Bitboard { return p.Pieces(side).And(p.kings) }

// Placement returns White's pieces, Black's pieces, which of both are kings, and the side
// to move. It is the fast way to read a whole position: it copies nothing and does not
// branch.
func (p *Position) Placement() (white, black, kings Bitboard, side Side) {
	swap := -uint64(p.side & 1)
	lo, hi := (p.own.Lo^p.opp.Lo)&swap, (p.own.Hi^p.opp.Hi)&swap
	return Bitboard{p.own.Lo ^ lo, p.own.Hi ^ hi}, Bitboard{p.opp.Lo ^ lo, p.opp.Hi ^ hi}, p.kings, p.side
}

// Empty returns the squares without a piece.
func (p *Position) Empty() Bitboard {
	return p.variant.Mask().AndNot(p.own.Or(p.opp))
}

// At returns the piece on a square; found is false if the square is empty.
func (p Position) At(s Square) (side Side, kind Kind, found bool) {
	switch {
	case p.own.Has(s):
		side = p.side
	case p.opp.Has(s):
		side = p.side.Opponent()
	default:
		return 0, 0, false
	}
	if p.kings.Has(s) {
		kind = King
	}
	return side, kind, true
}

// Without returns the position without the piece on a square. It may be one that no
// game can show: no piece may be left.
func (p Position) Without(s Square) Position {
	p.own, p.opp, p.kings = p.own.Without(s), p.opp.Without(s), p.kings.Without(s)
	p.hash = p.computeHash()
	return p
}

// Rotated returns the position turned by 180 degrees with the colours and the
// side to move swapped: the same position as the other player would see it.
func (p Position) Rotated() Position {
	r := Position{side: p.side.Opponent(), variant: p.variant}
	turn := func(b Bitboard) (turned Bitboard) {
		for s := range b.All() {
			turned = turned.With(p.variant.Rotate(s))
		}
		return turned
	}
	r.own, r.opp, r.kings = turn(p.own), turn(p.opp), turn(p.kings)
	r.hash = r.computeHash()
	return r
}

// Play returns the position after a legal move.
func (p Position) Play(m Move) (next Position) {
	p.PlayTo(&next, m)
	return next
}

// PlayTo sets next, which must not be p, to the position after a legal move. It is
// [Position.Play] without copies.
func (p *Position) PlayTo(next *Position, m Move) {
	from, to := bitOf(m.from), bitOf(m.to)
	side := p.side & 1
	isKing := p.kings.Has(m.from)
	crowned := !isKing && geometries[p.variant&3].promotion[side].Has(m.to)

	kings, hash := p.kings, p.hash^sideKey
	keys := &pieceKeys[side]
	if isKing {
		hash ^= keys[King][m.from&127] ^ keys[King][m.to&127]
		kings = kings.AndNot(from).Or(to)
	} else if crowned {
		hash ^= keys[Man][m.from&127] ^ keys[King][m.to&127]
		kings = kings.Or(to)
	} else {
		hash ^= keys[Man][m.from&127] ^ keys[Man][m.to&127]
	}
	if !m.captured.IsEmpty() {
		taken := &pieceKeys[side^1]
		for s := range m.captured.AndNot(kings).All() {
			hash ^= taken[Man][s&127]
		}
		for s := range m.captured.And(kings).All() {
			hash ^= taken[King][s&127]
		}
		kings = kings.AndNot(m.captured)
	}
	next.own = p.opp.AndNot(m.captured)
	next.opp = p.own.AndNot(from).Or(to)
	next.kings = kings
	next.hash = hash
	next.side = side ^ 1
	next.variant = p.variant
}

// IsReversible reports whether a legal move can be taken back by later moves:
// a king's move without a capture. Repetitions happen only across such moves.
func (p *Position) IsReversible(m Move) bool {
	return m.captured.IsEmpty() && p.kings.Has(m.from)
}

// IsPromotion reports whether a legal move crowns a man.
func (p *Position) IsPromotion(m Move) bool {
	return !p.kings.Has(m.from) && p.variant.PromotionRow(p.side).Has(m.to)
}
