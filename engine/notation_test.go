package engine

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ruleCase is a line of moves.txt or traps.txt: a position with all its legal moves.
type ruleCase struct {
	fen      string
	position Position
	moves    []string
}

func readRuleCases(t *testing.T, name string) (cases []ruleCase) {
	t.Helper()
	file, err := os.Open("../testdata/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") || lines.Text() == "" {
			continue
		}
		fields := strings.Split(lines.Text(), ";")
		width, _ := strconv.Atoi(fields[0])
		v, ok := VariantWithSquares(width * width / 2)
		if !ok {
			t.Fatalf("%s: no board", lines.Text())
		}
		p, err := ParseFEN(fields[1], v)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, ruleCase{fields[1], p, strings.Fields(fields[2])})
	}
	return cases
}

func TestLegalMovesByText(t *testing.T) {
	for _, name := range []string{"traps.txt", "moves.txt"} {
		for _, c := range readRuleCases(t, name) {
			var got []string
			for _, m := range c.position.Moves() {
				text := c.position.HubText(m)
				got = append(got, text)
				for _, text := range []string{text, c.position.ShortText(m), c.position.PathText(m)} {
					if parsed, err := c.position.ParseMove(text); err != nil || parsed != m {
						t.Errorf("%s: %s: %v, %v", c.fen, text, parsed, err)
					}
				}
			}
			slices.Sort(got)
			slices.Sort(c.moves)
			if !slices.Equal(got, c.moves) {
				t.Errorf("%s: %v, want %v", c.fen, got, c.moves)
			}
		}
	}
}
