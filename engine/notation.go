package engine

import "strconv"

// HubText returns a move as the Hub protocol writes it: "32-28", or for a capture
// from, to and all captured squares in ascending order, "32x5x10x19".
func (p Position) HubText(m Move) string {
	if !m.IsCapture() {
		return p.ShortText(m)
	}
	squares := []Square{m.from, m.to}
	for s := range m.captured.All() {
		squares = append(squares, s)
	}
	return p.joinSquares('x', squares...)
}

// ShortText returns a legal move as PDN writes it: "32-28" or "32x5". If two legal
// captures have the same ends and take different pieces, it is the full path.
// Source: the PDN 3.0 standard.
func (p Position) ShortText(m Move) string {
	if !m.IsCapture() {
		return p.joinSquares('-', m.from, m.to)
	}
	for _, other := range p.Moves() {
		if other.from == m.from && other.to == m.to && other != m {
			return p.PathText(m)
		}
	}
	return p.joinSquares('x', m.from, m.to)
}

// PathText returns a legal move with the full path of a capture, "47x38x20x9x36":
// the square of each turn, and where there is no turn the one directly behind
// the captured piece. Of several routes that take the same pieces it gives one.
// No two legal captures have the same path text.
func (p Position) PathText(m Move) string {
	if !m.IsCapture() {
		return p.ShortText(m)
	}
	stops, found := p.route(m, nil)
	if !found {
		return p.joinSquares('x', m.from, m.to)
	}
	return p.joinSquares('x', append([]Square{m.from}, stops...)...)
}

// joinSquares writes the numbers of squares with a separator between them.
func (p Position) joinSquares(separator byte, squares ...Square) string {
	var text []byte
	for i, s := range squares {
		if i > 0 {
			text = append(text, separator)
		}
		text = strconv.AppendInt(text, int64(p.variant.Number(s)), 10)
	}
	return string(text)
}
