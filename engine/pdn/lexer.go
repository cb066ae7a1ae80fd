package pdn

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd       tokenKind = iota // of the input
	tokenTooLarge                   // the game takes more bytes than it may
	tokenNothing                    // was skipped, with a problem
	tokenTag                        // name in text, value in value
	tokenComment                    // in braces, or to the end of a line
	tokenNumber                     // a move number with its dots in dots
	tokenMove                       // squares with their separators
	tokenDigits                     // a move number without dots, or a move without separators
	tokenUnknown                    // a dash instead of a move
	tokenEllipsis                   // dots without a number
	tokenStrength                   // !, ? and their combinations
	tokenNAG                        // numeric annotation glyph
	tokenSetup                      // /FEN "..."/ with the FEN in text
	tokenOpen                       // of a variation
	tokenClose                      // of a variation
	tokenResult                     // one of the usual results
	tokenSeparator                  // *
)

// token is a piece of the input with the problems met in it.
type token struct {
	kind     tokenKind
	at       place
	text     string
	value    string
	number   int
	dots     int
	glued    bool // follows the token before without a blank
	problems []Problem
}

// lexer cuts the input into tokens. It takes what is found in real files; what
// it cannot take it reports, keeps as a comment where it is text, and goes on.
type lexer struct {
	*window
	problems      []Problem // of the token being read
	reportForeign bool      // no byte that is not UTF-8 was met yet
}

func (l *lexer) problem(severity Severity, at place, format string, args ...any) {
	l.problems = append(l.problems, Problem{severity, at.line, at.column, fmt.Sprintf(format, args...)})
}

// next returns the next token.
func (l *lexer) next() token {
	before := l.pos - l.start
	l.skipBlanks()
	t := token{at: l.at, glued: l.pos-l.start == before}
	l.problems = nil
	l.read(&t)
	t.problems = l.problems
	return t
}

func (l *lexer) read(t *token) {
	c, size := l.char(0)
	single := func(kind tokenKind) {
		t.kind = kind
		l.advance(size)
	}
	switch {
	case size == 0 && l.full():
		t.kind = tokenTooLarge
	case size == 0:
		t.kind = tokenEnd
	case c == '[':
		l.readTag(t)
	case c == '{':
		l.readComment(t)
	case c == '%' || c == ';':
		l.readLineComment(t)
	case c >= '0' && c <= '9' || c == '½':
		l.readNumeric(t)
	case c == '!' || c == '?':
		l.readStrength(t, 0)
	case c == '(':
		if n := l.spanOf(1, "!?"); n > 0 && l.peek(1+n) == ')' {
			l.readStrength(t, 1)
			return
		}
		single(tokenOpen)
	case c == ')':
		single(tokenClose)
	case c == '*':
		single(tokenSeparator)
	case c == '-':
		t.kind = tokenUnknown
		l.advance(size)
		if next, n := l.char(0); next == '-' {
			l.advance(n)
		}
	case c == '…' || c == '.' && l.peek(1) == '.':
		t.kind = tokenEllipsis
		l.advance(max(size, l.spanOf(0, ".")))
	case c == '$':
		l.readNAG(t)
	case c == '/':
		l.readSetup(t)
	case c == '}':
		t.kind = tokenNothing
		l.problem(Error, t.at, "} closes no comment")
		l.advance(size)
	case c == '.' || c == ',':
		t.kind = tokenNothing
		l.problem(Warning, t.at, "stray %q", c)
		l.advance(size)
	default:
		if text, n := l.moveText(); n > 0 {
			t.kind, t.text = tokenMove, text
			l.advance(n)
			return
		}
		l.readGarbage(t)
	}
}

// char returns the character at a distance from the next byte, with the many
// kinds of dashes and blanks made one. size is 0 at the end of the input.
func (l *lexer) char(offset int) (c rune, size int) {
	first := l.peek(offset)
	if first < 0 {
		return 0, 0
	}
	if first < utf8.RuneSelf {
		return rune(first), 1
	}
	var raw [utf8.UTFMax]byte
	n := 0
	for ; n < len(raw); n++ {
		b := l.peek(offset + n)
		if b < 0 {
			break
		}
		raw[n] = byte(b)
	}
	c, size = utf8.DecodeRune(raw[:n])
	if c == utf8.RuneError && size == 1 {
		if c = rune(first); c < 0xa0 {
			c = windows1252[c-0x80]
		}
	}
	switch c {
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212':
		c = '-'
	case '×':
		c = 'x'
	case '\u00a0', '\ufeff':
		c = ' '
	}
	return c, size
}

func isBlank(c rune) bool {
	const dosEnd = 0x1a // ends text files of DOS programs
	return c == ' ' || c >= '\t' && c <= '\r' || c == dosEnd
}

