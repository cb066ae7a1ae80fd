package stats

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTallyTakesTheGamesInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type game struct {
			pair   int
			result Result
		}
		result := rapid.Map(rapid.IntRange(0, 2), func(i int) Result { return Result(i) })
		var games []game
		var want Counts
		for i := range rapid.IntRange(0, 30).Draw(t, "pairs") {
			a, b := result.Draw(t, "first"), result.Draw(t, "second")
			games = append(games, game{i, a}, game{i, b})
			want.Pairs.Add(a, b)
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "halves") {
			r := result.Draw(t, "half")
			games = append(games, game{1000 + i, r})
			want.Unpaired.Add(r)
		}
		for range rapid.IntRange(0, 5).Draw(t, "singles") {
			r := result.Draw(t, "single")
			games = append(games, game{-1, r})
			want.Unpaired.Add(r)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		report := NewReport("a", "b")
		for i, g := range games {
			// told from either side, as colours alternate
			first, second, r := "a", "b", g.result
			if i%2 == 1 {
				first, second, r = "b", "a", g.result.Reversed()
			}
			if err := report.Add(first, second, g.pair, r); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, report.Counts("a", "b")); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want.Reversed(), report.Counts("b", "a")); diff != "" {
			t.Fatalf("from the other side (-want +got):\n%s", diff)
		}
	})
}

func TestReportRefusesGames(t *testing.T) {
	tests := []struct {
		name          string
		first, second string
		pair          int
		result        Result
		want          string
	}{
		{"third game of a pair", "a", "b", 7, Win, `"a" against "b": pair 7: both games have been counted already`},
		{"third game from the other side", "b", "a", 7, Win, `"b" against "a": pair 7: both games have been counted already`},
		{"an engine against itself", "a", "a", 8, Win, `"a" against itself: the engines of a game need different names`},
		{"no result", "a", "b", 8, 3, `"a" against "b": pair 8: result 3: want loss, draw or win`},
		{"no result from the other side", "b", "a", 8, 200, `"b" against "a": pair 8: result 200: want loss, draw or win`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := NewReport("a", "b")
			for range 2 {
				if err := r.Add("a", "b", 7, Draw); err != nil {
					t.Fatal(err)
				}
			}
			err := r.Add(test.first, test.second, test.pair, test.result)
			if err == nil || err.Error() != test.want {
				t.Errorf("got error %v, want %s", err, test.want)
			}
			if got := r.Counts("a", "b"); got != (Counts{Pairs: Pairs{DD: 1}}) {
				t.Errorf("the refused game was counted: %+v", got)
			}
		})
	}
}
