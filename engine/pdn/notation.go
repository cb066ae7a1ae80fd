package pdn

import (
	"fmt"
	"strconv"
	"strings"

	"ckengine/engine"
)

// maxDigits bounds a move without separators, so that there are few ways to cut it.
const maxDigits = 12

// smallNumber returns the number that digits write, or 0 if it is out of all reason.
func smallNumber(digits string) int {
	number, err := strconv.Atoi(digits)
	if err != nil || number > 9999 {
		return 0
	}
	return number
}

// findMove returns the legal move that a text of a PDN file means. Besides what
// [engine.Position.ParseMove] takes these are squares by letter and row, and
// numbers without separators. doubt says what was read with a guess.
func findMove(p engine.Position, text string) (m engine.Move, doubt string, err error) {
	if isDigits(text) {
		m, err = findWithoutSeparators(p, text)
		return m, "", err
	}
	numeric, err := numericMove(p.Variant(), text)
	if err != nil {
		return m, "", err
	}
	if m, err = p.ParseMove(numeric); err != nil {
		return m, "", err
	}
	switch {
	case m.IsCapture() && strings.Contains(text, "-"):
		doubt = fmt.Sprintf("%s is a capture: want x instead of -", text)
	case !m.IsCapture() && strings.ContainsAny(text, "x:"):
		doubt = fmt.Sprintf("%s captures nothing: want - instead of %s", text, text[strings.IndexAny(text, "x:"):][:1])
	}
	return m, doubt, nil
}

func isDigits(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' }) < 0
}

// numericMove writes the squares of a move as numbers.
func numericMove(v engine.Variant, text string) (string, error) {
	if text[0] <= '9' {
		return text, nil
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		c := text[i]
		if c < 'a' || c > 'l' {
			b.WriteByte(c)
			i++
			continue
		}
		end := i + 1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		number, err := squareNumber(v, text[i:end])
		if err != nil {
			return "", fmt.Errorf("move %s: %w", quoted(text), err)
		}
		if i > 0 && text[i-1] >= '0' && text[i-1] <= '9' {
			b.WriteByte('-')
		}
		b.WriteString(strconv.Itoa(number))
		i = end
	}
	return b.String(), nil
}

// squareNumber returns the number of a square that is given by letter and row,
// a1 at White's lower left.
func squareNumber(v engine.Variant, name string) (int, error) {
	column, row := int(name[0]-'a'), v.Width()-smallNumber(name[1:])
	if column < v.Width() && row >= 0 && row < v.Width() {
		for s := range v.Mask().All() {
			if v.Row(s) == row && v.Column(s) == column {
				return v.Number(s), nil
			}
		}
	}
	last := string(rune('a'+v.Width()-1)) + strconv.Itoa(v.Width())
	return 0, fmt.Errorf("%s is no dark square of the board a1 to %s", name, last)
}

// findWithoutSeparators reads 3228 as 32-28, whichever way of cutting gives a legal move.
func findWithoutSeparators(p engine.Position, digits string) (found engine.Move, err error) {
	if len(digits) > maxDigits {
		return found, fmt.Errorf("%s: neither a move nor a move number", quoted(digits))
	}
	count := 0
	var cut func(done string, rest string)
	cut = func(done, rest string) {
		if rest == "" {
			if m, parseErr := p.ParseMove(done); parseErr == nil && (count == 0 || m != found) {
				count++
				found = m
			} else if err == nil {
				err = parseErr
			}
			return
		}
		for size := 1; size <= 2 && size <= len(rest); size++ {
			if done == "" && size == len(rest) {
				continue
			}
			next := rest[:size]
			if done != "" {
				next = done + "x" + next
			}
			cut(next, rest[size:])
		}
	}
	cut("", digits)
	switch count {
	case 1:
		return found, nil
	case 0:
		return found, fmt.Errorf("move %s: no way to cut it into squares gives a legal move", quoted(digits))
	}
	return found, fmt.Errorf("move %s: can be cut into several legal moves: want separators", quoted(digits))
}

// joinMoves joins the parts of a capture that was written in several jumps:
// 11x18 and 18x25. ok is false if the second does not go on where the first ends.
func joinMoves(first, second string) (joined string, ok bool) {
	end := strings.LastIndexAny(first, "-x:")
	next := strings.IndexAny(second, "x:")
	if end < 0 || next < 0 || !sameSquare(first[end+1:], second[:next]) {
		return "", false
	}
	return first + second[next:], true
}

func sameSquare(a, b string) bool {
	return strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0")
}

// parseFEN reads a FEN tag or set-up. It adds to [engine.ParseFEN] squares by
// letter and row. openSide reports that the text leaves open who is to move.
func parseFEN(text string, v engine.Variant) (p engine.Position, openSide bool, err error) {
	text = strings.TrimSpace(text)
	if rest, found := strings.CutPrefix(text, "?"); found {
		text, openSide = "W"+rest, true
	}
	numeric, err := numericFEN(text, v)
	if err != nil {
		return p, openSide, fmt.Errorf("FEN: %w", err)
	}
	if p, err = engine.ParseFEN(numeric, v); err == nil && p.Variant() != v {
		err = fmt.Errorf("FEN: a board of %d squares, the game is on one of %d", p.Variant().Squares(), v.Squares())
	}
	return p, openSide, err
}

// numericFEN writes the squares of a FEN tag as numbers.
func numericFEN(text string, v engine.Variant) (string, error) {
	lists := strings.Split(text, ":")
	for i, list := range lists {
		if i == 0 || len(list) < 2 {
			continue
		}
		items := strings.Split(list[1:], ",")
		for j, item := range items {
			name := strings.TrimSpace(item)
			king := ""
			if len(name) > 2 && (name[0] == 'K' || name[0] == 'k') {
				king, name = "K", name[1:]
			}
			// A small k is a king, not a column.
			if len(name) < 2 || name[0] == 'k' || name[0] < 'a' || name[0] > 'l' || !isDigits(strings.TrimSuffix(name[1:], ".")) {
				continue
			}
			number, err := squareNumber(v, strings.TrimSuffix(name, "."))
			if err != nil {
				return "", err
			}
			items[j] = king + strconv.Itoa(number)
		}
		lists[i] = list[:1] + strings.Join(items, ",")
	}
	return strings.Join(lists, ":"), nil
}

// isNullSetup reports whether a FEN has no pieces: B:: changes the side to move alone.
func isNullSetup(text string) bool {
	return strings.Contains(text, ":") && strings.Trim(strings.ToUpper(text), "WB:. ") == ""
}

// withSideToMove returns the same pieces with another side to move.
func withSideToMove(p engine.Position, side engine.Side) (engine.Position, error) {
	setup := engine.NewSetup(p.Variant())
	setup.SetSideToMove(side)
	for s := range p.Variant().Mask().AndNot(p.Empty()).All() {
		owner, kind, _ := p.At(s)
		if err := setup.Put(p.Variant().Number(s), owner, kind); err != nil {
			return p, err
		}
	}
	return setup.Position()
}