func (l *lexer) skipBlanks() {
	for {
		c, size := l.char(0)
		if size == 0 || !isBlank(c) {
			return
		}
		l.advance(size)
	}
}

// spanOf returns how many bytes from an offset on are of the set.
func (l *lexer) spanOf(offset int, set string) int {
	n := 0
	for c := l.peek(offset); c >= 0 && strings.IndexByte(set, byte(c)) >= 0; c = l.peek(offset + n) {
		n++
	}
	return n
}

// blanks returns how many bytes from an offset on are blanks within a line.
func (l *lexer) blanks(offset int) int {
	n := 0
	for {
		c, size := l.char(offset + n)
		if c != ' ' && c != '\t' {
			return n
		}
		n += size
	}
}

// lineLength returns the number of bytes from an offset to the end of the line.
func (l *lexer) lineLength(offset int) int {
	n := 0
	for c := l.peek(offset); c >= 0 && c != '\n' && c != '\r'; c = l.peek(offset + n) {
		n++
	}
	return n
}

// textOf returns n bytes from the next one on as text, and goes on behind them.
func (l *lexer) textOf(n int) string {
	at := l.at
	text, foreign := decode(l.bytes(n))
	l.advance(n)
	if foreign && l.reportForeign {
		l.reportForeign = false
		l.problem(Warning, at, "the text is not UTF-8, read as Windows-1252 (said once)")
	}
	return text
}

func (l *lexer) readComment(t *token) {
	t.kind = tokenComment
	tagLine := 0 // where a tag pair begins a line inside the comment
	for i := 1; ; i++ {
		switch c := l.peek(i); {
		case c == '}':
			l.advance(1)
			t.text = l.textOf(i - 1)
			l.advance(1)
			return
		case c < 0 && tagLine == 0:
			l.unclosedComment(t, i)
			return
		case c < 0, c == '{' && tagLine > 0:
			// A comment of the next game: this one was meant to end before.
			l.unclosedComment(t, tagLine)
			return
		case (c == '\n' || c == '\r') && tagLine == 0 && l.isTagLine(i+1):
			tagLine = i + 1
		}
	}
}

func (l *lexer) unclosedComment(t *token, length int) {
	l.problem(Error, t.at, "the comment is not closed: want } before the next game")
	l.advance(1)
	t.text = l.textOf(length - 1)
}

func (l *lexer) readLineComment(t *token) {
	t.kind = tokenComment
	l.advance(1)
	t.text = cleanComment(l.textOf(l.lineLength(0)))
}

func (l *lexer) readStrength(t *token, skip int) {
	t.kind = tokenStrength
	l.advance(skip)
	n := l.spanOf(0, "!?")
	t.text = string(l.bytes(n))
	l.advance(n + skip)
}

func (l *lexer) readNAG(t *token) {
	const longest = 3
	t.kind = tokenNAG
	n := l.spanOf(1, "0123456789")
	if n == 0 || n > longest {
		t.kind = tokenNothing
		l.problem(Error, t.at, "$ wants a number of at most %d digits", longest)
	} else {
		t.number = smallNumber(string(l.bytes(1 + n)[1:]))
	}
	l.advance(1 + n)
}

func (l *lexer) readSetup(t *token) {
	i := 1 + l.blanks(1)
	if !strings.EqualFold(l.ahead(i, 3), "FEN") {
		t.kind = tokenNothing
		l.problem(Error, t.at, "stray /")
		l.advance(1)
		return
	}
	t.kind = tokenSetup
	end := i
	for c := l.peek(end); c >= 0 && strings.IndexByte("/[{", byte(c)) < 0; c = l.peek(end) {
		end++
	}
	i += len("FEN")
	closed := l.peek(end) == '/'
	if !closed {
		l.problem(Error, t.at, "the set-up is not closed: want / behind it")
		end = i + l.lineLength(i)
	}
	l.advance(i)
	t.text = strings.TrimSpace(setupNoise.Replace(l.textOf(end - i)))
	if closed {
		l.advance(1)
	}
}

// ahead returns at most n bytes from an offset on.
func (l *lexer) ahead(offset, n int) string {
	var b []byte
	for i := range n {
		c := l.peek(offset + i)
		if c < 0 {
			break
		}
		b = append(b, byte(c))
	}
	return string(b)
}

