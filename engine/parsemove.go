package engine

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// AmbiguousMoveError says that a text fits more than one legal move.
type AmbiguousMoveError struct {
	Text       string   // as it was given
	Candidates []Move   // the legal moves that it fits
	Paths      []string // their full paths, each of which fits one of them alone
}

func (e *AmbiguousMoveError) Error() string {
	return fmt.Sprintf("move %s: fits %d legal moves: %s", quoted(e.Text), len(e.Candidates), firstFew(e.Paths))
}

// illegalMoveError says why no legal move fits a text.
type illegalMoveError struct {
	text   string
	reason error
}

func (e *illegalMoveError) Error() string        { return fmt.Sprintf("move %s: %v", e.text, e.reason) }
func (e *illegalMoveError) Is(target error) bool { return target == ErrIllegalMove }

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
// A text that fits several legal moves is an [*AmbiguousMoveError]. One that fits
// none is an [ErrIllegalMove], which says why and which moves are legal. Any other
// error says that the text is no move of this board.
func (p Position) ParseMove(text string) (Move, error) {
	squares, err := p.readSquares(text)
	if err != nil {
		return Move{}, fmt.Errorf("move %s: %w", quoted(text), err)
	}
	moves := p.Moves()
	slices.SortFunc(moves, compareMoves)
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
		return Move{}, &illegalMoveError{quoted(text), p.whyIllegal(squares, moves)}
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

// compareMoves orders moves by from, to, and captured squares.
func compareMoves(a, b Move) int {
	if order := cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)); order != 0 || a == b {
		return order
	}
	if a.captured.Has(a.captured.Xor(b.captured).First()) {
		return -1
	}
	return 1
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
	from, to := p.variant.Number(squares[0]), p.variant.Number(squares[1])
	side, kind, found := p.At(squares[0])
	switch {
	case !found:
		return fmt.Errorf("there is no piece on %d", from)
	case side != p.side:
		return fmt.Errorf("the %s on %d is %s's, and %s is to move", kind, from, side, p.side)
	case len(moves) == 0:
		return fmt.Errorf("%s has no legal move", p.side)
	}
	var own []Move
	for _, m := range moves {
		if m.from == squares[0] {
			own = append(own, m)
		}
	}
	if moves[0].IsCapture() {
		if len(own) == 0 {
			own = moves
		}
		return p.mustCapture(own)
	}
	switch _, _, occupied := p.At(squares[1]); {
	case len(own) == 0:
		return fmt.Errorf("the %s on %d cannot move", kind, from)
	case len(squares) > 2:
		return fmt.Errorf("there is nothing to capture; legal from %d: %s", from, p.listed(own))
	case occupied:
		return fmt.Errorf("square %d is occupied; legal from %d: %s", to, from, p.listed(own))
	}
	return fmt.Errorf("the %s on %d does not go to %d; legal: %s", kind, from, to, p.listed(own))
}

// mustCapture says which captures are compulsory.
func (p *Position) mustCapture(captures []Move) error {
	duty := "must capture"
	if n := captures[0].captured.Count(); n > 1 {
		duty = fmt.Sprintf("must capture %d pieces", n)
	}
	hint := ""
	if slices.ContainsFunc(captures, p.takesBackwards) {
		hint = " (a man captures backwards too)"
	}
	return fmt.Errorf("%s %s: %s%s", p.side, duty, p.listed(captures), hint)
}

// takesBackwards reports whether a capture is by a man who takes a piece behind him.
func (p *Position) takesBackwards(m Move) bool {
	if p.kings.Has(m.from) {
		return false
	}
	stops, _ := p.route(m, nil)
	at := m.from
	for _, stop := range stops {
		if (stop > at) == (p.side == White) {
			return true
		}
		at = stop
	}
	return false
}

// listed writes moves in Hub form.
func (p *Position) listed(moves []Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, p.HubText(m))
	}
	return firstFew(texts)
}

// firstFew joins texts, and counts those beyond a readable few.
func firstFew(texts []string) string {
	const limit = 12
	if len(texts) <= limit {
		return strings.Join(texts, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(texts[:limit], ", "), len(texts)-limit)
}
