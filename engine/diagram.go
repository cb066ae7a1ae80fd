package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DiagramStyle says how a board is drawn. The zero value is plain ASCII.
type DiagramStyle struct {
	Unicode bool // the Unicode draughts symbols instead of letters
	Numbers bool // the number of its square behind each symbol
}

// symbolSet holds the signs for a man and a king of each side and for an empty square.
type symbolSet struct {
	pieces [2][2]rune
	empty  rune
}

var (
	plainSymbols   = symbolSet{[2][2]rune{White: {'w', 'W'}, Black: {'b', 'B'}}, '.'}
	unicodeSymbols = symbolSet{[2][2]rune{White: {'⛀', '⛁'}, Black: {'⛂', '⛃'}}, '·'}
)

const sideToMoveSuffix = " to move"

// Diagram draws the board with White at the bottom: one line a row, nothing on
// the light squares, and a last line with the side to move. Plain symbols are w
// and b for men, W and B for kings, a dot for an empty square.
func (p Position) Diagram(style DiagramStyle) string {
	symbols, cellWidth := plainSymbols, 2
	if style.Unicode {
		symbols = unicodeSymbols
	}
	if style.Numbers {
		cellWidth = 4
	}
	var text strings.Builder
	row, column := 0, 0
	for s := range p.variant.Mask().All() {
		if r := p.variant.Row(s); r != row {
			text.WriteByte('\n')
			row, column = r, 0
		}
		start := p.variant.Column(s) * cellWidth
		text.WriteString(strings.Repeat(" ", start-column))
		cell := symbols.cell(p, s, style.Numbers)
		text.WriteString(cell)
		column = start + utf8.RuneCountInString(cell)
	}
	fmt.Fprintf(&text, "\n%s%s\n", strings.ToUpper(p.side.String()[:1])+p.side.String()[1:], sideToMoveSuffix)
	return text.String()
}

func (set symbolSet) cell(p Position, s Square, withNumber bool) string {
	symbol := set.empty
	if side, kind, found := p.At(s); found {
		symbol = set.pieces[side][kind]
	}
	if withNumber {
		return string(symbol) + strconv.Itoa(p.variant.Number(s))
	}
	return string(symbol)
}

// maxDiagramLength bounds the text that ParseDiagram looks at, in bytes.
const maxDiagramLength = 8192

// ParseDiagram reads a board as [Position.Diagram] draws it, in any style. The
// number of rows tells the variant. Blanks may be anywhere between the squares,
// empty lines too; without a line for the side to move it is White's turn.
func ParseDiagram(text string) (Position, error) {
	p, err := parseDiagram(text)
	if err != nil {
		return Position{}, fmt.Errorf("diagram: %w", err)
	}
	return p, nil
}

func parseDiagram(text string) (Position, error) {
	if len(text) > maxDiagramLength {
		return Position{}, fmt.Errorf("%d characters: want %d at most", len(text), maxDiagramLength)
	}
	side, sideGiven := White, false
	var rows [][]string
	for line := range strings.Lines(text) {
		cells := strings.Fields(line)
		if len(cells) == 0 {
			continue
		}
		if said, ok := parseSideLine(cells); ok {
			if sideGiven {
				return Position{}, fmt.Errorf("line %s: the side to move is given already", quoted(strings.Join(cells, " ")))
			}
			side, sideGiven = said, true
			continue
		}
		rows = append(rows, cells)
	}
	v, ok := variantWithWidth(len(rows))
	if !ok {
		return Position{}, fmt.Errorf("%d rows: want 12, 10 or 8", len(rows))
	}
	setup := NewSetup(v)
	setup.SetSideToMove(side)
	number := 0
	for i, cells := range rows {
		if len(cells) != v.Width()/2 {
			return Position{}, fmt.Errorf("row %d: %d dark squares: want %d", i+1, len(cells), v.Width()/2)
		}
		for _, cell := range cells {
			number++
			if err := putCell(setup, number, cell); err != nil {
				return Position{}, fmt.Errorf("row %d: %w", i+1, err)
			}
		}
	}
	return setup.Position()
}

// parseSideLine reads "White to move" or "Black to move" in any case.
func parseSideLine(words []string) (side Side, ok bool) {
	line := strings.Join(words, " ")
	for _, side := range []Side{White, Black} {
		if strings.EqualFold(line, side.String()+sideToMoveSuffix) {
			return side, true
		}
	}
	return 0, false
}

// putCell reads the symbol of a square, with or without the number behind it.
func putCell(setup *Setup, number int, cell string) error {
	symbol, size := utf8.DecodeRuneInString(cell)
	if digits := cell[size:]; digits != "" && digits != strconv.Itoa(number) {
		return fmt.Errorf("%s: want one symbol, alone or with the number %d of its square", quoted(cell), number)
	}
	for _, set := range []symbolSet{plainSymbols, unicodeSymbols} {
		if symbol == set.empty {
			return nil
		}
		for _, side := range []Side{White, Black} {
			for _, kind := range []Kind{Man, King} {
				if symbol == set.pieces[side][kind] {
					return setup.Put(number, side, kind)
				}
			}
		}
	}
	return fmt.Errorf("%s: want w or b for a man, W or B for a king, a dot for an empty square", quoted(cell))
}

func variantWithWidth(width int) (Variant, bool) {
	return VariantWithSquares(width * width / 2)
}
