package corpus_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/eval/corpus"
)

var samePosition = cmp.Comparer(func(a, b engine.Position) bool { return a == b })

func header(v engine.Variant, shard, shards int) corpus.Header {
	return corpus.Header{Variant: v, Evaluation: "handmade", Seed: 7, Nodes: 100, Games: 100, Shard: shard, Shards: shards}
}

// randomGame makes up a game of random moves, every third position a sample.
func randomGame(v engine.Variant, number uint64) corpus.Game {
	random := rand.New(rand.NewPCG(number, uint64(v)))
	g := corpus.Game{Number: number, Result: engine.Result(1 + random.IntN(3)), End: corpus.End(random.IntN(3))}
	p := engine.Start(v)
	for g.Plies < 120 && p.HasMoves() {
		if g.Plies%3 == 0 {
			g.Samples = append(g.Samples, corpus.Sample{Position: p, Ply: g.Plies, Score: eval.Score(random.IntN(1000) - 500)})
		}
		moves := p.Moves()
		p = p.Play(moves[random.IntN(len(moves))])
		g.Plies++
	}
	return g
}

// write returns the file of the games with numbers from 1 to count that belong to a shard.
func write(t testing.TB, v engine.Variant, shard, shards, count int) ([]byte, []corpus.Game) {
	t.Helper()
	h := header(v, shard, shards)
	var file bytes.Buffer
	w, err := corpus.NewWriter(&file, h)
	if err != nil {
		t.Fatal(err)
	}
	var games []corpus.Game
	for number := uint64(1); number <= uint64(count); number++ {
		if !h.Has(number) {
			continue
		}
		g := randomGame(v, number)
		if err := w.Write(&g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return file.Bytes(), games
}

func read(file []byte) (games []corpus.Game, err error) {
	r, err := corpus.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games, nil
		}
		if err != nil {
			return games, err
		}
		games = append(games, g)
	}
}

func TestGamesComeBackAsTheyWere(t *testing.T) {
	for _, v := range engine.Variants() {
		file, want := write(t, v, 2, 3, 30)
		got, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, samePosition); diff != "" {
			t.Errorf("%s: %s", v, diff)
		}
	}
}

func TestWriterRefusesForeignGames(t *testing.T) {
	w, err := corpus.NewWriter(io.Discard, header(engine.Canadian, 1, 2))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		number uint64
		fine   bool
	}{{3, true}, {3, false}, {1, false}, {4, false}, {5, true}, {101, false}} {
		if err := w.Write(&corpus.Game{Number: c.number}); (err == nil) != c.fine {
			t.Errorf("game %d: %v", c.number, err)
		}
	}
	if _, err := corpus.NewWriter(io.Discard, header(engine.Canadian, 3, 2)); err == nil {
		t.Error("shard 3 of 2 is accepted")
	}
}

// TestDamageIsNoticed changes every byte of a file and cuts it off everywhere.
func TestDamageIsNoticed(t *testing.T) {
	file, games := write(t, engine.Brazilian, 1, 1, 2)
	for i := range file {
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x40
		if _, err := read(damaged); err == nil {
			t.Errorf("byte %d of %d changed: no error", i, len(file))
		}
	}
	whole := 0
	for length := range file {
		got, err := read(file[:length])
		if err == nil {
			whole++ // the file ends after a whole game
		}
		if len(got) == len(games) {
			t.Errorf("cut to %d bytes: all games", length)
		}
	}
	if whole != len(games) {
		t.Errorf("%d beginnings are whole, want %d: the header alone and each game but the last", whole, len(games))
	}
}

