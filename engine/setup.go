package engine

import (
	"errors"
	"fmt"
)

// Setup collects pieces for a position and refuses those that no game can show.
type Setup struct {
	variant Variant
	side    Side
	pieces  [2]Bitboard
	kings   Bitboard
}

// NewSetup returns an empty board with White to move.
func NewSetup(v Variant) *Setup { return &Setup{variant: v} }

// SetSideToMove says whose turn it is.
func (s *Setup) SetSideToMove(side Side) { s.side = side }

// Put places a piece on the square with the given number. It refuses a square
// that the board lacks or that is taken, a man on the row where he would have
// been crowned, and more pieces than the side starts with.
func (s *Setup) Put(number int, side Side, kind Kind) error {
	square, ok := s.variant.Square(number)
	switch {
	case !ok:
		return fmt.Errorf("square %d: the board has squares 1 to %d", number, s.variant.Squares())
	case s.pieces[White].Or(s.pieces[Black]).Has(square):
		return fmt.Errorf("square %d: has a piece already", number)
	case kind == Man && s.variant.PromotionRow(side).Has(square):
		return fmt.Errorf("square %d: a %s man would have been crowned there", number, side)
	case s.pieces[side].Count() == s.variant.MenPerSide():
		return fmt.Errorf("square %d: %s has more than the %d pieces of the start", number, side, s.variant.MenPerSide())
	}
	s.pieces[side] = s.pieces[side].With(square)
	if kind == King {
		s.kings = s.kings.With(square)
	}
	return nil
}

// Position returns the position set up so far. One side may have no piece, it
// has lost when its turn comes; an empty board is an error.
func (s *Setup) Position() (Position, error) {
	p := Position{
		own:     s.pieces[s.side],
		opp:     s.pieces[s.side.Opponent()],
		kings:   s.kings,
		side:    s.side,
		variant: s.variant,
	}
	if p.own.Or(p.opp).IsEmpty() {
		return Position{}, errors.New("the board is empty")
	}
	p.hash = p.computeHash()
	return p, nil
}
