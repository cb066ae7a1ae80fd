package dxp

import (
	"fmt"
	"slices"

	"ckengine/engine"
)

// squaresOf writes a position as GAMEREQ has it, without the side to move.
func squaresOf(p engine.Position) string {
	v := p.Variant()
	squares := make([]byte, v.Squares())
	for i := range squares {
		square, _ := v.Square(i + 1)
		side, kind, found := p.At(square)
		switch {
		case !found:
			squares[i] = 'e'
		case side == engine.White && kind == engine.Man:
			squares[i] = 'w'
		case side == engine.White:
			squares[i] = 'W'
		case kind == engine.Man:
			squares[i] = 'z'
		default:
			squares[i] = 'Z'
		}
	}
	return string(squares)
}

// startOf returns the position that a request starts from, see Settings.Boards.
func startOf(m GameRequest, boards []engine.Variant) (engine.Position, error) {
	if m.Squares == "" {
		if slices.Contains(boards, engine.International) {
			return engine.Start(engine.International), nil
		}
		return engine.Start(boards[0]), nil
	}
	v, _ := engine.VariantWithSquares(len(m.Squares))
	allowed := ""
	for _, b := range boards {
		if b == v {
			return positionOf(m, v)
		}
		if allowed != "" {
			allowed += " or "
		}
		allowed += fmt.Sprintf("%d (%dx%[2]d)", b.Squares(), b.Width())
	}
	return engine.Position{}, fmt.Errorf("the request has %d squares, this program plays on %s", len(m.Squares), allowed)
}

func positionOf(m GameRequest, v engine.Variant) (engine.Position, error) {
	setup := engine.NewSetup(v)
	setup.SetSideToMove(m.SideToMove)
	for i, c := range []byte(m.Squares) {
		if c == 'e' {
			continue
		}
		side, kind := engine.White, engine.Man
		if c == 'z' || c == 'Z' {
			side = engine.Black
		}
		if c == 'W' || c == 'Z' {
			kind = engine.King
		}
		if err := setup.Put(i+1, side, kind); err != nil {
			return engine.Position{}, err
		}
	}
	p, err := setup.Position()
	if err == nil && !p.HasMoves() {
		err = fmt.Errorf("%s has no legal move", m.SideToMove)
	}
	return p, err
}

// legalMove finds the move of a message among the legal ones.
func legalMove(p engine.Position, m Move) (engine.Move, error) {
	v := p.Variant()
	var captured engine.Bitboard
	for _, number := range m.Captured {
		square, ok := v.Square(number)
		if !ok {
			return engine.Move{}, fmt.Errorf("illegal move %s: the board has no square %d", moveText(m), number)
		}
		captured = captured.With(square)
	}
	for _, legal := range p.Moves() {
		if v.Number(legal.From()) == m.From && v.Number(legal.To()) == m.To && legal.Captured() == captured {
			return legal, nil
		}
	}
	return engine.Move{}, fmt.Errorf("illegal move %s", moveText(m))
}

// messageOf writes a legal move of a position as a message.
func messageOf(p engine.Position, m engine.Move) Move {
	v := p.Variant()
	message := Move{From: v.Number(m.From()), To: v.Number(m.To())}
	for square := range m.Captured().All() {
		message.Captured = append(message.Captured, v.Number(square))
	}
	return message
}

func moveText(m Move) string {
	if len(m.Captured) == 0 {
		return fmt.Sprintf("%d-%d", m.From, m.To)
	}
	text := fmt.Sprintf("%dx%d taking", m.From, m.To)
	for _, square := range m.Captured {
		text += fmt.Sprintf(" %d", square)
	}
	return text
}
