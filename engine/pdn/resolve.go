package pdn

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"ckengine/engine"
)

// resolver finds out what the text of a game means on the board.
type resolver struct {
	*parser
	quiet bool // only tries: nothing is reported
}

// lineState is where a line of moves stands.
type lineState struct {
	position engine.Position
	known    bool        // position holds
	side     engine.Side // to move
	number   int         // of the move, 0 before the first number was seen
	moved    [2]bool     // who has moved under this number
}

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

// readGameType reads the GameType tag.
func (r *resolver) readGameType() {
	r.game.GameType = GameType{Number: -1}
	tag := r.header.gameType
	if tag == nil {
		return
	}
	t, err := ParseGameType(tag.value)
	r.game.GameType = t
	if err != nil {
		r.log.warn(tag.at, "%v", err)
		return
	}
	v, ok := t.Variant()
	switch {
	case !ok && t.Number >= 0:
		r.log.warn(tag.at, "GameType %d is draughts with other rules than those known here: the moves are kept as text", t.Number)
	case ok && t.Width != 0 && t.Width != v.Width():
		r.log.warn(tag.at, "GameType %d has a board of width %d, not %d: the number holds", t.Number, v.Width(), t.Width)
	}
}

// setBoard sets the variant and the start position, and reports whether they are known.
func (r *resolver) setBoard() bool {
	g := r.game
	if v, ok := g.GameType.Variant(); ok {
		start, err := r.startOn(v)
		if err != nil {
			r.log.fail(r.header.fen.at, "%v: the moves are kept as text", err)
			return false
		}
		g.Known, g.Variant, g.Start = true, v, start
		return true
	}
	return g.GameType.Number < 0 && r.guessBoard()
}

// enoughPlies is how many moves must be legal on a board for a game that tells
// no board, and goes wrong later, to be taken for one of that board.
const enoughPlies = 4

// guessBoard chooses the board on which most moves are legal.
func (r *resolver) guessBoard() bool {
	g, at := r.game, place{r.game.Line, r.game.Column}
	var bestStart engine.Position
	best := fit{plies: -1}
	var firstErr error
	for _, v := range append([]engine.Variant{r.options.Variant}, engine.International, engine.Canadian, engine.Brazilian) {
		start, err := r.startOn(v)
		if err != nil {
			firstErr = cmp.Or(firstErr, err)
			continue
		}
		if f := r.fit(start); f.better(best) {
			best, bestStart = f, start
		}
		if best.err == nil {
			break
		}
	}
	board := bestStart.Variant()
	switch {
	case best.plies < 0:
		r.log.fail(r.header.fen.at, "%v: the moves are kept as text", firstErr)
		return false
	case best.err != nil && best.plies < enoughPlies:
		r.log.fail(at, "no GameType tag, and the moves fit no board: kept as text (%s board, ply %d: %v)", board, best.plies+1, best.err)
		return false
	case board != r.options.Variant:
		r.log.warn(at, "no GameType tag: the moves are taken for those of the %s board", board)
	case best.plies == 0 && g.FEN != "":
		r.log.warn(at, "no GameType tag and no moves: taken for the %s board", board)
	}
	g.Known, g.Variant, g.Start = true, board, bestStart
	return true
}

// fit is how well the moves of a game go with a start position.
type fit struct {
	plies int   // legal moves up to the first that is not
	err   error // why that one is not; nil if all that are known are legal
}

func (f fit) better(other fit) bool {
	return f.plies > other.plies || f.err == nil && other.err != nil
}

// startOn returns the start position on a board.
func (r *resolver) startOn(v engine.Variant) (engine.Position, error) {
	if r.header.fen == nil {
		return engine.Start(v), nil
	}
	p, openSide, err := parseFEN(r.header.fen.value, v)
	if err != nil || !openSide {
		return p, err
	}
	black, err := withSideToMove(p, engine.Black)
	if err == nil && r.fit(black).better(r.fit(p)) {
		return black, nil
	}
	return p, err
}

// fit tries the moves of the main line from a position.
func (r *resolver) fit(start engine.Position) (f fit) {
	trial := resolver{parser: r.parser, quiet: true}
	state := newState(start)
	items := r.game.Body
	for i := 0; i < len(items); {
		taken := 1
		switch item := items[i].(type) {
		case *Setup:
			if trial.applySetup(item, &state); !state.known {
				return f
			}
		case *Move:
			if item.Status == Unknown {
				return f
			}
			m, n, err := trial.resolve(items[i:], &state)
			if ambiguous, ok := errors.AsType[*engine.AmbiguousMoveError](err); ok {
				m.Play, err = ambiguous.Candidates[0], nil
			}
			if err != nil {
				f.err = err
				return f
			}
			f.plies += n
			taken = n
			state.play(m.Play)
		}
		i += taken
	}
	return f
}

func newState(start engine.Position) lineState {
	return lineState{position: start, known: true, side: start.SideToMove()}
}

// play makes a known move.
func (s *lineState) play(m engine.Move) {
	s.position = s.position.Play(m)
	s.side = s.position.SideToMove()
}

// countMove moves on to the number of the next move, and returns it.
func (s *lineState) countMove() int {
	if s.side == engine.White && s.moved != [2]bool{} || s.moved[engine.Black] {
		s.number++
		s.moved = [2]bool{}
	}
	s.moved[s.side] = true
	return s.number
}

