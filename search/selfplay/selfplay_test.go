package selfplay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/eval/corpus"
)

func config(v engine.Variant, games uint64) Config {
	return Config{
		Header:  corpus.Header{Variant: v, Evaluation: "handmade", Seed: 5, Nodes: 100, HashMiB: 1, Games: games, Shard: 1, Shards: 1},
		Workers: 2,
	}
}

// play returns the games of a run.
func play(t *testing.T, c Config) []corpus.Game {
	t.Helper()
	var games []corpus.Game
	if err := Run(t.Context(), c, 0, func(g *corpus.Game) error {
		games = append(games, *g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return games
}

// file encodes games, so that they can be compared byte for byte.
func file(t *testing.T, h corpus.Header, games []corpus.Game) []byte {
	t.Helper()
	var buffer bytes.Buffer
	w, err := corpus.NewWriter(&buffer, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if err := w.Write(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	return buffer.Bytes()
}

func TestGamesDoNotDependOnWorkersOrShards(t *testing.T) {
	whole := config(engine.Brazilian, 9)
	want := file(t, whole.Header, play(t, whole))
	alone := whole
	alone.Workers = 1
	if !bytes.Equal(file(t, whole.Header, play(t, alone)), want) {
		t.Error("one worker plays other games than two")
	}
	merged := make([]corpus.Game, whole.Header.Games)
	for shard := 1; shard <= 3; shard++ {
		part := whole
		part.Header.Shard, part.Header.Shards = shard, 3
		for _, g := range play(t, part) {
			merged[g.Number-1] = g
		}
	}
	if !bytes.Equal(file(t, whole.Header, merged), want) {
		t.Error("three shards play other games than the whole")
	}
}

func TestRunGoesOn(t *testing.T) {
	c := config(engine.Brazilian, 6)
	want := file(t, c.Header, play(t, c))
	var games []corpus.Game
	stop := errors.New("stop")
	keep := func(g *corpus.Game) error {
		if len(games) == 2 && g.Number == 3 && stop != nil {
			return stop
		}
		games = append(games, *g)
		return nil
	}
	if err := Run(t.Context(), c, 0, keep); !errors.Is(err, stop) {
		t.Fatalf("the error of emit is lost: %v", err)
	}
	stop = nil
	if err := Run(t.Context(), c, games[len(games)-1].Number, keep); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file(t, c.Header, games), want) {
		t.Error("an interrupted run has other games")
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := Run(ctx, config(engine.Canadian, 1000), 0, func(*corpus.Game) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestSamplesAreQuiet checks what the corpus promises of its positions.
func TestSamplesAreQuiet(t *testing.T) {
	for _, v := range engine.Variants() {
		samples := 0
		for _, g := range play(t, config(v, 4)) {
			last := -sampleSpacing
			for _, s := range g.Samples {
				samples++
				p := s.Position
				switch {
				case p.CanCapture() || p.IsThreatened():
					t.Errorf("%s: a capture is due in %s", v, p.FEN())
				case s.Ply < samplesFrom || s.Ply-last < sampleSpacing || s.Ply >= g.Plies:
					t.Errorf("%s: sample at ply %d after %d, of a game of %d", v, s.Ply, last, g.Plies)
				case (s.Ply%2 == 0) != (p.SideToMove() == engine.White):
					t.Errorf("%s: %s to move at ply %d", v, p.SideToMove(), s.Ply)
				}
				last = s.Ply
			}
			if len(g.Samples) > maxSamples {
				t.Errorf("%s: %d samples", v, len(g.Samples))
			}
			if g.End != corpus.Endless && g.Result == engine.Ongoing {
				t.Errorf("%s: game %d has no result", v, g.Number)
			}
		}
		if samples == 0 {
			t.Errorf("%s: no sample", v)
		}
	}
}

func TestLeadIsCountedPerSide(t *testing.T) {
	lead := 0
	for _, c := range []struct{ score, want int }{
		{900, 1}, {800, 2}, {799, 0}, {-800, -1}, {-2000, -2}, {3000, 1}, {0, 0},
	} {
		if lead = follow(lead, eval.Score(c.score)); lead != c.want {
			t.Errorf("after %d: %d, want %d", c.score, lead, c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"no games":  func(c *Config) { c.Header.Games = 0 },
		"no nodes":  func(c *Config) { c.Header.Nodes = 1 },
		"no hash":   func(c *Config) { c.Header.HashMiB = -5 },
		"workers":   func(c *Config) { c.Workers = 0 },
		"shard 4/3": func(c *Config) { c.Header.Shard, c.Header.Shards = 4, 3 },
	} {
		c := config(engine.Canadian, 10)
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		change(&c)
		if err := c.Validate(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func Example() {
	c := Config{
		Header:  corpus.Header{Variant: engine.Brazilian, Seed: 1, Nodes: 100, HashMiB: 1, Games: 2, Shard: 1, Shards: 1},
		Workers: 1,
	}
	err := Run(context.Background(), c, 0, func(g *corpus.Game) error {
		fmt.Println(g.Number, len(g.Samples) > 0)
		return nil
	})
	fmt.Println(err)
	// Output:
	// 1 true
	// 2 true
	// <nil>
}
