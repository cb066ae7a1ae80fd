package engine_test

import (
	"fmt"
	"slices"
	"strings"

	"ckengine/engine"
)

// referenceBoard is a second statement of the rules, written for plainness alone:
// rows and columns, recursion over every route, no set of squares anywhere. It
// takes a position square by square and shares nothing else with the package.
type referenceBoard struct {
	width int
	white bool     // White is to move
	cells [][]rune // 'w', 'b' men, 'W', 'B' kings, '.' empty, 'x' captured but still there
	moves []referenceMove
}

// referenceMove is a move with every square as row and column.
type referenceMove struct {
	from, to place
	taken    []place
}

type place struct{ row, column int }

func newReferenceBoard(p engine.Position) *referenceBoard {
	v := p.Variant()
	b := &referenceBoard{width: v.Width(), white: p.SideToMove() == engine.White}
	for range b.width {
		b.cells = append(b.cells, []rune(strings.Repeat(".", b.width)))
	}
	for number := 1; number <= b.width*b.width/2; number++ {
		square, _ := v.Square(number)
		side, kind, found := p.At(square)
		if !found {
			continue
		}
		letter := map[engine.Side]map[engine.Kind]rune{
			engine.White: {engine.Man: 'w', engine.King: 'W'},
			engine.Black: {engine.Man: 'b', engine.King: 'B'},
		}[side][kind]
		at := b.placeOf(number)
		b.cells[at.row][at.column] = letter
	}
	return b
}

// placeOf returns the row and column of a numbered square: the upper left corner is a light square.
func (b *referenceBoard) placeOf(number int) place {
	perRow := b.width / 2
	row, k := (number-1)/perRow, (number-1)%perRow
	if row%2 == 0 {
		return place{row, 2*k + 1}
	}
	return place{row, 2 * k}
}

func (b *referenceBoard) numberOf(at place) int {
	return at.row*b.width/2 + at.column/2 + 1
}

func (b *referenceBoard) at(p place) rune {
	if p.row < 0 || p.row >= b.width || p.column < 0 || p.column >= b.width {
		return '#'
	}
	return b.cells[p.row][p.column]
}

func (b *referenceBoard) isOwn(letter rune) bool {
	if b.white {
		return letter == 'w' || letter == 'W'
	}
	return letter == 'b' || letter == 'B'
}

func (b *referenceBoard) isEnemy(letter rune) bool {
	if b.white {
		return letter == 'b' || letter == 'B'
	}
	return letter == 'w' || letter == 'W'
}

var diagonals = []place{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}

func (p place) plus(d place) place { return place{p.row + d.row, p.column + d.column} }

// legalMoves returns all legal moves, each text once.
func (b *referenceBoard) legalMoves() []referenceMove {
	b.moves = nil
	for row := range b.width {
		for column := range b.width {
			from := place{row, column}
			letter := b.at(from)
			if !b.isOwn(letter) {
				continue
			}
			b.cells[row][column] = '.'
			b.captures(letter, from, from, nil)
			b.cells[row][column] = letter
		}
	}
	if len(b.moves) == 0 {
		b.quietMoves()
	}
	most := 0
	for _, m := range b.moves {
		most = max(most, len(m.taken))
	}
	var legal []referenceMove
	seen := map[string]bool{}
	for _, m := range b.moves {
		if text := b.text(m); len(m.taken) == most && !seen[text] {
			seen[text] = true
			legal = append(legal, m)
		}
	}
	return legal
}

// captures records every capture that goes on from here, also those that could go on further.
func (b *referenceBoard) captures(letter rune, from, at place, taken []place) {
	if len(taken) > 0 {
		b.moves = append(b.moves, referenceMove{from, at, slices.Clone(taken)})
	}
	isKing := letter == 'W' || letter == 'B'
	for _, d := range diagonals {
		victim := at.plus(d)
		for isKing && b.at(victim) == '.' {
			victim = victim.plus(d)
		}
		if !b.isEnemy(b.at(victim)) {
			continue
		}
		was := b.at(victim)
		b.cells[victim.row][victim.column] = 'x'
		for landing := victim.plus(d); b.at(landing) == '.'; landing = landing.plus(d) {
			b.captures(letter, from, landing, append(slices.Clone(taken), victim))
			if !isKing {
				break
			}
		}
		b.cells[victim.row][victim.column] = was
	}
}

