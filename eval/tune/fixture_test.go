package tune

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"ckengine/engine"
	"ckengine/eval/corpus"
)

// randomGames plays games of random moves; whoever has no move left has lost, and a
// long game goes to the side with more pieces.
func randomGames(v engine.Variant, seed uint64, games int) []corpus.Game {
	random := rand.New(rand.NewPCG(seed, uint64(v)))
	all := make([]corpus.Game, games)
	for i := range all {
		g := &all[i]
		g.Number = uint64(i) + 1
		p := engine.Start(v)
		for ; g.Plies < 44; g.Plies++ {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			if g.Plies >= 6 && g.Plies%2 == 0 && !p.CanCapture() {
				g.Samples = append(g.Samples, corpus.Sample{Position: p, Ply: g.Plies})
			}
			p = p.Play(moves[random.IntN(len(moves))])
		}
		switch more := p.Pieces(engine.White).Count() - p.Pieces(engine.Black).Count(); {
		case !p.HasMoves():
			g.Result = engine.WinFor(p.SideToMove().Opponent())
		case more > 0:
			g.Result = engine.WhiteWins
		case more < 0:
			g.Result = engine.BlackWins
		default:
			g.Result = engine.Draw
		}
	}
	return all
}

// headerOf is the header of a whole run.
func headerOf(v engine.Variant, seed uint64, games []corpus.Game) corpus.Header {
	return corpus.Header{Variant: v, Seed: seed, Nodes: 100, Evaluation: "handmade", Games: uint64(len(games)), Shard: 1, Shards: 1}
}

// writeShards writes games into so many files and returns their names.
func writeShards(t testing.TB, dir string, h corpus.Header, shards int, games []corpus.Game) []string {
	t.Helper()
	var paths []string
	for shard := range shards {
		h.Shard, h.Shards = shard+1, shards
		path := filepath.Join(dir, fmt.Sprintf("%s-%d-%d-%d-of-%d.corpus", h.Variant, h.Generation, h.Seed, h.Shard, shards))
		if err := os.WriteFile(path, encode(t, h, games), 0o644); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// encode returns the file of a shard.
func encode(t testing.TB, h corpus.Header, games []corpus.Game) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := corpus.NewWriter(&b, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if h.Has(games[i].Number) {
			if err := w.Write(&games[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return b.Bytes()
}

func noProgress(done, total int64) {}
