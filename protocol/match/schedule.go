package match

import (
	"encoding"
	"fmt"
	"iter"
	"math/rand/v2"
	"strconv"
	"strings"
)

// Tournament says who plays whom.
type Tournament uint8

// The kinds of tournaments. With two engines they are the same.
const (
	RoundRobin Tournament = iota // everyone against everyone
	Gauntlet                     // the first engine against all others
)

var tournamentNames = [...]string{"round-robin", "gauntlet"}

// String is "round-robin" or "gauntlet".
func (t Tournament) String() string { return tournamentNames[t] }

// MarshalText is String.
func (t Tournament) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what String writes, and "roundrobin".
func (t *Tournament) UnmarshalText(text []byte) error {
	for i, name := range tournamentNames {
		if strings.EqualFold(strings.ReplaceAll(string(text), "-", ""), strings.ReplaceAll(name, "-", "")) {
			*t = Tournament(i)
			return nil
		}
	}
	return fmt.Errorf("tournament %q: want round-robin or gauntlet", text)
}

// Shard is a part of a schedule that one of several processes plays. The zero value
// is the whole.
type Shard struct {
	Index, Count int // Index from 1 to Count
}

var _ encoding.TextUnmarshaler = (*Shard)(nil)

// maxShards keeps the arithmetic of game numbers safe.
const maxShards = 1_000_000

// ParseShard reads "2/3", the second of three.
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	if err1 != nil || err2 != nil || n < 1 || n > maxShards || i < 1 || i > n {
		return Shard{}, fmt.Errorf("shard %q: want I/N with I from 1 to N, such as 1/8 for the first of eight", text)
	}
	return Shard{i, n}, nil
}

// String is such as "2/3".
func (s Shard) String() string {
	if s.Count == 0 {
		return "1/1"
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// MarshalText is String.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is ParseShard.
func (s *Shard) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShard(string(text))
	if s.Count == 1 {
		*s = Shard{}
	}
	return err
}

// ShardFromEnvironment tells the part that a cluster's scheduler gives to this
// process: SLURM_ARRAY_TASK_ID with _COUNT, _MIN and _STEP, or Kubernetes'
// JOB_COMPLETION_INDEX with JOB_COMPLETIONS, which the pod has to set. It is the
// whole without them.
func ShardFromEnvironment(getenv func(string) string) (Shard, error) {
	number := func(name string, normal int) (int, error) {
		text := getenv(name)
		if text == "" {
			return normal, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil {
			return 0, fmt.Errorf("%s=%q: want a whole number", name, text)
		}
		return n, nil
	}
	switch {
	case getenv("SLURM_ARRAY_TASK_ID") != "":
		var values [4]int
		for i, v := range []struct {
			name   string
			normal int
		}{{"SLURM_ARRAY_TASK_ID", 0}, {"SLURM_ARRAY_TASK_COUNT", 0}, {"SLURM_ARRAY_TASK_MIN", 0}, {"SLURM_ARRAY_TASK_STEP", 1}} {
			n, err := number(v.name, v.normal)
			if err != nil {
				return Shard{}, err
			}
			values[i] = n
		}
		id, count, first, step := values[0], values[1], values[2], max(values[3], 1)
		return shardOf((id-first)/step+1, count, "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT")
	case getenv("JOB_COMPLETION_INDEX") != "":
		index, err := number("JOB_COMPLETION_INDEX", 0)
		if err != nil {
			return Shard{}, err
		}
		count, err := number("JOB_COMPLETIONS", 0)
		if err != nil {
			return Shard{}, err
		}
		return shardOf(index+1, count, "JOB_COMPLETION_INDEX", "JOB_COMPLETIONS")
	}
	return Shard{}, nil
}

func shardOf(index, count int, indexName, countName string) (Shard, error) {
	switch {
	case count == 0:
		return Shard{}, fmt.Errorf("%s is set but %s is not: set it to the number of parts, or give --shard I/N", indexName, countName)
	case index < 1 || index > count || count > maxShards:
		return Shard{}, fmt.Errorf("%s makes this part %d of %d (%s): give --shard I/N", indexName, index, count, countName)
	case count == 1:
		return Shard{}, nil
	}
	return Shard{index, count}, nil
}

// Game is one game of a schedule.
type Game struct {
	Number       int // from 1
	Pair         int // from 0, unique in the whole schedule; its two games are the same opening with colours swapped
	Round        int // from 0, counts the openings of each pairing
	Opening      int // index into the opening set
	White, Black int // indices of engines
}

// schedule is all games in the order in which they are begun: round by round, in each
// round all pairings with the same opening, both games of a pair one after the other.
// It depends on nothing but the numbers here, so that every process can tell any game.
type schedule struct {
	pairings [][2]int
	rounds   int
	openings []int // in the order in which the rounds take them
	shard    Shard
}

func newSchedule(t Tournament, engines, rounds int, openings []int, shard Shard) schedule {
	s := schedule{rounds: rounds, openings: openings, shard: shard}
	for i := range engines {
		for j := i + 1; j < engines; j++ {
			if t == RoundRobin || i == 0 {
				s.pairings = append(s.pairings, [2]int{i, j})
			}
		}
	}
	return s
}

// openingStream tells the random numbers for the order of openings from others of the same seed.
const openingStream = 0x6f70656e696e6773

// openingOrder returns the indices of an opening set in the order in which to play them.
func openingOrder(count int, sequential bool, first int, seed uint64) []int {
	order := make([]int, count)
	for i := range order {
		order[i] = i
	}
	if !sequential {
		r := rand.New(rand.NewPCG(seed, openingStream))
		r.Shuffle(count, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return append(order[first%count:], order[:first%count]...)
}

// size returns the number of games of all shards together.
func (s schedule) size() int { return 2 * s.rounds * len(s.pairings) }

// game returns the game with a number from 1 to size.
func (s schedule) game(number int) Game {
	pair, second := (number-1)/2, (number-1)%2 == 1
	round := pair / len(s.pairings)
	players := s.pairings[pair%len(s.pairings)]
	g := Game{
		Number: number, Pair: pair, Round: round,
		Opening: s.openings[round%len(s.openings)],
		White:   players[0], Black: players[1],
	}
	if second {
		g.White, g.Black = g.Black, g.White
	}
	return g
}

// games yields the games of the shard.
func (s schedule) games() iter.Seq[Game] {
	return func(yield func(Game) bool) {
		for number := 1; number <= s.size(); number++ {
			if s.has(number) && !yield(s.game(number)) {
				return
			}
		}
	}
}

// has reports whether a game belongs to the shard, which takes every Count-th pair.
func (s schedule) has(number int) bool {
	return number >= 1 && number <= s.size() && (s.shard.Count == 0 || (number-1)/2%s.shard.Count == s.shard.Index-1)
}

// planned returns the number of games of the shard.
func (s schedule) planned() int {
	pairs := s.size() / 2
	if s.shard.Count > 0 {
		pairs = (pairs - s.shard.Index + s.shard.Count) / s.shard.Count
	}
	return 2 * pairs
}
