package protocol

import (
	"errors"
	"strings"

	"ckengine/engine"
)

// ParseSearchMoves reads the moves of a position that a search is to look at and no
// others, see [search.Limits]. They are separated by blanks or commas, each in a form
// that [engine.Position.ParseMove] takes; the error is its own, or says that there is no
// move at all.
func ParseSearchMoves(p engine.Position, text string) ([]engine.Move, error) {
	texts := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", \t\r\n", r) })
	if len(texts) == 0 {
		return nil, errors.New("no move given: want some such as 32-28 31-27")
	}
	moves := make([]engine.Move, len(texts))
	for i, text := range texts {
		var err error
		if moves[i], err = p.ParseMove(text); err != nil {
			return nil, err
		}
	}
	return moves, nil
}
