package main

import (
	"ckengine/engine"
	"ckengine/protocol"
)

// gameFrom returns a game that begins with the FEN, or with the start position if
// there is none.
func gameFrom(settings *protocol.Settings, fen ...string) (*engine.Game, error) {
	position := engine.Start(settings.Variant)
	if len(fen) > 0 {
		var err error
		if position, err = engine.ParseFEN(fen[0], settings.Variant); err != nil {
			return nil, &usageError{err}
		}
	}
	return engine.NewGame(position, settings.DrawRule), nil
}