func TestOpenGoesOn(t *testing.T) {
	v := engine.International
	want, games := write(t, v, 1, 1, 5)
	three, _ := write(t, v, 1, 1, 3)
	for _, extra := range []int{0, 1, 5, 40} {
		path := filepath.Join(t.TempDir(), "games")
		if err := os.WriteFile(path, want[:len(three)+extra], 0o644); err != nil {
			t.Fatal(err)
		}
		var seen int
		f, err := corpus.Open(path, header(v, 1, 1), func(*corpus.Game) { seen++ })
		if err != nil {
			t.Fatal(err)
		}
		if seen != 3 || f.Last() != 3 || f.Dropped != int64(extra) {
			t.Errorf("%d bytes more: %d games seen, last %d, %d bytes dropped", extra, seen, f.Last(), f.Dropped)
		}
		for i := range games[3:] {
			if err := f.Write(&games[3+i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, want) {
			t.Errorf("%d bytes more: the file differs from one written at once", extra)
		}
	}
}

func TestOpenRefusesOtherGames(t *testing.T) {
	file, _ := write(t, engine.Canadian, 1, 1, 3)
	path := filepath.Join(t.TempDir(), "games")
	other := header(engine.Canadian, 1, 1)
	other.Seed++
	changed := bytes.Clone(file)
	changed[len(changed)-20] ^= 1
	for _, c := range []struct {
		name, content string
		header        corpus.Header
	}{
		{"another seed", string(file), other},
		{"no corpus", "[Event \"?\"]\n", header(engine.Canadian, 1, 1)},
		{"damage", string(changed), header(engine.Canadian, 1, 1)},
	} {
		if err := os.WriteFile(path, []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := corpus.Open(path, c.header, func(*corpus.Game) {})
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if got, _ := os.ReadFile(path); string(got) != c.content {
			t.Errorf("%s: the file was changed", c.name)
		}
	}
}

func TestSummaryKnowsTwins(t *testing.T) {
	p := engine.Start(engine.Canadian)
	p = p.Play(p.Moves()[0])
	var s corpus.Summary
	s.Add(&corpus.Game{Result: engine.Draw, Plies: 10, Samples: []corpus.Sample{{Position: p}, {Position: p.Rotated()}}})
	s.Add(&corpus.Game{End: corpus.Endless, Plies: 500})
	if s.Samples != 2 || s.Duplicates != 1 || s.Phases[10] != 2 || s.Plies != 10 || s.Games != 2 {
		t.Errorf("%+v", s)
	}
}

func TestSummaryFindsFaults(t *testing.T) {
	p := engine.Start(engine.Canadian)
	healthy := func(i int) corpus.Game {
		g := corpus.Game{Result: engine.Result(1 + i%3), Plies: 100}
		for range 3 {
			moves := p.Moves()
			if p = p.Play(moves[i%len(moves)]); !p.HasMoves() {
				p = engine.Start(engine.Canadian)
			}
			g.Samples = append(g.Samples, corpus.Sample{Position: p})
		}
		return g
	}
	for _, c := range []struct {
		want   string // of the error, "" for none
		change func(i int, g *corpus.Game)
	}{
		{"no game is drawn", func(_ int, g *corpus.Game) {
			if g.Result == engine.Draw {
				g.Result = engine.BlackWins
			}
		}},
		{"are drawn", func(i int, g *corpus.Game) { g.Result = engine.Draw }},
		{"one colour wins", func(i int, g *corpus.Game) {
			if i%4 > 0 {
				g.Result = engine.WhiteWins
			}
		}},
		{"too long", func(i int, g *corpus.Game) {
			if i%10 == 0 {
				g.End = corpus.Endless
			}
		}},
		{"positions from", func(_ int, g *corpus.Game) { g.Samples = g.Samples[:1] }},
		{"duplicates", func(_ int, g *corpus.Game) {
			for i := range g.Samples {
				g.Samples[i].Position = engine.Start(engine.Canadian)
			}
		}},
	} {
		var s corpus.Summary
		for i := range 500 {
			g := healthy(i)
			c.change(i, &g)
			s.Add(&g)
		}
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
	}
	var few corpus.Summary
	few.Add(&corpus.Game{Result: engine.WhiteWins})
	if err := few.Check(); err != nil {
		t.Errorf("a single game is judged: %v", err)
	}
}

func FuzzReader(f *testing.F) {
	file, _ := write(f, engine.Brazilian, 1, 1, 2)
	f.Add(file)
	f.Add(file[:len(file)-9])
	f.Fuzz(func(t *testing.T, file []byte) {
		games, err := read(file)
		if damage, ok := errors.AsType[*corpus.DamageError](err); ok && (damage.Offset < 0 || damage.Offset > int64(len(file))) {
			t.Errorf("damage at byte %d of %d", damage.Offset, len(file))
		} else if err != nil && !ok {
			t.Errorf("%v is no DamageError", err)
		}
		for _, g := range games {
			for _, s := range g.Samples {
				if s.Position.Hash() == 0 {
					t.Errorf("game %d has no position at ply %d", g.Number, s.Ply)
				}
			}
		}
	})
}
