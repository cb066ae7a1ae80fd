package pdn

import (
	"slices"

	"ckengine/engine"
)

// finish resolves the game and returns it, or nil if there is none.
func (p *parser) finish() *Game {
	g := p.game
	g.Body = p.lines[0].items
	if !p.hasBody && p.first == "" {
		if len(g.Body) > 0 {
			p.log.warn(place{g.Line, g.Column}, "a comment outside of any game, left out")
		}
		return nil
	}
	p.takeForeignResult()
	p.takeResult()
	r := resolver{parser: p}
	r.readGameType()
	if p.header.fen != nil {
		g.FEN = p.header.fen.value
	}
	if r.setBoard() {
		end := r.resolveMain()
		r.checkEnd(end)
	}
	r.checkPlyCount()
	g.Problems = p.log.sorted()
	return g
}

// takeForeignResult takes what looks like the last move for the result if the
// Result tag has the same: 4-6.
func (p *parser) takeForeignResult() {
	tag, items := p.header.result, p.game.Body
	if tag == nil || ParseResult(tag.value) != OtherResult || p.terminator != nil && p.terminator.kind == tokenResult {
		return
	}
	for i, item := range slices.Backward(items) {
		switch item := item.(type) {
		case Comment:
			continue
		case *Move:
			if item.Status == Unread && sameResult(item.Text, tag.value) {
				p.terminator = &token{kind: tokenResult, at: item.at(), text: item.Text}
				p.game.Body = slices.Delete(p.game.Body, i, i+1)
				continue
			}
		}
		return
	}
}

// takeResult decides between the Result tag and what stands at the end of the moves.
func (p *parser) takeResult() {
	g := p.game
	if tag := p.header.result; tag != nil {
		g.ResultText, g.Result = tag.value, ParseResult(tag.value)
		if g.Result == OtherResult {
			p.log.warn(tag.at, "Result %s is none of the standard, kept as text", quoted(tag.value))
		}
	}
	end := p.terminator
	if end == nil || end.kind == tokenSeparator {
		return
	}
	result := ParseResult(end.text)
	if p.header.result != nil && (result != g.Result || result == OtherResult && !sameResult(end.text, g.ResultText)) {
		if g.Result != Unfinished {
			p.log.warn(end.at, "the game ends with %s, its Result tag says %s: the tag holds", end.text, g.ResultText)
			return
		}
		p.log.warn(end.at, "the game ends with %s, its Result tag says %q: the end holds", end.text, g.ResultText)
	}
	if g.Result == Unfinished {
		g.Result, g.ResultText = result, end.text
	}
}

// checkEnd compares the result with the end of the game on the board.
func (r *resolver) checkEnd(end lineState) {
	g := r.game
	if !end.known || end.position.HasMoves() || g.Result == Unfinished || g.Result == OtherResult {
		return
	}
	want := ResultOf(engine.WinFor(end.side.Opponent()))
	if g.Result != want {
		r.log.warn(place{g.Line, g.Column}, "the result is %s, but %s cannot move at the end and has lost", g.Result, end.side)
	}
}

// checkPlyCount compares the PlyCount tag with the moves.
func (r *resolver) checkPlyCount() {
	text := r.game.Tags.Get("PlyCount")
	if text == "" || r.game.Truncated {
		return
	}
	if count := r.game.Plies(); smallNumber(text) != count {
		r.log.warn(place{r.game.Line, r.game.Column}, "PlyCount is %s, the game has %d plies", quoted(text), count)
	}
}

func sameResult(a, b string) bool {
	return slices.Equal(withoutBlanks(a), withoutBlanks(b))
}

func withoutBlanks(text string) (runes []rune) {
	for _, r := range text {
		if !isBlank(r) {
			runes = append(runes, r)
		}
	}
	return runes
}
