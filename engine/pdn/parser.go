package pdn

import "strings"

// parser builds the tree of one game from tokens.
type parser struct {
	*Reader
	game  *Game
	log   problemLog
	atEnd bool // of the input

	lines  []*openLine // the main line and the variations open in it
	first  string      // name of the first tag
	header struct {
		result, gameType, fen *token
	}
	terminator *token // the result or separator that ended the game
	hasBody    bool   // more than comments

	number    *token // read before the move that it numbers
	afterDots bool   // dots stood in the place of a white move
}

type openLine struct {
	at    place
	items Line
}

func newParser(r *Reader) *parser {
	return &parser{Reader: r, game: &Game{}, lines: []*openLine{{}}}
}

func (p *parser) line() *openLine { return p.lines[len(p.lines)-1] }

func (p *parser) add(item Item) { p.line().items = append(p.line().items, item) }

// run reads tokens up to the end of the game.
func (p *parser) run() {
	for {
		if next := p.ahead(0); next.kind == tokenTag && p.endsBefore(next) {
			break
		}
		t := p.take()
		p.log.take(t.problems)
		if p.game.Line == 0 && t.kind != tokenNothing {
			p.game.Line, p.game.Column = t.at.line, t.at.column
		}
		if done := p.accept(t); done {
			break
		}
	}
	for _, open := range p.lines[1:] {
		p.log.fail(open.at, "the variation is not closed: want ) before the end of the game")
	}
	for len(p.lines) > 1 {
		p.closeVariation()
	}
}

// endsBefore reports whether a tag begins the next game.
func (p *parser) endsBefore(t *token) bool {
	if p.hasBody {
		return true
	}
	if p.first == "" {
		return false
	}
	name := canonicalTagName(t.text)
	return name == p.first || name == "Event" && p.game.Tags.Has(name)
}

// accept takes one token and reports whether the game ends with it.
func (p *parser) accept(t token) (done bool) {
	switch t.kind {
	case tokenNothing, tokenComment, tokenTag:
	case tokenEnd, tokenTooLarge, tokenResult, tokenSeparator, tokenNumber, tokenEllipsis:
	default:
		p.hasBody = true
	}
	switch t.kind {
	case tokenEnd:
		p.atEnd = true
		return true
	case tokenTooLarge:
		p.cutOff(t.at, "the game takes more than %d bytes: the rest of it is left out", p.lexer.limit)
		return true
	case tokenTag:
		p.acceptTag(t)
	case tokenComment:
		p.addComment(t)
	case tokenNumber:
		p.number = &t
	case tokenDigits:
		if p.isNumber(t) {
			p.log.warn(t.at, "want a dot behind the move number %s", t.text)
			p.number = &t
			break
		}
		p.addMove(t)
	case tokenMove:
		p.addMove(t)
	case tokenUnknown:
		p.addUnknown(t)
	case tokenEllipsis:
		p.acceptEllipsis(t)
	case tokenStrength:
		p.acceptStrength(t)
	case tokenNAG:
		p.add(NAG(t.number))
	case tokenSetup:
		p.number = nil
		p.add(&Setup{Text: t.text, at: t.at})
	case tokenOpen:
		if len(p.lines) > maxNesting {
			p.cutOff(t.at, "variations are nested more than %d deep: the rest of the game is left out", maxNesting)
			return true
		}
		p.number = nil
		p.lines = append(p.lines, &openLine{at: t.at})
	case tokenClose:
		if len(p.lines) == 1 {
			p.log.fail(t.at, ") closes no variation")
			break
		}
		p.closeVariation()
	case tokenSeparator:
		if t.glued && p.isForcedMark() {
			p.log.warn(t.at, "* behind a move: want $7 for a forced move")
			p.add(NAG(7))
			break
		}
		return p.acceptResult(t)
	case tokenResult:
		return p.acceptResult(t)
	}
	return false
}

// cutOff leaves out the rest of the game.
func (p *parser) cutOff(at place, format string, args ...any) {
	p.log.fail(at, format, args...)
	p.game.Truncated = true
	p.resync()
}

func (p *parser) acceptTag(t token) {
	if t.text == "" || canonicalTagName(t.text) == "" {
		p.log.fail(t.at, "tag name %s: want a capital with letters, digits and _ behind it; kept as a comment", quoted(t.text))
		p.add(Comment(cleanComment("[" + t.text + " \"" + t.value + "\"]")))
		return
	}
	name := canonicalTagName(t.text)
	if name != t.text && !isNoise(name) {
		p.log.warn(t.at, "tag name %s read as %s", quoted(t.text), name)
	}
	if p.first == "" {
		p.first = name
	}
	slot := p.slot(name)
	switch {
	case isNoise(name), slot != nil && t.value == "":
	case slot != nil && *slot != nil || slot == nil && p.game.Tags.Has(name):
		p.log.warn(t.at, "tag %s stands twice: the first one holds", name)
	case slot != nil:
		*slot = &t
	default:
		p.game.Tags = append(p.game.Tags, Tag{name, t.value})
		if form, ok := tagForms[name]; ok && t.value != "" && !form.pattern.MatchString(t.value) {
			p.log.warn(t.at, "tag %s: %s: want %s", name, quoted(t.value), form.want)
		}
	}
}

