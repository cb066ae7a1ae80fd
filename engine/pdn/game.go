package pdn

import (
	"fmt"
	"iter"

	"ckengine/engine"
)

// Game is one game of a PDN file: a header, and a tree of moves.
type Game struct {
	Tags       Tags
	Result     Result
	ResultText string // as read; the writer needs it for OtherResult, and where a ResultFormat tag rules

	GameType GameType
	Variant  engine.Variant
	// Known tells that Variant and Start hold. Where it is false, for a kind of
	// draughts with other rules or a FEN that makes no sense, the moves are text.
	Known bool
	Start engine.Position
	FEN   string // as read

	FirstNumber int // of the first move; 0 means 1
	Body        Line

	Truncated    bool // the game was too large, and its end is missing
	Line, Column int  // where it begins
	Problems     []Problem
}

// NewGame returns a game without moves from a position.
func NewGame(start engine.Position) *Game {
	return &Game{Variant: start.Variant(), Known: true, Start: start}
}

// FromPlay returns a game that was played by the rules, with its result.
func FromPlay(played *engine.Game) *Game {
	g := NewGame(played.Start())
	g.Result = ResultOf(played.Outcome().Result)
	for _, m := range played.Moves() {
		g.Body = append(g.Body, &Move{Status: Legal, Play: m})
	}
	return g
}

// Line is a sequence of moves with what was written between them.
type Line []Item

// Item is a part of a Line: a [*Move], a [Comment], a [NAG], a [*Setup] or a [Variation].
type Item interface{ item() }

// NAG is a numeric annotation glyph, such as $1 for a good move.
type NAG uint16

// Variation is a line that could have been played instead of the move before it.
type Variation Line

// Setup sets the position anew, as after an illegal move that was let stand.
type Setup struct {
	Position engine.Position
	Known    bool   // Position holds
	Text     string // the FEN as read
	at       place
}

// MoveStatus tells what is known of a move.
type MoveStatus uint8

// The kinds of moves in a game.
const (
	Legal     MoveStatus = iota
	Irregular            // a capture of fewer pieces than the most, which was let stand
	Unknown              // made, but not recorded
	Unread               // only its text is known: it is not legal, or the position is not known
)

// Move is a move of a game.
type Move struct {
	Status   MoveStatus
	Play     engine.Move // of a Legal or Irregular move
	Text     string      // as read, without blanks
	Strength string      // "!", "?!" and the like

	Line, Column int // where it stands
	number, dots int // as read
	afterDots    bool
}

func (*Move) item()     {}
func (Comment) item()   {}
func (NAG) item()       {}
func (*Setup) item()    {}
func (Variation) item() {}

// resolved reports whether Play holds.
func (m *Move) resolved() bool { return m.Status == Legal || m.Status == Irregular }

func (m *Move) at() place { return place{m.Line, m.Column} }

// Plays yields the moves of the main line, each with the position before it.
// Moves that are not known are passed over.
func (g *Game) Plays() iter.Seq2[engine.Position, *Move] {
	return func(yield func(engine.Position, *Move) bool) {
		if !g.Known {
			return
		}
		p, known := g.Start, true
		for _, item := range g.Body {
			switch item := item.(type) {
			case *Setup:
				p, known = item.Position, item.Known
			case *Move:
				if known = known && item.resolved(); !known {
					continue
				}
				if !yield(p, item) {
					return
				}
				p = p.Play(item.Play)
			}
		}
	}
}

// Plies returns the number of moves of the main line, unknown ones included.
func (g *Game) Plies() int {
	count := 0
	for _, item := range g.Body {
		if _, ok := item.(*Move); ok {
			count++
		}
	}
	return count
}

// Replay plays the main line under a draw rule. The error says why the game that
// it returns does not reach the end of the line.
func (g *Game) Replay(rule engine.DrawRule) (*engine.Game, error) {
	if !g.Known {
		return nil, fmt.Errorf("game at line %d: its rules or its position are not known", g.Line)
	}
	played := engine.NewGame(g.Start, rule)
	for _, item := range g.Body {
		switch item := item.(type) {
		case *Setup:
			switch {
			case !item.Known:
				return played, fmt.Errorf("after %d plies: a set-up that was not understood", played.Ply())
			case played.Ply() > 0:
				return played, fmt.Errorf("after %d plies: a set-up in the middle of the game", played.Ply())
			}
			played = engine.NewGame(item.Position, rule)
		case *Move:
			if item.Status != Legal {
				return played, fmt.Errorf("after %d plies: the move %s is not legal or not known", played.Ply(), item.Text)
			}
			if err := played.Play(item.Play); err != nil {
				return played, fmt.Errorf("after %d plies: %w", played.Ply(), err)
			}
		}
	}
	return played, nil
}
