package pdn

import (
	"cmp"
	"errors"

	"ckengine/engine"
)

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
				f.err = errors.New("a set-up that does not fit the board")
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
