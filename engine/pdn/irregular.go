package pdn

import (
	"fmt"
	"slices"
	"strings"

	"ckengine/engine"
)

// maxCaptureSteps bounds the search for captures on boards made to be slow.
const maxCaptureSteps = 100_000

// shortCaptures looks for captures that end before they must, or take another
// way than the one that takes the most pieces.
type shortCaptures struct {
	position engine.Position
	from, to engine.Square
	king     bool
	empty    engine.Bitboard // the capturing piece's own square included
	steps    int
	found    []engine.Move
}

// findIrregular returns the capture of fewer pieces than the most that a text means,
// if there is a text by which alone it can be written again.
func findIrregular(p engine.Position, text string) (engine.Move, error) {
	m, err := shortCapture(p, text)
	if err == nil {
		_, err = irregularText(p, m)
	}
	return m, err
}

// irregularText returns how an irregular capture is written, so that it is not read as
// another one or as a legal move.
func irregularText(p engine.Position, m engine.Move) (string, error) {
	text := p.PathText(m)
	if again, err := shortCapture(p, text); err != nil || again != m {
		return "", fmt.Errorf("%s is no capture in %s, or not the only one written so", text, p.FEN())
	}
	if _, _, err := findMove(p, text); err == nil {
		return "", fmt.Errorf("%s would be read as a legal move in %s", text, p.FEN())
	}
	return text, nil
}

// shortCapture returns the only capture that a text fits.
func shortCapture(p engine.Position, text string) (m engine.Move, err error) {
	squares, err := squaresOf(p.Variant(), text)
	if err != nil {
		return m, err
	}
	from, to := squares[0], squares[len(squares)-1]
	side, kind, found := p.At(from)
	if !found || side != p.SideToMove() || !p.CanCapture() {
		return m, fmt.Errorf("move %s: no capture either", quoted(text))
	}
	s := shortCaptures{position: p, from: from, to: to, king: kind == engine.King, empty: p.Empty().With(from)}
	s.search(from, engine.Bitboard{}, squares[1:len(squares)-1])
	switch {
	case s.steps > maxCaptureSteps:
		return m, fmt.Errorf("move %s: too many captures to try", quoted(text))
	case len(s.found) == 0:
		return m, fmt.Errorf("move %s: no capture of fewer pieces either", quoted(text))
	case len(s.found) > 1:
		var paths []string
		for _, m := range s.found {
			paths = append(paths, p.PathText(m))
		}
		return m, fmt.Errorf("move %s: fits %d captures of fewer pieces: %s", quoted(text), len(paths), strings.Join(paths, ", "))
	}
	return s.found[0], nil
}

// search follows the captures from a square, of which the stops in via are still to come.
func (s *shortCaptures) search(at engine.Square, captured engine.Bitboard, via []engine.Square) {
	for _, step := range [...]int{-7, -6, 6, 7} {
		victim, found := s.victim(int(at), step)
		if !found || captured.Has(victim) {
			continue
		}
		taken := captured.With(victim)
		for landing := int(victim) + step; s.isEmpty(landing); landing += step {
			if s.steps++; s.steps > maxCaptureSteps {
				return
			}
			here, rest := engine.Square(landing), via
			if len(rest) > 0 && rest[0] == here {
				rest = rest[1:]
			}
			// A stop on the way is not the end at the same time.
			if here == s.to && len(via) == 0 {
				s.record(engine.NewMove(s.from, s.to, taken))
			}
			s.search(here, taken, rest)
			if !s.king {
				break
			}
		}
	}
}

// victim returns the opponent's piece that can be taken in the direction of a step.
func (s *shortCaptures) victim(at, step int) (engine.Square, bool) {
	next := at + step
	for s.king && s.isEmpty(next) {
		next += step
	}
	opponent := s.position.SideToMove().Opponent()
	if next < 0 || !s.position.Pieces(opponent).Has(engine.Square(next)) {
		return 0, false
	}
	return engine.Square(next), s.isEmpty(next + step)
}

func (s *shortCaptures) isEmpty(square int) bool {
	return square >= 0 && s.empty.Has(engine.Square(square))
}

func (s *shortCaptures) record(m engine.Move) {
	if !slices.Contains(s.found, m) {
		s.found = append(s.found, m)
	}
}

// squaresOf returns the squares of a move text, two at least.
func squaresOf(v engine.Variant, text string) ([]engine.Square, error) {
	numeric, err := numericMove(v, text)
	if err != nil {
		return nil, err
	}
	var squares []engine.Square
	for name := range strings.FieldsFuncSeq(numeric, func(r rune) bool { return r < '0' || r > '9' }) {
		s, ok := v.Square(smallNumber(name))
		if !ok {
			return nil, fmt.Errorf("move %s: square %s: the board has squares 1 to %d", quoted(text), name, v.Squares())
		}
		squares = append(squares, s)
	}
	if len(squares) < 2 {
		return nil, fmt.Errorf("move %s: want squares like 32-28 or 32x21", quoted(text))
	}
	return squares, nil
}
