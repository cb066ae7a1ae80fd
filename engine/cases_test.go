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

// parse sets up a position from a FEN of the plainest form.
func parse(t testing.TB, v engine.Variant, fen string) engine.Position {
	t.Helper()
	sides := map[byte]engine.Side{'W': engine.White, 'B': engine.Black}
	setup := engine.NewSetup(v)
	setup.SetSideToMove(sides[fen[0]])
	for block := range strings.SplitSeq(fen[2:], ":") {
		for item := range strings.SplitSeq(block[1:], ",") {
			if item == "" {
				continue
			}
			kind := engine.Man
			if rest, isKing := strings.CutPrefix(item, "K"); isKing {
				kind, item = engine.King, rest
			}
			first, last, isRange := strings.Cut(item, "-")
			if !isRange {
				last = first
			}
			from, err1 := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			if err1 != nil || err2 != nil {
				t.Fatalf("%s: bad item %q", fen, item)
			}
			for number := from; number <= to; number++ {
				if err := setup.Put(number, sides[block[0]], kind); err != nil {
					t.Fatalf("%s: %v", fen, err)
				}
			}
		}
	}
	p, err := setup.Position()
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// moveText writes a move as Hub does.
func moveText(v engine.Variant, m engine.Move) string {
	text := strconv.Itoa(v.Number(m.From()))
	if !m.IsCapture() {
		return text + "-" + strconv.Itoa(v.Number(m.To()))
	}
	text += "x" + strconv.Itoa(v.Number(m.To()))
	var taken []int
	for s := range m.Captured().All() {
		taken = append(taken, v.Number(s))
	}
	slices.Sort(taken)
	for _, number := range taken {
		text += "x" + strconv.Itoa(number)
	}
	return text
}

// moveTexts returns the legal moves of a position as Hub text, sorted.
func moveTexts(p engine.Position) []string {
	var texts []string
	for _, m := range p.Moves() {
		texts = append(texts, moveText(p.Variant(), m))
	}
	slices.Sort(texts)
	return texts
}

// find returns the legal move with the given Hub text.
func find(t testing.TB, p engine.Position, text string) engine.Move {
	t.Helper()
	for _, m := range p.Moves() {
		if moveText(p.Variant(), m) == text {
			return m
		}
	}
	t.Fatalf("%s is no legal move of\n%v", text, newReferenceBoard(p))
	return engine.Move{}
}

// sortedFields splits a text at its blanks; it returns nil if there is nothing.
func sortedFields(text string) []string {
	return slices.Sorted(strings.FieldsSeq(text))
}

func TestMovesOfCases(t *testing.T) {
	for _, name := range []string{"moves.txt", "traps.txt"} {
		for _, c := range readCases(t, name) {
			p := readPosition(t, c[0], c[1])
			want := sortedFields(c[2])
			if diff := cmp.Diff(want, moveTexts(p)); diff != "" {
				t.Errorf("%s: %s (-want +got)\n%s", name, c[1], diff)
			}
			if diff := cmp.Diff(want, newReferenceBoard(p).moveTexts()); diff != "" {
				t.Errorf("%s: %s: the reference generator (-want +got)\n%s", name, c[1], diff)
			}
		}
	}
}