// slot returns where the token of a tag goes that is a field of the game.
func (p *parser) slot(name string) **token {
	switch name {
	case resultTag:
		return &p.header.result
	case gameTypeTag:
		return &p.header.gameType
	case fenTag:
		return &p.header.fen
	}
	return nil
}

func (p *parser) addComment(t token) {
	text := strings.TrimSpace(t.text)
	if text == "" {
		return
	}
	comment := Comment(text)
	for _, command := range comment.Commands() {
		if _, err := command.Times(); err != nil && isTimeCommand(command.Name) {
			p.log.warn(t.at, "%v", err)
		}
	}
	p.add(comment)
}

// isNumber reports whether digits alone are a move number rather than a move
// without separators. Three digits are a number before a move that has them.
func (p *parser) isNumber(t token) bool {
	return len(t.text) <= 2 || len(t.text) == 3 && p.ahead(0).kind == tokenMove
}

// isForcedMark reports whether a * glued to the token before it marks a forced
// move, as old texts have it, and does not end the game.
func (p *parser) isForcedMark() bool {
	items := p.line().items
	if len(items) == 0 {
		return false
	}
	if _, ok := items[len(items)-1].(*Move); !ok {
		return false
	}
	next := p.ahead(0)
	switch next.kind {
	case tokenMove, tokenDigits, tokenOpen, tokenClose, tokenNAG, tokenUnknown:
		return true
	case tokenNumber:
		return next.number != 1
	}
	return false
}

func (p *parser) addMove(t token) {
	m := &Move{Status: Unread, Text: t.text, Line: t.at.line, Column: t.at.column}
	p.addNumbered(m)
}

func (p *parser) addUnknown(t token) {
	p.addNumbered(&Move{Status: Unknown, Line: t.at.line, Column: t.at.column})
}

func (p *parser) addNumbered(m *Move) {
	if p.number != nil {
		m.number, m.dots = p.number.number, p.number.dots
		if p.number.kind == tokenDigits {
			m.number = smallNumber(p.number.text)
		}
		p.number = nil
	}
	m.afterDots, p.afterDots = p.afterDots, false
	p.add(m)
}

// acceptEllipsis takes dots: with a number before and a move behind them they
// say that Black moves, otherwise they stand for a move that is not known.
func (p *parser) acceptEllipsis(t token) {
	next := p.ahead(0).kind
	switch {
	case p.number != nil && (next == tokenMove || next == tokenDigits || next == tokenUnknown):
		p.afterDots = true
	case next == tokenMove || next == tokenDigits || next == tokenNumber || next == tokenUnknown:
		p.addUnknown(t)
	}
}

var strengthGlyphs = map[string]NAG{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

func (p *parser) acceptStrength(t token) {
	if items := p.line().items; len(items) > 0 {
		if m, ok := items[len(items)-1].(*Move); ok && m.Strength == "" {
			m.Strength = t.text
			return
		}
	}
	if glyph, ok := strengthGlyphs[t.text]; ok {
		p.add(glyph)
		return
	}
	p.add(Comment(t.text))
}

func (p *parser) closeVariation() {
	closed := p.line()
	p.lines = p.lines[:len(p.lines)-1]
	p.number = nil
	if len(closed.items) == 0 {
		p.log.warn(closed.at, "the variation is empty, left out")
		return
	}
	p.add(Variation(closed.items))
}

// acceptResult takes a result or a separator.
func (p *parser) acceptResult(t token) (done bool) {
	if len(p.lines) > 1 && p.ahead(0).kind == tokenClose {
		p.add(Comment(resultOr(t, "*")))
		return false
	}
	p.number = nil
	if p.isEmpty() {
		p.log.warn(t.at, "an empty game, left out")
		return true
	}
	p.hasBody = true
	p.terminator = &t
	p.takeTail(&t)
	return true
}

// takeTail takes what belongs to the game behind its result: a separator, and
// the comments before it, on the same line, or with nothing behind them.
func (p *parser) takeTail(end *token) {
	comments, behind := p.behindComments()
	separated := behind == tokenSeparator && end.kind != tokenSeparator
	for range comments {
		if !separated && behind != tokenEnd && p.ahead(0).at.line != end.at.line {
			return
		}
		comment := p.take()
		p.log.take(comment.problems)
		p.addComment(comment) // a skipped token has no text, and so adds none
	}
	if separated {
		separator := p.take()
		p.log.take(separator.problems)
		p.takeTail(&separator)
	}
}

// isEmpty reports whether neither a tag nor anything between results was read.
func (p *parser) isEmpty() bool {
	return !p.hasBody && p.first == "" && len(p.lines[0].items) == 0
}

func resultOr(t token, separator string) string {
	if t.kind == tokenSeparator {
		return separator
	}
	return t.text
}

// problems returns the problems of the game in order.
func (p *parser) problems() []Problem { return p.log.sorted() }
