package pdn

import (
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
	variant  engine.Variant
	position engine.Position
	known    bool        // position holds
	side     engine.Side // to move
	number   int         // of the move, 0 before the first number was seen
	moved    [2]bool     // who has moved under this number
}

func newState(start engine.Position) lineState {
	return lineState{variant: start.Variant(), position: start, known: true, side: start.SideToMove()}
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
			if item.afterDots && state.side == engine.White {
				r.log.warn(item.at(), "dots say that Black moves, it is White's turn: White's move is not known")
				missing := &Move{Status: Unknown, Line: item.Line, Column: item.Column}
				r.resolveMove(Line{missing}, state)
				resolved = append(resolved, missing)
			}
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
	p, err := readSetup(s.Text, state)
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

func readSetup(text string, state *lineState) (engine.Position, error) {
	if isNullSetup(text) && state.known {
		side := engine.White
		if text[0] == 'B' || text[0] == 'b' {
			side = engine.Black
		}
		return withSideToMove(state.position, side)
	}
	p, _, err := parseFEN(text, state.variant)
	return p, err
}

// resolveMove resolves the first of the items, a move, and returns how many
// items it takes: a capture may be written as several jumps.
func (r *resolver) resolveMove(items Line, state *lineState) (taken int) {
	m := items[0].(*Move)
	r.checkNumber(m, state)
	taken = 1
	switch {
	case m.Status == Unknown:
		if state.known && len(items) > 1 {
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
		return m, 1, errors.New("the move is not known")
	}
	var doubt string
	texts := joinedTexts(items)
	for i, text := range texts {
		play, partDoubt, partErr := findMove(state.position, text)
		if i == 0 {
			doubt, err = partDoubt, partErr
		}
		if partErr == nil {
			if i > 0 {
				doubt = fmt.Sprintf("a capture written in %d parts, read as %s", i+1, text)
			}
			if doubt != "" && !r.quiet {
				r.log.warn(m.at(), "%s", doubt)
			}
			m.Status, m.Play, m.Text = Legal, play, text
			return m, i + 1, nil
		}
	}
	if !r.options.AllowIrregular {
		return m, 1, err
	}
	for i, text := range slices.Backward(texts) {
		if play, irregularErr := findIrregular(state.position, text); irregularErr == nil {
			if !r.quiet {
				r.log.warn(m.at(), "%v; let stand as an irregular capture", err)
			}
			m.Status, m.Play, m.Text = Irregular, play, text
			return m, i + 1, nil
		}
	}
	return m, 1, err
}

// joinedTexts returns the text of the first item, a move, and what it becomes
// with each of the next that goes on where it ends: 11x18 and 18x25.
func joinedTexts(items Line) []string {
	texts := []string{items[0].(*Move).Text}
	for _, item := range items[1:] {
		last := texts[len(texts)-1]
		next, ok := item.(*Move)
		if !ok || next.number != 0 || next.Status == Unknown || len(last) > maxJoinedText {
			break
		}
		joined, ok := joinMoves(last, next.Text)
		if !ok {
			break
		}
		texts = append(texts, joined)
	}
	return texts
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
