package engine

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// AmbiguousMoveError says that a text fits more than one legal move.
type AmbiguousMoveError struct {
	Text       string   // as it was given
	Candidates []Move   // the legal moves that it fits
	Paths      []string // their full paths, each of which fits one of them alone
}

func (e *AmbiguousMoveError) Error() string {
	return fmt.Sprintf("move %s: fits %d legal moves: %s", quoted(e.Text), len(e.Candidates), listed(e.Paths))
}

// maxMoveLength bounds the text that ParseMove looks at, in bytes.
const maxMoveLength = 512

var (
	moveForm   = regexp.MustCompile(`^\d+(?:\s*[-xX:]\s*\d+)+$`)
	moveNumber = regexp.MustCompile(`\d+`)
)

// ParseMove finds the legal move that a text means. It takes
//
//   - the Hub form, from x to x captured squares in any order, of which some or all
//     may be missing;
//   - the PDN form, from x to, with any of the squares between at which the capture
//     stops, in their order.
//
// Each separator may be - x or :, numbers may have leading zeros. The two forms
// cannot be mistaken for each other: a Hub capture ends with the square of an
// opponent's piece, a PDN capture with an empty one.
//
// A text that fits several legal moves is an [*AmbiguousMoveError]; any other error
// says why the move is not legal and which are.
func (p Position) ParseMove(text string) (Move, error) {
	squares, err := p.readSquares(text)
	if err != nil {
		return Move{}, fmt.Errorf("move %s: %w", quoted(text), err)
	}
	moves := p.Moves()
	var fitting []Move
	for _, m := range moves {
		if p.fits(m, squares) {
			fitting = append(fitting, m)
		}
	}
	switch len(fitting) {
	case 1:
		return fitting[0], nil
	case 0:
		return Move{}, fmt.Errorf("move %s: %w", quoted(text), p.whyIllegal(squares, moves))
	}
	ambiguous := &AmbiguousMoveError{Text: text, Candidates: fitting}
	for _, m := range fitting {
		ambiguous.Paths = append(ambiguous.Paths, p.PathText(m))
	}
	return Move{}, ambiguous
}

// readSquares reads the squares of a move text, two at least.
func (p Position) readSquares(text string) ([]Square, error) {
	text = strings.TrimSpace(text)
	if len(text) > maxMoveLength || !moveForm.MatchString(text) {
		return nil, errors.New("want squares like 32-28 or 32x5")
	}
	var squares []Square
	for _, digits := range moveNumber.FindAllString(text, -1) {
		number, err := p.variant.readNumber(digits)
		if err != nil {
			return nil, err
		}
		s, _ := p.variant.Square(number)
		squares = append(squares, s)
	}
	return squares, nil
}

// fits reports whether the squares of a text can mean a legal move.
func (p *Position) fits(m Move, squares []Square) bool {
	from, to, last := squares[0], squares[1], squares[len(squares)-1]
	if m.from != from {
		return false
	}
	if len(squares) == 2 {
		return m.to == to
	}
	if m.to == to && isSubset(squares[2:], m.captured) {
		return true
	}
	if m.to == last && m.IsCapture() {
		_, found := p.route(m, squares[1:len(squares)-1])
		return found
	}
	return false
}

// isSubset reports whether the squares are different ones and all in b.
func isSubset(squares []Square, b Bitboard) bool {
	for _, s := range squares {
		if !b.Has(s) {
			return false
		}
		b = b.Without(s)
	}
	return true
}

// whyIllegal says in words why no legal move fits.
func (p *Position) whyIllegal(squares []Square, moves []Move) error {
	from, to := squares[0], squares[1]
	number := p.variant.Number
	side, kind, found := p.At(from)
	switch {
	case !found:
		return fmt.Errorf("no piece on %d", number(from))
	case side != p.side:
		return fmt.Errorf("the %s on %d is %s's, and %s is to move", kind, number(from), side, p.side)
	case len(moves) == 0:
		return fmt.Errorf("%s has no legal move", p.side)
	}
	var all, own []string
	for _, m := range moves {
		text := p.HubText(m)
		all = append(all, text)
		if m.from == from {
			own = append(own, text)
		}
	}
	if moves[0].IsCapture() {
		if len(own) == 0 {
			own = all
		}
		if n := moves[0].captured.Count(); n > 1 {
			return fmt.Errorf("%s must capture, and take %d pieces: %s", p.side, n, listed(own))
		}
		return fmt.Errorf("%s must capture: %s", p.side, listed(own))
	}
	switch _, _, occupied := p.At(to); {
	case len(own) == 0:
		return fmt.Errorf("the %s on %d cannot move", kind, number(from))
	case occupied:
		return fmt.Errorf("square %d is occupied; legal from %d: %s", number(to), number(from), listed(own))
	case len(squares) > 2:
		return fmt.Errorf("there is nothing to capture; legal from %d: %s", number(from), listed(own))
	}
	return fmt.Errorf("the %s on %d cannot go there; legal: %s", kind, number(from), listed(own))
}

// listed joins texts, and counts those beyond a readable few.
func listed(texts []string) string {
	const limit = 12
	if len(texts) <= limit {
		return strings.Join(texts, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(texts[:limit], ", "), len(texts)-limit)
}
