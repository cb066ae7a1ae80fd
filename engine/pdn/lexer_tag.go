package pdn

import "strings"

// readTag reads a tag pair. Quotation marks inside the value that should have
// been escaped, and a missing bracket or quotation mark, are put up with.
func (l *lexer) readTag(t *token) {
	t.kind = tokenTag
	size := 1
	for c := l.peek(size); c >= 0 && strings.IndexByte("\"]\r\n", byte(c)) < 0; c = l.peek(size) {
		size++
	}
	end := l.peek(size)
	l.advance(1)
	text := l.textOf(size - 1)
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch {
	case end == '"' && name != "" && isLetter(name):
		t.text = strings.TrimSpace(text)
		l.readTagValue(t)
	case t.at.column > 1 || name == "" || name[0] < 'A' || name[0] > 'Z':
		l.readBracketText(t, text)
	default:
		t.text, t.value = name, tagValue(rest)
		l.problem(Warning, t.at, "tag %s: the value wants quotation marks", quoted(name))
		l.closeTag(t)
	}
}

func isLetter(name string) bool {
	c := name[0] | 0x20
	return c >= 'a' && c <= 'z' || name[0] >= 0x80
}

// readBracketText keeps text in brackets that is no tag, such as a clock command
// without a comment around it, as a comment.
func (l *lexer) readBracketText(t *token, text string) {
	t.kind = tokenComment
	if l.peek(0) == '"' {
		text += l.textOf(l.bracketLength())
	}
	closing := ""
	if l.peek(0) == ']' {
		l.advance(1)
		closing = "]"
	}
	t.text = cleanComment("[" + text + closing)
	l.problem(Error, t.at, "[ begins no tag pair, kept as a comment: want [Name \"value\"]")
}

// bracketLength returns the number of bytes to the closing bracket or the end of the line.
func (l *lexer) bracketLength() int {
	n := 0
	for c := l.peek(n); c >= 0 && strings.IndexByte("]\r\n", byte(c)) < 0; c = l.peek(n) {
		n++
	}
	return n
}

// readTagValue reads the value from its quotation mark on.
func (l *lexer) readTagValue(t *token) {
	l.advance(1)
	size, closed := l.valueLength()
	if !closed {
		// The rest of the line is the value, up to a bracket that ends the line.
		raw := l.textOf(l.lineLength(0))
		t.value = tagValue(strings.TrimSuffix(strings.TrimSpace(raw), "]"))
		l.problem(Error, t.at, "tag %s: the value is not closed: want \" behind it", quoted(t.text))
		return
	}
	raw := l.textOf(size)
	l.advance(1)
	if after := l.blanks(0); l.peek(after) == ']' || l.endsLine(after) || l.peek(after) == '[' {
		t.value = tagValue(raw)
		l.closeTag(t)
		return
	}
	// There is more behind the quotation mark: it belonged to the value if the line has another one.
	for i := 0; !l.endsLine(i); i++ {
		if l.peek(i) != '"' {
			continue
		}
		if blanks := l.blanks(i + 1); l.peek(i+1+blanks) == ']' {
			raw += `"` + l.textOf(i)
			l.advance(1)
			t.value = tagValue(raw)
			l.problem(Warning, t.at, "tag %s: want \\\" for a quotation mark inside the value", quoted(t.text))
			l.closeTag(t)
			return
		}
	}
	t.value = tagValue(raw)
	l.closeTag(t)
}

// valueLength returns the length of the value up to its quotation mark. It may
// run over lines if no line of it looks like another tag.
func (l *lexer) valueLength() (size int, closed bool) {
	const longestOverLines = 4 << 10
	lines := 0
	for ; ; size++ {
		switch c := l.peek(size); {
		case c < 0:
			return size, false
		case c == '"':
			if lines == 0 {
				return size, true
			}
			blanks := l.blanks(size + 1)
			return size, l.peek(size+1+blanks) == ']'
		case c == '\\' && (l.peek(size+1) == '"' || l.peek(size+1) == '\\'):
			size++
		case c == '\n' || c == '\r':
			lines++
			if next := l.peek(size + 1); next == '[' || size > longestOverLines {
				return size, false
			}
		}
	}
}

func (l *lexer) endsLine(offset int) bool {
	c := l.peek(offset)
	return c < 0 || c == '\n' || c == '\r'
}

func (l *lexer) closeTag(t *token) {
	blanks := l.blanks(0)
	if l.peek(blanks) != ']' {
		l.problem(Warning, t.at, "tag %s: want ] behind the value", quoted(t.text))
		return
	}
	l.advance(blanks + 1)
}

// tagValue undoes the escapes of a value, and puts it on one line.
func tagValue(raw string) string {
	return strings.TrimSpace(strings.NewReplacer(`\"`, `"`, `\\`, `\`, "\n", " ", "\t", " ").Replace(raw))
}
