package engine_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ckengine/engine"

	"github.com/google/go-cmp/cmp"
)

// readCases returns the fields of every line of a file in testdata/cases, comments left out.
func readCases(t testing.TB, name string) [][]string {
	t.Helper()
	content, err := os.ReadFile("../testdata/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var cases [][]string
	for line := range strings.Lines(string(content)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			cases = append(cases, strings.Split(line, ";"))
		}
	}
	if len(cases) == 0 {
		t.Fatalf("%s has no case", name)
	}
	return cases
}

// readPosition sets up a position from the width of its board and a FEN.
func readPosition(t testing.TB, width, fen string) engine.Position {
	t.Helper()
	n, err := strconv.Atoi(width)
	if err != nil {
		t.Fatal(err)
	}
	v, ok := engine.VariantWithSquares(n * n / 2)
	if !ok {
		t.Fatalf("no board is %s squares wide", width)
	}
	return parse(t, v, fen)
}

// parse reads a FEN.
func parse(t testing.TB, v engine.Variant, fen string) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen, v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// moveTexts returns the legal moves of a position as Hub text, sorted.
func moveTexts(p engine.Position) []string {
	var texts []string
	for _, m := range p.Moves() {
		texts = append(texts, p.HubText(m))
	}
	slices.Sort(texts)
	return texts
}

// find returns the legal move with the given text.
func find(t testing.TB, p engine.Position, text string) engine.Move {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	return m
}

func TestReferenceOnCases(t *testing.T) {
	for _, name := range []string{"moves.txt", "traps.txt"} {
		for _, c := range readCases(t, name) {
			p := readPosition(t, c[0], c[1])
			want := slices.Sorted(strings.FieldsSeq(c[2]))
			if diff := cmp.Diff(want, newReferenceBoard(p).moveTexts()); diff != "" {
				t.Errorf("%s: %s (-want +got)\n%s", name, c[1], diff)
			}
		}
	}
}
