package dxp

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"ckengine/engine"
)

// Decode reads a message without the NUL that ends it. It is liberal where
// programs in use differ (decimal points in times, order of captured squares,
// an incomplete GAMEEND) and otherwise returns a [*MalformedError], a
// [*VersionError] or an [*UnknownMessageError]. Text in names and chat comes
// back printable: control characters as spaces, broken UTF-8 as U+FFFD.
func Decode(text string) (Message, error) {
	if text == "" {
		return nil, &MalformedError{Kind: "message", Problem: "it is empty"}
	}
	kind, known := kindOf(text[0])
	if !known {
		return nil, &UnknownMessageError{text[0]}
	}
	d := decoder{text: text, kind: kind}
	var m Message
	switch text[0] {
	case 'R':
		m = d.gameRequest()
	case 'A':
		m = d.gameAccept()
	case 'M':
		m = d.move()
	case 'E':
		m = decodeGameEnd(text)
	case 'C':
		m = d.chat()
	case 'B':
		m = d.backRequest()
	case 'K':
		m = d.backAccept()
	}
	if d.err != nil {
		return nil, d.err
	}
	return m, nil
}

// decoder reads the fields of one message and keeps the first fault.
type decoder struct {
	text, kind string
	err        error
}

func (d *decoder) fail(offset int, format string, args ...any) {
	if d.err == nil {
		d.err = &MalformedError{Header: d.text[0], Kind: d.kind, Offset: offset, Problem: fmt.Sprintf(format, args...)}
	}
}

// field returns the bytes from one offset to another, or "" once there was a fault.
func (d *decoder) field(from, to int) string {
	if d.err == nil && len(d.text) < to {
		d.fail(len(d.text), "the message ends here, at least %d bytes are wanted", to)
	}
	if d.err != nil {
		return ""
	}
	return d.text[from:to]
}

// end checks that the message has exactly the given length.
func (d *decoder) end(length int) {
	if d.err == nil && len(d.text) != length {
		d.fail(min(length, len(d.text)), "%d bytes, %d are wanted", len(d.text), length)
	}
}

func (d *decoder) number(from, to int) int {
	field := d.field(from, to)
	if d.err != nil {
		return 0
	}
	n, ok := parseDecimal(field, 1)
	if !ok || strings.ContainsAny(field, ".,") {
		d.fail(from, "%q is no number", printable(field))
		return 0
	}
	return int(n)
}

func (d *decoder) duration(from, to int, unit time.Duration) time.Duration {
	field := d.field(from, to)
	if d.err != nil {
		return 0
	}
	n, ok := parseDecimal(field, int64(unit))
	if !ok {
		d.fail(from, "%q is no number", printable(field))
	}
	return time.Duration(n)
}

func (d *decoder) square(offset int) int {
	n := d.number(offset, offset+2)
	if d.err == nil && (n < 1 || n > maxSquare) {
		d.fail(offset, "square %d, the boards have 1 to %d", n, maxSquare)
	}
	return n
}

func (d *decoder) colour(offset int) engine.Side {
	switch field := d.field(offset, offset+1); field {
	case "Z":
		return engine.Black
	case "W", "":
	default:
		d.fail(offset, "colour %q, W or Z is wanted", printable(field))
	}
	return engine.White
}

func (d *decoder) name(from int) string {
	return strings.TrimSpace(printable(d.field(from, from+nameWidth)))
}

func (d *decoder) gameRequest() Message {
	if v := d.field(1, 3); d.err == nil && v != version {
		d.err = &VersionError{printable(v)}
	}
	m := GameRequest{
		Name:         d.name(3),
		FollowerSide: d.colour(35),
		Time:         d.duration(36, 39, time.Minute),
		Moves:        d.number(39, 42),
	}
	switch field := d.field(42, 43); field {
	case "A":
		d.end(43)
	case "B":
		m.SideToMove = d.colour(43)
		if d.err != nil {
			break
		}
		m.Squares = d.text[44:]
		if problem := checkSquares(m.Squares); problem != "" {
			d.fail(44, "%s", problem)
		}
	case "":
	default:
		d.fail(42, "position code %q, A or B is wanted", printable(field))
	}
	return m
}

func (d *decoder) gameAccept() Message {
	m := GameAccept{Name: d.name(1)}
	if code := d.field(33, 34); code != "" {
		m.Code = AcceptCode(code[0])
	}
	if d.err == nil && (m.Code < Accepted || m.Code > NoGames) {
		d.fail(33, "code %q, 0 to 3 is wanted", printableByte(byte(m.Code)))
	}
	d.end(34)
	return m
}

func (d *decoder) move() Message {
	m := Move{Used: d.duration(1, 5, time.Second), From: d.square(5), To: d.square(7)}
	n := d.number(9, 11)
	if n > maxCaptured {
		d.fail(9, "%d captured pieces, at most %d are possible", n, maxCaptured)
	}
	d.end(11 + 2*n)
	if d.err != nil {
		return nil
	}
	for i := range n {
		offset := 11 + 2*i
		square := d.square(offset)
		if slices.Contains(m.Captured, square) {
			d.fail(offset, "square %d is captured twice", square)
		}
		m.Captured = append(m.Captured, square)
	}
	return m
}

// decodeGameEnd takes every E for the end of the game that it surely means:
// what it lacks counts as 0.
func decodeGameEnd(text string) GameEnd {
	m := GameEnd{Reason: ReasonUnknown, Stop: len(text) > 2 && text[2] == '1'}
	if len(text) > 1 && text[1] >= byte(ReasonUnknown) && text[1] <= byte(ReasonWin) {
		m.Reason = EndReason(text[1])
	}
	return m
}

func (d *decoder) chat() Message {
	if len(d.text) == 1 {
		d.fail(1, "there is no text")
	}
	return Chat{printable(d.text[1:])}
}

func (d *decoder) backRequest() Message {
	m := BackRequest{Move: d.number(1, 4), Side: d.colour(4)}
	if m.Move == 0 {
		d.fail(1, "move 0, the first is 1")
	}
	d.end(5)
	return m
}

func (d *decoder) backAccept() Message {
	var m BackAccept
	if code := d.field(1, 2); code != "" {
		m.Code = BackCode(code[0])
	}
	if d.err == nil && (m.Code < BackAccepted || m.Code > BackDeclined) {
		d.fail(1, "code %q, 0 to 2 is wanted", printableByte(byte(m.Code)))
	}
	d.end(2)
	return m
}

// parseDecimal reads a number without a sign, with at most one decimal point or
// comma and blanks around it, in the given unit. Field widths keep it from
// overflowing.
func parseDecimal(text string, unit int64) (n int64, ok bool) {
	whole, fraction, _ := strings.Cut(strings.ReplaceAll(strings.Trim(text, " "), ",", "."), ".")
	if whole+fraction == "" {
		return 0, false
	}
	for _, c := range []byte(whole) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	n *= unit
	for _, c := range []byte(fraction) {
		if c < '0' || c > '9' {
			return 0, false
		}
		unit /= 10
		n += unit * int64(c-'0')
	}
	return n, true
}

// printable makes text of the other side safe to show on a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return r
		}
		return ' '
	}, text)
}

func printableByte(c byte) rune {
	if c < ' ' || c > '~' {
		return unicode.ReplacementChar
	}
	return rune(c)
}
