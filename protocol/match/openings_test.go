package match

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/search"
)

func TestEmbeddedOpenings(t *testing.T) {
	least := map[engine.Variant]map[string]int{
		engine.Canadian:      {BalancedOpenings: 2000, UnbalancedOpenings: 500},
		engine.International: {BalancedOpenings: 1000, UnbalancedOpenings: 300},
		engine.Brazilian:     {BalancedOpenings: 300, UnbalancedOpenings: 100},
	}
	for v, sets := range least {
		for name, want := range sets {
			openings, err := LoadOpenings(OpeningConfig{Source: name}, v)
			if err != nil {
				t.Error(err)
				continue
			}
			if len(openings) < want {
				t.Errorf("%s, %s: %d openings, want %d", v, name, len(openings), want)
			}
			seen := map[engine.Position]bool{}
			for _, p := range openings {
				if p.CanCapture() {
					t.Errorf("%s, %s: %s is not quiet", v, name, p.FEN())
				}
				if seen[p] || seen[p.Rotated()] {
					t.Errorf("%s, %s: %s is there twice", v, name, p.FEN())
				}
				seen[p] = true
			}
		}
	}
}

func generate(t *testing.T, c GenerateConfig) []Opening {
	t.Helper()
	var openings []Opening
	if err := GenerateOpenings(t.Context(), c, func(o Opening) { openings = append(openings, o) }); err != nil {
		t.Fatal(err)
	}
	return openings
}

func TestGenerateOpenings(t *testing.T) {
	for _, v := range engine.Variants() {
		c := GenerateConfig{Variant: v, Count: 20, Seed: 7, MinPlies: 2, MaxPlies: 5, Depth: 3, MaxScore: 15, Threads: 1}
		openings := generate(t, c)
		c.Threads = 3
		if !slices.Equal(openings, generate(t, c)) {
			t.Errorf("%s: three threads find others than one", v)
		}
		c.Seed++
		if slices.Equal(openings, generate(t, c)) {
			t.Errorf("%s: another seed finds the same", v)
		}
		searcher := search.New(search.Options{Variant: v, HashMiB: 1, Handmade: true})
		seen := map[engine.Position]bool{}
		for _, o := range openings {
			p := o.Position
			if seen[p] || seen[p.Rotated()] || p.CanCapture() || p.Variant() != v {
				t.Errorf("%s: %s", v, p.FEN())
			}
			seen[p] = true
			searcher.Clear()
			result := searcher.Search(t.Context(), engine.NewGame(p, engine.RepetitionDraws), search.Limits{Depth: 3, Analysis: true}, nil)
			if result.Score() != o.Score || o.Score > 15 || o.Score < -15 {
				t.Errorf("%s: %s has the score %s, noted %s", v, p.FEN(), result.Score(), o.Score)
			}
		}
		// The file that is written is one that a match reads.
		path := filepath.Join(t.TempDir(), "openings.fen")
		var text strings.Builder
		for _, o := range openings {
			text.WriteString(o.Position.FEN() + " # " + o.Score.String() + "\n")
		}
		if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		read, err := LoadOpenings(OpeningConfig{Source: path}, v)
		if err != nil || len(read) != len(openings) {
			t.Fatalf("%d openings read, %v", len(read), err)
		}
		for i, o := range openings {
			if read[i] != o.Position {
				t.Errorf("%s is read as %s", o.Position.FEN(), read[i].FEN())
			}
		}
	}
}

func TestGenerateGivesUp(t *testing.T) {
	c := GenerateConfig{Variant: engine.Canadian, Count: 3, MinPlies: 0, MaxPlies: 0, Depth: 1, MaxScore: 100, Threads: 1}
	err := GenerateOpenings(t.Context(), c, nil)
	if err == nil || !strings.Contains(err.Error(), "1 found") {
		t.Errorf("three start positions: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.MaxPlies, c.Count = 6, 1000
	if err := GenerateOpenings(ctx, c, nil); err == nil {
		t.Error("it went on after the end of the context")
	}
	for _, change := range []func(*GenerateConfig){
		func(c *GenerateConfig) { c.Count = 0 },
		func(c *GenerateConfig) { c.MinPlies = 7 },
		func(c *GenerateConfig) { c.MinPlies = -1 },
		func(c *GenerateConfig) { c.Depth = 0 },
		func(c *GenerateConfig) { c.Depth = 1000 },
		func(c *GenerateConfig) { c.MinScore = 101 },
		func(c *GenerateConfig) { c.MinScore = -1 },
	} {
		wrong := c
		change(&wrong)
		if err := GenerateOpenings(t.Context(), wrong, nil); err == nil {
			t.Errorf("%+v: no error", wrong)
		}
	}
}

func TestOpeningFiles(t *testing.T) {
	tests := []struct {
		name, file, text string
		want             int
		err              string
	}{
		{"lines", "a.fen", "\ufeff# two\nW:W43-72:B1-30\n\n  B:W43-72:B1-30 # the other side\r\n", 2, ""},
		{"Hub position", "a.fen", engine.Start(engine.Canadian).HubString(), 1, ""},
		{"another board", "a.fen", engine.Start(engine.International).HubString(), 0, "line 1: the position is of the international board"},
		{"nonsense", "a.fen", "W:W43-72:B1-30\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n", 0, "line 2"},
		{"nothing", "a.fen", "# nothing\n", 0, "no opening"},
		{"games", "a.pdn", "[GameType \"27\"]\n1. 43-37 *\n\n[GameType \"27\"]\n*\n", 2, ""},
		{"a game that is over", "a.pdn", "[GameType \"27\"]\n[FEN \"W:W32:B26\"]\n1. 32x21 *\n", 0, "the game is over"},
		{"an illegal game", "a.PDN", "[GameType \"27\"]\n1. 43-36 *\n", 0, "line 1"},
		{"no games", "a.pdn", "\n", 0, "no opening"},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), test.file)
		if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		openings, err := LoadOpenings(OpeningConfig{Source: path}, engine.Canadian)
		if len(openings) != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %d openings, %v; want %d, %q", test.name, len(openings), err, test.want, test.err)
		}
	}
}
