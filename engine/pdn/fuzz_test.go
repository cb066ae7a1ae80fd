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
	// What was once written in another way than it had been read.
	for _, text := range []string{
		"040*002", "1. ... 43-37", "/FEN \"W:W43-72[", "0-0A0", "1-1:W20:", "0020 - 2. -", "[A  b\tc]\n1. 43-37",
		"[Result \"4-6\"]\n43-37 4-6\x08", "[Result \"4-6\"]\n43-37 4-6 .", "[Result \"4-6\"]\n43-37 4-6 5", "[Result \"4-6\"] \"3-37 4-6 4-6", "43-37 {a\n[B \x00\"c\" {", "[FEN \"\"]\n[GameType \"27\"] *",
		"0000000000000000000000000000*A00 32X28 19X23 28X19X19",
		"000[FEN\"W:W61:B56 45 37 01 02 57\"61X50 10 50X63",
		"[FEN \"W:W61:B3,32,44,45,56,57\"]\n[GameType \"27\"] 61x50 50x39 39x26 *",
	} {
		f.Add([]byte(text), uint8(0), true)
	}
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
