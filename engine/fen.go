package engine

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// maxFENLength bounds the text that ParseFEN looks at, in bytes. A FEN of 60
// kings one by one takes a tenth of it.
const maxFENLength = 4096

// ParseFEN reads a position from any of the texts that draughts programs exchange:
//
//   - the FEN tag of PDN 3.0, "W:W43-72:BK5,1-30": the side to move, then a list of
//     squares for each colour, K for kings, also before a range. Blanks, lower
//     case, leading zeros, a final dot, a missing or empty list, the side given
//     twice ("W:W:W43-72:B1-30"), and the wrapper [FEN "..."] are all taken. A tail
//     ":H3:F12" (half-move clock and move number) is taken and dropped: a position
//     knows nothing of what came before;
//   - a Hub position: the side, then one of w b W B e for each square;
//   - a DXP board: the same with z Z for Black, and Z for his turn;
//   - the same boards with blanks, as GUIDE writes them.
//
// A board with a letter for each square tells the variant by its length; v serves
// the FEN tag, which does not tell it. An error names the item and the reason.
//
// Source of the tag form: the PDN 3.0 standard, with the dialects of lidraughts and py-draughts.
func ParseFEN(text string, v Variant) (Position, error) {
	p, err := parseFEN(text, v)
	if err != nil {
		return Position{}, fmt.Errorf("FEN: %w", err)
	}
	return p, nil
}

func parseFEN(text string, v Variant) (Position, error) {
	if len(text) > maxFENLength {
		return Position{}, fmt.Errorf("%d characters: want %d at most", len(text), maxFENLength)
	}
	text = unwrapFEN(text)
	if text == "" {
		return Position{}, errors.New("no position given")
	}
	if !strings.Contains(text, ":") {
		return parseBoard(text)
	}
	return parseTag(text, v)
}

// unwrapFEN removes what stands round a position in PDN: brackets, the tag's name, quotes.
func unwrapFEN(text string) string {
	text = trimPair(text, "[", "]")
	if len(text) >= 3 && strings.EqualFold(text[:3], "FEN") {
		text = text[3:]
	}
	text = trimPair(text, `"`, `"`)
	return trimPair(text, "'", "'")
}

// trimPair removes blanks, and left and right if both are there.
func trimPair(text, left, right string) string {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, left); ok {
		if inner, ok = strings.CutSuffix(inner, right); ok {
			return strings.TrimSpace(inner)
		}
	}
	return text
}

// parseTag reads the form of the FEN tag.
func parseTag(text string, v Variant) (Position, error) {
	sideText, lists, _ := strings.Cut(strings.TrimSuffix(text, "."), ":")
	sideText = strings.TrimSpace(sideText)
	side, ok := sideOfLetter(sideText)
	if !ok {
		return Position{}, fmt.Errorf("side to move %s: want W or B before the first colon", quoted(sideText))
	}
	setup := NewSetup(v)
	setup.SetSideToMove(side)
	var given [2]bool
	for list := range strings.SplitSeq(lists, ":") {
		list = strings.TrimSpace(list)
		if list == "" || counterField.MatchString(list) {
			continue
		}
		side, ok := sideOfLetter(list[:1])
		items := strings.TrimSpace(list[1:])
		switch {
		case !ok:
			return Position{}, fmt.Errorf("list %s: want it to begin with W or B", quoted(list))
		case items == "":
			continue
		case given[side]:
			return Position{}, fmt.Errorf("list %s: %s has a list already", quoted(list), side)
		}
		given[side] = true
		if err := putItems(setup, side, items); err != nil {
			return Position{}, err
		}
	}
	return setup.Position()
}

var (
	// counterField is a half-move clock or a move number.
	counterField = regexp.MustCompile(`^[HhFf]\d+$`)
	// squareItem is one item of a list with the separator behind it.
	squareItem = regexp.MustCompile(`^([Kk]?)\s*(\d+)(?:\s*-\s*(\d+))?(?:\s*,\s*|\s+|$)`)
	ghostItem  = regexp.MustCompile(`^[GgPp]\d`)
)

// putItems puts the pieces of one colour's list on the board.
func putItems(setup *Setup, side Side, items string) error {
	for items != "" {
		match := squareItem.FindStringSubmatch(items)
		if match == nil {
			item, _, _ := strings.Cut(items, ",")
			if ghostItem.MatchString(item) {
				return fmt.Errorf("item %s: a captured piece in the middle of a capture; want the position before it or after it", quoted(item))
			}
			return fmt.Errorf("item %s: want a square like 31 or a range like 31-35, with K before it for kings", quoted(item))
		}
		items = items[len(match[0]):]
		kind := Man
		if match[1] != "" {
			kind = King
		}
		if match[3] == "" {
			match[3] = match[2]
		}
		first, err := setup.variant.readNumber(match[2])
		if err != nil {
			return err
		}
		last, err := setup.variant.readNumber(match[3])
		if err != nil {
			return err
		}
		if last < first {
			return fmt.Errorf("range %d-%d: runs backwards", first, last)
		}
		for number := first; number <= last; number++ {
			if err := setup.Put(number, side, kind); err != nil {
				return err
			}
		}
	}
	return nil
}

// readNumber reads the number of a square of the board from its digits.
func (v Variant) readNumber(digits string) (int, error) {
	number, err := strconv.Atoi(digits)
	if err != nil || number < 1 || number > v.Squares() {
		return 0, fmt.Errorf("square %s: the board has squares 1 to %d", clipped(digits), v.Squares())
	}
	return number, nil
}

// sideOfLetter returns the side that a letter stands for: W, B, or Z (DXP's black), in any case.
func sideOfLetter(letter string) (side Side, ok bool) {
	switch letter {
	case "W", "w":
		return White, true
	case "B", "b", "Z", "z":
		return Black, true
	}
	return 0, false
}

// clipped shortens text from outside so that an error stays one readable line.
func clipped(text string) string {
	const limit = 40
	if len(text) <= limit {
		return text
	}
	return text[:limit] + "..."
}

// quoted returns text from outside as it can stand in an error.
func quoted(text string) string { return strconv.Quote(clipped(text)) }

// FEN returns the position in the one form that ckengine writes, that of the FEN
// tag: White's list first; in a list kings before men, each ascending; three or
// more neighbours as a range. The start is "W:W43-72:B1-30".
func (p Position) FEN() string {
	text := []byte{sideLetter(p.side)}
	for _, side := range []Side{White, Black} {
		text = append(text, ':', sideLetter(side))
		listAt := len(text)
		text = p.appendItems(text, listAt, "K", p.Kings(side))
		text = p.appendItems(text, listAt, "", p.Men(side))
	}
	return string(text)
}

// appendItems appends squares, with a comma before all but the first item of the list.
func (p Position) appendItems(text []byte, listAt int, prefix string, squares Bitboard) []byte {
	var numbers []int
	for s := range squares.All() {
		numbers = append(numbers, p.variant.Number(s))
	}
	for len(numbers) > 0 {
		run := 1
		for run < len(numbers) && numbers[run] == numbers[0]+run {
			run++
		}
		if run == 2 {
			run = 1
		}
		if len(text) > listAt {
			text = append(text, ',')
		}
		text = append(text, prefix...)
		text = strconv.AppendInt(text, int64(numbers[0]), 10)
		if run > 1 {
			text = append(text, '-')
			text = strconv.AppendInt(text, int64(numbers[run-1]), 10)
		}
		numbers = numbers[run:]
	}
	return text
}

func sideLetter(side Side) byte {
	if side == White {
		return 'W'
	}
	return 'B'
}
