package engine_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ckengine/engine"

	"github.com/google/go-cmp/cmp"
)

// readRulesPage returns the fenced blocks of docs/rules.md of one kind.
func readRulesPage(t *testing.T, kind string) []string {
	t.Helper()
	page, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, match := range regexp.MustCompile("(?s)```"+kind+"\n(.*?)```").FindAllStringSubmatch(string(page), -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

// TestRulesPage runs the examples of docs/rules.md: a FEN, its diagram, its legal moves.
func TestRulesPage(t *testing.T) {
	blocks := readRulesPage(t, "position")
	shown := map[engine.Position]bool{}
	for _, block := range blocks {
		fen, rest, _ := strings.Cut(block, "\n")
		diagram, legal, found := strings.Cut(rest, "legal:")
		if !found {
			t.Errorf("%s: no legal moves", fen)
			continue
		}
		p := parse(t, engine.Canadian, fen)
		shown[p] = true
		drawn, err := engine.ParseDiagram(diagram)
		if err != nil || drawn != p {
			t.Errorf("%s: the diagram shows %s, %v", fen, drawn.FEN(), err)
		}
		if diff := cmp.Diff(slices.Sorted(strings.FieldsSeq(legal)), newReferenceBoard(p).moveTexts()); diff != "" {
			t.Errorf("%s: legal moves (-page +reference)\n%s", fen, diff)
		}
	}
	for _, c := range readCases(t, "traps.txt") {
		if p := readPosition(t, c[0], c[1]); p.Variant() == engine.Canadian && !shown[p] {
			t.Errorf("%s: not on the page (%s)", c[1], c[3])
		}
	}
}

// TestRulesPageNumbering reads the numbered board of docs/rules.md.
func TestRulesPageNumbering(t *testing.T) {
	blocks := readRulesPage(t, "numbers")
	if len(blocks) != 1 {
		t.Fatalf("%d numbered boards, want one", len(blocks))
	}
	// With a dot before each number it is a diagram of the empty board; a piece makes it a position.
	dotted := regexp.MustCompile(`\d+`).ReplaceAllString(blocks[0], ".$0")
	for _, number := range []string{"1", "6", "7", "67", "72"} {
		p, err := engine.ParseDiagram(regexp.MustCompile(`\.`+number+`\b`).ReplaceAllString(dotted, "W"+number))
		if want := "W:WK" + number + ":B"; err != nil || p.FEN() != want {
			t.Errorf("a king on the %s of the page is %s, %v", number, p.FEN(), err)
		}
	}
}
