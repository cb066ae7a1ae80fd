package pdn

import (
	"bytes"
	"os"
	"testing"

	"ckengine/engine"
)

// FuzzReader reads anything: it ends, nothing panics, problems have places, and
// what was read can be written, once and for all.
func FuzzReader(f *testing.F) {
	for _, path := range corpusFiles(f) {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, uint8(0), false)
	}
	f.Add([]byte("[GameType \"27\"]\n[FEN \"W:WK13:B39,58\"]\n13x46 39x40 (13x72)"), uint8(1), true)
	f.Fuzz(func(t *testing.T, text []byte, variant uint8, irregular bool) {
		options := Options{
			Variant:        engine.Variant(int(variant) % len(engine.Variants())),
			AllowIrregular: irregular,
			MaxGameBytes:   8 << 10,
		}
		for g, err := range NewReader(bytes.NewReader(text), options).All() {
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range g.Problems {
				if p.Line < 1 || p.Column < 1 || p.Message == "" {
					t.Errorf("%+v", p)
				}
			}
		}
		checkNormalize(t, text, options)
	})
}
