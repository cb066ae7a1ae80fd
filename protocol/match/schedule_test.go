package match

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestScheduleOfAMatch(t *testing.T) {
	s := newSchedule(RoundRobin, 2, 3, []int{7, 4}, Shard{})
	want := []Game{
		{1, 0, 0, 7, 0, 1}, {2, 0, 0, 7, 1, 0},
		{3, 1, 1, 4, 0, 1}, {4, 1, 1, 4, 1, 0},
		{5, 2, 2, 7, 0, 1}, {6, 2, 2, 7, 1, 0},
	}
	if got := slices.Collect(s.games()); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPairingsOfTournaments(t *testing.T) {
	tests := []struct {
		tournament Tournament
		engines    int
		want       [][2]int
	}{
		{RoundRobin, 2, [][2]int{{0, 1}}},
		{RoundRobin, 4, [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}},
		{Gauntlet, 2, [][2]int{{0, 1}}},
		{Gauntlet, 4, [][2]int{{0, 1}, {0, 2}, {0, 3}}},
	}
	for _, test := range tests {
		if got := newSchedule(test.tournament, test.engines, 1, []int{0}, Shard{}).pairings; !slices.Equal(got, test.want) {
			t.Errorf("%s of %d: %v, want %v", test.tournament, test.engines, got, test.want)
		}
	}
}

// Every opening is played by every pairing with both colours, and the shards make
// up the whole.
func TestScheduleIsFairAndComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tournament := rapid.SampledFrom([]Tournament{RoundRobin, Gauntlet}).Draw(t, "tournament")
		engines := rapid.IntRange(2, 5).Draw(t, "engines")
		rounds := rapid.IntRange(1, 12).Draw(t, "rounds")
		openings := rapid.IntRange(1, 15).Draw(t, "openings")
		shards := rapid.IntRange(1, 7).Draw(t, "shards")
		order := openingOrder(openings, rapid.Bool().Draw(t, "sequential"), rapid.IntRange(0, 40).Draw(t, "start"), rapid.Uint64().Draw(t, "seed"))
		if sorted := slices.Sorted(slices.Values(order)); sorted[0] != 0 || len(slices.Compact(sorted)) != openings || sorted[openings-1] != openings-1 {
			t.Fatalf("%d openings are played in the order %v", openings, order)
		}

		whole := newSchedule(tournament, engines, rounds, order, Shard{})
		games := slices.Collect(whole.games())
		if len(games) != whole.size() || len(games) != whole.planned() {
			t.Fatalf("%d games, size %d, planned %d", len(games), whole.size(), whole.planned())
		}
		pairs := map[int][]Game{}
		perRound := map[int]map[int]int{}
		for i, g := range games {
			if g.Number != i+1 {
				t.Fatalf("game %d has the number %d", i+1, g.Number)
			}
			pairs[g.Pair] = append(pairs[g.Pair], g)
			if perRound[g.Round] == nil {
				perRound[g.Round] = map[int]int{}
			}
			perRound[g.Round][g.Opening]++
		}
		for _, pair := range pairs {
			if len(pair) != 2 || pair[0].Opening != pair[1].Opening || pair[0].White != pair[1].Black || pair[0].Black != pair[1].White {
				t.Fatalf("pair %v", pair)
			}
		}
		for round, used := range perRound {
			if len(used) != 1 {
				t.Fatalf("round %d has several openings: %v", round, used)
			}
		}

		var merged []Game
		for i := range shards {
			part := newSchedule(tournament, engines, rounds, order, Shard{i + 1, shards})
			own := slices.Collect(part.games())
			if len(own) != part.planned() {
				t.Fatalf("shard %v has %d games, planned %d", part.shard, len(own), part.planned())
			}
			merged = append(merged, own...)
		}
		slices.SortFunc(merged, func(a, b Game) int { return a.Number - b.Number })
		if !slices.Equal(merged, games) {
			t.Fatalf("%d shards make up %v, want %v", shards, merged, games)
		}
	})
}

func TestOpeningOrderComesFromTheSeed(t *testing.T) {
	a, b, c := openingOrder(100, false, 0, 1), openingOrder(100, false, 0, 1), openingOrder(100, false, 0, 2)
	if !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("seed 1 gives %v and %v, seed 2 %v", a, b, c)
	}
	if got := openingOrder(4, true, 5, 0); !slices.Equal(got, []int{1, 2, 3, 0}) {
		t.Errorf("in order from 5 of 4: %v", got)
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("2/3"); err != nil || s != (Shard{2, 3}) {
		t.Errorf("2/3: %v, %v", s, err)
	}
	for _, text := range []string{"", "1", "0/3", "4/3", "-1/3", "1/0", "x/3", "1/x", "1/3/5", "1/99999999999"} {
		if s, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), "I/N") {
			t.Errorf("%q: %v, %v, want an error", text, s, err)
		}
	}
}

func TestShardFromEnvironment(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
		want Shard
		err  string
	}{
		{"none", nil, Shard{}, ""},
		{"slurm from 0", map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "0"}, Shard{1, 3}, ""},
		{"slurm from 1", map[string]string{"SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1"}, Shard{3, 3}, ""},
		{"slurm in steps", map[string]string{"SLURM_ARRAY_TASK_ID": "14", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_STEP": "2"}, Shard{3, 3}, ""},
		{"slurm alone", map[string]string{"SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_COUNT": "1"}, Shard{}, ""},
		{"slurm without a count", map[string]string{"SLURM_ARRAY_TASK_ID": "0"}, Shard{}, "SLURM_ARRAY_TASK_COUNT is not"},
		{"kubernetes", map[string]string{"JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "5"}, Shard{5, 5}, ""},
		{"kubernetes without a count", map[string]string{"JOB_COMPLETION_INDEX": "4"}, Shard{}, "JOB_COMPLETIONS is not"},
		{"kubernetes beyond its count", map[string]string{"JOB_COMPLETION_INDEX": "5", "JOB_COMPLETIONS": "5"}, Shard{}, "part 6 of 5"},
		{"nonsense", map[string]string{"JOB_COMPLETION_INDEX": "x", "JOB_COMPLETIONS": "5"}, Shard{}, "whole number"},
	}
	for _, test := range tests {
		got, err := ShardFromEnvironment(func(name string) string { return test.env[name] })
		if got != test.want || (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
			t.Errorf("%s: %v, %v, want %v, %q", test.name, got, err, test.want, test.err)
		}
	}
}
