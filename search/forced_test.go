package search

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
)

// forcedNodes is what two seconds on one thread have time for, and more.
const forcedNodes = 5_000_000

// forcedResult is a position with its exact distance to the end, solved by a plain
// and-or search without draw rules.
type forcedResult struct {
	position engine.Position
	score    eval.Score
	best     []engine.Move // every first move that wins as fast as possible
}

func readForced(t *testing.T) (all []forcedResult) {
	file, err := os.Open("../testdata/cases/forced.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), ";")
		width, _ := strconv.Atoi(fields[0])
		variant, _ := engine.VariantWithSquares(width * width / 2)
		position, err := engine.ParseFEN(fields[1], variant)
		if err != nil {
			t.Fatal(err)
		}
		kind, number, _ := strings.Cut(fields[2], " ")
		plies, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		r := forcedResult{position: position, score: eval.Loss(plies)}
		if kind == "win" {
			r.score = eval.Win(plies)
			for _, m := range position.Moves() {
				for text := range strings.FieldsSeq(fields[3]) {
					if position.HubText(m) == text || strings.HasPrefix(position.HubText(m), text+"x") {
						r.best = append(r.best, m)
					}
				}
			}
		}
		all = append(all, r)
	}
	return all
}

func TestForcedResultsAreExact(t *testing.T) {
	cases := readForced(t)
	if len(cases) < 60 {
		t.Fatalf("only %d cases", len(cases))
	}
	var sum, most int64
	for _, c := range cases {
		s := New(Options{Variant: c.position.Variant(), HashMiB: 16})
		g := engine.NewGame(c.position, engine.RepetitionDraws)
		r := s.Search(t.Context(), g, Limits{Nodes: forcedNodes, Analysis: true}, nil)
		sum, most = sum+r.Nodes, max(most, r.Nodes)
		if r.Score() != c.score {
			t.Errorf("%s: %v, want %v", c.position.FEN(), r.Score(), c.score)
		}
		best, _ := r.Best()
		found := len(c.best) == 0
		for _, m := range c.best {
			found = found || m == best
		}
		if !found {
			t.Errorf("%s: %s does not win in the least number of plies", c.position.FEN(), c.position.HubText(best))
		}
		if len(r.Lines[0].Moves) != c.score.Plies() {
			t.Errorf("%s: a line of %d plies for %v", c.position.FEN(), len(r.Lines[0].Moves), c.score)
		}
	}
	t.Logf("%d nodes, at most %d for one position", sum, most)
}

// Threads and several lines end in the same distances.
func TestForcedResultsAreExactForThreadsAndLines(t *testing.T) {
	for i, c := range readForced(t) {
		if i%6 != 0 {
			continue
		}
		g := engine.NewGame(c.position, engine.RepetitionDraws)
		s := New(Options{Variant: c.position.Variant(), HashMiB: 16, Threads: 2})
		if r := s.Search(t.Context(), g, Limits{Nodes: forcedNodes, Analysis: true}, nil); r.Score() != c.score {
			t.Errorf("%s with two threads: %v, want %v", c.position.FEN(), r.Score(), c.score)
		}
		s = New(Options{Variant: c.position.Variant(), HashMiB: 16})
		if r := s.Search(t.Context(), g, Limits{Nodes: forcedNodes, MultiPV: 2, Analysis: true}, nil); r.Score() != c.score {
			t.Errorf("%s with two lines: %v, want %v", c.position.FEN(), r.Score(), c.score)
		}
	}
}
