package match

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"ckengine/engine"
)

// The embedded sets are what GenerateOpenings finds, compressed; docs/match.md has the commands.
//
//go:embed openings/*.fen.gz
var openingFiles embed.FS

// embeddedOpenings reads an embedded set.
func embeddedOpenings(name string, v engine.Variant) ([]engine.Position, error) {
	data, err := openingFiles.ReadFile(fmt.Sprintf("openings/%s-%s.fen.gz", v, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no embedded set %q for the %s board", name, v)
	}
	if err != nil {
		return nil, err
	}
	text, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return readOpenings(name, text, v)
}