// readNumeric reads what begins with a digit.
func (l *lexer) readNumeric(t *token) {
	if text, n := l.resultText(); n > 0 {
		t.kind, t.text = tokenResult, text
		l.advance(n)
		return
	}
	const digits = "0123456789"
	n := l.spanOf(0, digits)
	if dots := l.spanOf(n, "."); dots > 0 {
		t.kind, t.dots = tokenNumber, dots
		t.number = smallNumber(string(l.bytes(n)))
		l.advance(n + dots)
		return
	}
	if text, n := l.moveText(); n > 0 {
		if t.kind, t.text = tokenMove, text; slices.Contains(resultForms, text) {
			t.kind = tokenResult
		}
		l.advance(n)
		return
	}
	if n == 0 {
		l.readGarbage(t)
		return
	}
	t.kind, t.text = tokenDigits, string(l.bytes(n))
	l.advance(n)
}

// resultForms are the results that may end a game, the longer ones first. A
// dash may have blanks around it.
var resultForms = []string{
	"1 1/2-1/2", "1/2-1 1/2", "1/2-1/2", "0.5-0.5", "½-½", "1+-1-", "1--1+",
	"2-0", "0-2", "1-1", "1-0", "0-1", "0-0", "1/2",
}

// resultText returns the result that stands next and its length in bytes. What
// looks like the beginning of a move, such as 1-1 in 1-10, is none.
func (l *lexer) resultText() (text string, size int) {
	for _, form := range resultForms {
		if size := l.matchResult(form); size > 0 {
			return form, size
		}
	}
	return "", 0
}

func (l *lexer) matchResult(form string) (size int) {
	blanks := func() { size += l.blanks(size) }
	for i, want := range form {
		// The dash between the two halves, not the sign behind a number.
		dash := want == '-' && i+1 < len(form) && (i == 0 || form[i-1] != '1' || form[i+1] != '-')
		if dash {
			blanks()
		}
		c, n := l.char(size)
		if n == 0 || c != want {
			return 0
		}
		size += n
		if dash {
			blanks()
		}
	}
	if c, _ := l.char(size); c >= '0' && c <= '9' || c == '-' || c == 'x' || c == 'X' || c == ':' || c == '/' || c == '+' {
		return 0
	}
	return size
}

// moveText returns the move that stands next, without blanks and with one kind
// of dash and cross, and its length in bytes.
func (l *lexer) moveText() (text string, size int) {
	size = l.squareSize(0)
	if size == 0 {
		return "", 0
	}
	var b strings.Builder
	b.Write(l.bytes(size))
	algebraic := l.peek(0) > '9'
	squares := 1
	for ; ; squares++ {
		blanks := l.blanks(size)
		separator, n := l.char(size + blanks)
		switch {
		case algebraic && blanks == 0 && l.squareSize(size) > 0 && l.peek(size) > '9':
			separator, n = 0, 0
		case separator == 'X':
			separator = 'x'
		case separator != '-' && separator != 'x' && separator != ':':
			n = -1
		case separator == '-' && blanks > 0 && squares > 1:
			n = -1 // an unknown move behind a known one
		}
		if n < 0 {
			break
		}
		if n > 0 {
			after := l.blanks(size + blanks + n)
			n += blanks + after
			blanks += after
		}
		square := l.squareSize(size + n)
		if square == 0 || blanks > 0 && l.peek(size+n+square) == '.' {
			break // the latter is the number of the next move
		}
		if separator != 0 {
			b.WriteRune(separator)
		}
		b.WriteString(l.ahead(size+n, square))
		size += n + square
	}
	if squares < 2 {
		return "", 0
	}
	return strings.ToLower(b.String()), size
}

// squareSize returns the length of the square at an offset: digits, with a
// letter before them in algebraic notation; 0 if there is none. No square has the number 0.
func (l *lexer) squareSize(offset int) int {
	letter := 0
	if c := l.peek(offset) | 0x20; c >= 'a' && c <= 'l' && l.peek(offset) > '9' {
		letter = 1
	}
	digits := l.spanOf(offset+letter, "0123456789")
	if digits == l.spanOf(offset+letter, "0") {
		return 0
	}
	return letter + digits
}

// readGarbage keeps text that stands outside of a comment as a comment.
func (l *lexer) readGarbage(t *token) {
	t.kind = tokenComment
	end := 0
	for {
		end += l.wordSize(end)
		blanks := l.blanks(end)
		if word := l.wordSize(end + blanks); word == 0 || blanks == 0 {
			break
		}
		end += blanks
	}
	if end == 0 {
		_, end = l.char(0)
	}
	t.text = cleanComment(l.textOf(end))
	l.problem(Error, t.at, "unexpected text %s, kept as a comment", quoted(t.text))
}

// wordSize returns the length of a word that no token begins with.
func (l *lexer) wordSize(offset int) int {
	size := 0
	for {
		c, n := l.char(offset + size)
		if n == 0 || isBlank(c) || strings.ContainsRune("[]{}()*$%;/!?.,", c) ||
			size == 0 && (c >= '0' && c <= '9' || c == '-' || c == '…' || c == '½') {
			return size
		}
		size += n
	}
}