func (b *referenceBoard) quietMoves() {
	for row := range b.width {
		for column := range b.width {
			from := place{row, column}
			letter := b.at(from)
			if !b.isOwn(letter) {
				continue
			}
			for _, d := range diagonals {
				switch {
				case letter == 'w' && d.row > 0, letter == 'b' && d.row < 0:
					continue
				case letter == 'w', letter == 'b':
					if b.at(from.plus(d)) == '.' {
						b.moves = append(b.moves, referenceMove{from: from, to: from.plus(d)})
					}
				default:
					for to := from.plus(d); b.at(to) == '.'; to = to.plus(d) {
						b.moves = append(b.moves, referenceMove{from: from, to: to})
					}
				}
			}
		}
	}
}

// after returns the board after a move.
func (b *referenceBoard) after(m referenceMove) *referenceBoard {
	next := &referenceBoard{width: b.width, white: !b.white}
	for _, row := range b.cells {
		next.cells = append(next.cells, slices.Clone(row))
	}
	letter := b.at(m.from)
	next.cells[m.from.row][m.from.column] = '.'
	for _, t := range m.taken {
		next.cells[t.row][t.column] = '.'
	}
	if letter == 'w' && m.to.row == 0 {
		letter = 'W'
	}
	if letter == 'b' && m.to.row == b.width-1 {
		letter = 'B'
	}
	next.cells[m.to.row][m.to.column] = letter
	return next
}

// turned returns the board as the other player sees it, colours swapped.
func (b *referenceBoard) turned() *referenceBoard {
	swapped := map[rune]rune{'w': 'b', 'b': 'w', 'W': 'B', 'B': 'W', '.': '.'}
	turned := &referenceBoard{width: b.width, white: !b.white}
	for row := range b.width {
		turned.cells = append(turned.cells, nil)
		for column := range b.width {
			from := b.turnedPlace(place{row, column})
			turned.cells[row] = append(turned.cells[row], swapped[b.at(from)])
		}
	}
	return turned
}

func (b *referenceBoard) turnedPlace(p place) place {
	return place{b.width - 1 - p.row, b.width - 1 - p.column}
}

func (b *referenceBoard) turnedMove(m referenceMove) referenceMove {
	turned := referenceMove{from: b.turnedPlace(m.from), to: b.turnedPlace(m.to)}
	for _, t := range m.taken {
		turned.taken = append(turned.taken, b.turnedPlace(t))
	}
	return turned
}

// text writes a move as Hub does: from-to, or from x to x captured squares ascending.
func (b *referenceBoard) text(m referenceMove) string {
	from, to := b.numberOf(m.from), b.numberOf(m.to)
	if len(m.taken) == 0 {
		return fmt.Sprintf("%d-%d", from, to)
	}
	var taken []int
	for _, t := range m.taken {
		taken = append(taken, b.numberOf(t))
	}
	slices.Sort(taken)
	text := fmt.Sprintf("%dx%d", from, to)
	for _, t := range taken {
		text += fmt.Sprintf("x%d", t)
	}
	return text
}

// moveTexts returns all legal moves as text, sorted.
func (b *referenceBoard) moveTexts() []string {
	var texts []string
	for _, m := range b.legalMoves() {
		texts = append(texts, b.text(m))
	}
	slices.Sort(texts)
	return texts
}

// String draws the board, with the side to move.
func (b *referenceBoard) String() string {
	lines := []string{map[bool]string{true: "white to move", false: "black to move"}[b.white]}
	for _, row := range b.cells {
		lines = append(lines, string(row))
	}
	return strings.Join(lines, "\n")
}
