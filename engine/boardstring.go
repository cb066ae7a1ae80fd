package engine

import (
	"fmt"
	"strings"
)

// HubString returns the position as the Hub protocol writes it: W or B for the
// side to move, then for each square in the order of the numbers w or b for a
// man, W or B for a king, e for none.
func (p Position) HubString() string { return p.boardString('b') }

// DXPString returns the position as DamExchange writes it: like Hub's, with z
// and Z for Black.
func (p Position) DXPString() string { return p.boardString('z') }

func (p Position) boardString(blackMan byte) string {
	const toUpper = 'a' - 'A'
	letters := [2]byte{White: 'w', Black: blackMan}
	text := []byte{letters[p.side] - toUpper}
	for s := range p.variant.Mask().All() {
		side, kind, found := p.At(s)
		switch {
		case !found:
			text = append(text, 'e')
		case kind == King:
			text = append(text, letters[side]-toUpper)
		default:
			text = append(text, letters[side])
		}
	}
	return string(text)
}

// parseBoard reads a position with a letter for each square: Hub, DXP, GUIDE.
func parseBoard(text string) (Position, error) {
	letters := strings.Join(strings.Fields(text), "")
	side, ok := sideOfLetter(letters[:1])
	if !ok {
		return Position{}, fmt.Errorf(`%s: want the side to move, W or B, then lists like ":W43-72:B1-30" or a letter for each square`, quoted(text))
	}
	board := letters[1:]
	for i := range len(board) {
		if !strings.Contains("wWbBzZe", board[i:i+1]) {
			return Position{}, fmt.Errorf("square %d: letter %s: want one of w b z W B Z e", i+1, quoted(board[i:i+1]))
		}
	}
	v, ok := VariantWithSquares(len(board))
	if !ok {
		return Position{}, fmt.Errorf("%d letters behind the side to move: want one for each square, 72, 50 or 32", len(board))
	}
	setup := NewSetup(v)
	setup.SetSideToMove(side)
	for i := range len(board) {
		letter := board[i : i+1]
		side, ok := sideOfLetter(letter)
		if !ok {
			continue
		}
		kind := Man
		if letter == strings.ToUpper(letter) {
			kind = King
		}
		if err := setup.Put(i+1, side, kind); err != nil {
			return Position{}, err
		}
	}
	return setup.Position()
}