// resolveMain resolves the main line with all its variations, and returns where it ends.
func (r *resolver) resolveMain() lineState {
	g := r.game
	state := newState(g.Start)
	state.number = 1
	for _, item := range g.Body {
		if m, ok := item.(*Move); ok {
			if m.number > 1 {
				g.FirstNumber, state.number = m.number, m.number
			}
			break
		}
	}
	g.Body = r.resolveLine(g.Body, &state)
	return state
}

// resolveLine resolves the moves of a line and of its variations.
func (r *resolver) resolveLine(items Line, state *lineState) Line {
	resolved := make(Line, 0, len(items))
	before := *state // where the last move was made
	for i := 0; i < len(items); {
		taken := 1
		switch item := items[i].(type) {
		case *Setup:
			before = *state
			r.applySetup(item, state)
		case Variation:
			variation := before
			resolved = append(resolved, Variation(r.resolveLine(Line(item), &variation)))
			i++
			continue
		case *Move:
			before = *state
			taken = r.resolveMove(items[i:], state)
		}
		resolved = append(resolved, items[i])
		i += taken
	}
	return resolved
}

// applySetup reads a set-up and makes it the position.
func (r *resolver) applySetup(s *Setup, state *lineState) {
	p, err := r.readSetup(s.Text, state)
	state.position, state.known = p, err == nil
	if err == nil {
		state.side = p.SideToMove()
	}
	if r.quiet {
		return
	}
	s.Position, s.Known = p, err == nil
	if err != nil {
		r.log.fail(s.at, "%v", err)
	}
}

func (r *resolver) readSetup(text string, state *lineState) (engine.Position, error) {
	if isNullSetup(text) && state.known {
		side := engine.White
		if text[0] == 'B' || text[0] == 'b' {
			side = engine.Black
		}
		return withSideToMove(state.position, side)
	}
	p, _, err := parseFEN(text, r.game.Variant)
	return p, err
}

// resolveMove resolves the first of the items, a move, and returns how many
// items it takes: a capture may be written as several jumps.
func (r *resolver) resolveMove(items Line, state *lineState) (taken int) {
	m := items[0].(*Move)
	if m.afterDots && state.side == engine.White {
		r.log.warn(m.at(), "dots say that Black moves, it is White's turn: White's move is not known")
		state.known = false
		state.countMove()
		state.side = engine.Black
	}
	r.checkNumber(m, state)
	taken = 1
	switch {
	case m.Status == Unknown:
		if state.known {
			r.log.warn(m.at(), "an unknown move%s", notChecked(items[1:]))
		}
		state.known = false
	case state.known:
		found, n, err := r.resolve(items, state)
		found.Strength, found.Line, found.Column = items[n-1].(*Move).Strength, m.Line, m.Column
		*m, taken = found, n
		if err != nil {
			r.log.fail(m.at(), "%v%s", err, notChecked(items[1:]))
			state.known = false
			break
		}
		state.play(m.Play)
		return taken
	}
	state.side = state.side.Opponent()
	return taken
}

// notChecked says how many moves behind one that went wrong cannot be checked.
func notChecked(items Line) string {
	count := 0
	for _, item := range items {
		if _, ok := item.(*Setup); ok {
			break
		}
		if _, ok := item.(*Move); ok {
			count++
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("; %d moves behind it are not checked", count)
}

// maxJoinedText bounds a capture written in parts, in bytes: 30 jumps are shorter.
const maxJoinedText = 120

// resolve finds the move that the first items mean. The error says why there is none.
func (r *resolver) resolve(items Line, state *lineState) (m Move, taken int, err error) {
	m = *items[0].(*Move)
	if m.Status == Unknown {
		return m, 1, fmt.Errorf("the move is not known")
	}
	play, doubt, err := findMove(state.position, m.Text)
	taken = 1
	if err != nil {
		// The capture may go on in the next items: 11x18 18x25.
		joined := m.Text
		for n := 1; n < len(items) && len(joined) < maxJoinedText; n++ {
			next, ok := items[n].(*Move)
			if !ok || next.number != 0 || next.Status == Unknown {
				break
			}
			if joined, ok = joinMoves(joined, next.Text); !ok {
				break
			}
			if whole, _, joinErr := findMove(state.position, joined); joinErr == nil {
				doubt = fmt.Sprintf("a capture written in %d parts, read as %s", n+1, joined)
				play, err, taken, m.Text = whole, nil, n+1, joined
				break
			}
		}
	}
	if err == nil {
		if doubt != "" && !r.quiet {
			r.log.warn(m.at(), "%s", doubt)
		}
		m.Status, m.Play = Legal, play
		return m, taken, nil
	}
	if r.options.AllowIrregular {
		if play, irregularErr := findIrregular(state.position, m.Text); irregularErr == nil {
			if !r.quiet {
				r.log.warn(m.at(), "%v; let stand as an irregular capture", err)
			}
			m.Status, m.Play = Irregular, play
			return m, 1, nil
		}
	}
	return m, 1, err
}

// checkNumber compares the number that stands before a move with its place in the game.
func (r *resolver) checkNumber(m *Move, state *lineState) {
	want := state.countMove()
	if m.number == 0 {
		return
	}
	if m.number != want {
		r.log.warn(m.at(), "move number %d, want %d", m.number, want)
		state.number = m.number
	}
	const dotsOfBlack = 3
	if m.dots >= dotsOfBlack && state.side == engine.White && state.known {
		r.log.warn(m.at(), "dots say that Black moves, it is White's turn")
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
