package engine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const diagram8 = `
      b   b   .   B
    .   .   b   .
      .   .   .   .
    .   .   .   .
      .   .   .   .
    .   .   w   .
      .   .   w   w
    W   w   w   w
`

func TestDiagramStyles(t *testing.T) {
	p, err := ParseFEN("B:WK29,23,27,28,30-32:BK4,1,2,7", Brazilian)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		style DiagramStyle
		want  string
	}{
		{DiagramStyle{}, `  b   b   .   B
.   .   b   .
  .   .   .   .
.   .   .   .
  .   .   .   .
.   .   w   .
  .   .   w   w
W   w   w   w
Black to move
`},
		{DiagramStyle{Unicode: true}, `  ⛂   ⛂   ·   ⛃
·   ·   ⛂   ·
  ·   ·   ·   ·
·   ·   ·   ·
  ·   ·   ·   ·
·   ·   ⛀   ·
  ·   ·   ⛀   ⛀
⛁   ⛀   ⛀   ⛀
Black to move
`},
		{DiagramStyle{Numbers: true}, `    b1      b2      .3      B4
.5      .6      b7      .8
    .9      .10     .11     .12
.13     .14     .15     .16
    .17     .18     .19     .20
.21     .22     w23     .24
    .25     .26     w27     w28
W29     w30     w31     w32
Black to move
`},
		{DiagramStyle{Unicode: true, Numbers: true}, `    ⛂1      ⛂2      ·3      ⛃4
·5      ·6      ⛂7      ·8
    ·9      ·10     ·11     ·12
·13     ·14     ·15     ·16
    ·17     ·18     ·19     ·20
·21     ·22     ⛀23     ·24
    ·25     ·26     ⛀27     ⛀28
⛁29     ⛀30     ⛀31     ⛀32
Black to move
`},
	} {
		if got := p.Diagram(c.style); got != c.want {
			t.Errorf("%+v:\n%s\nwant\n%s", c.style, got, c.want)
		}
		if got, err := ParseDiagram(c.want); err != nil || got != p {
			t.Errorf("%+v reads as %s, %v", c.style, got.FEN(), err)
		}
	}
}

func TestParseDiagram(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"White's turn if none is said", diagram8, "W:WK29,23,27,28,30-32:BK4,1,2,7"},
		{"turn before the board", "black TO  move\n" + diagram8, "B:WK29,23,27,28,30-32:BK4,1,2,7"},
		{"line ends of Windows", strings.ReplaceAll(diagram8, "\n", "\r\n"), "W:WK29,23,27,28,30-32:BK4,1,2,7"},
		{"single blanks", strings.Repeat(". . . . .\n", 9) + "W . . . .", "W:WK46:B"},
		{"12x12", strings.Repeat("b b b b b b\n", 5) + strings.Repeat(". . . . . .\n", 2) + strings.Repeat("w w w w w w\n", 5), "W:W43-72:B1-30"},
	} {
		if p, err := ParseDiagram(c.text); err != nil || p.FEN() != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, p.FEN(), err, c.want)
		}
	}
}

func TestParseDiagramErrors(t *testing.T) {
	empty8 := strings.Repeat(". . . .\n", 8)
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "0 rows: want 12, 10 or 8"},
		{"row too few", strings.Repeat(". . . .\n", 7), "7 rows: want 12, 10 or 8"},
		{"between boards", strings.Repeat(". . . .\n", 11), "11 rows: want 12, 10 or 8"},
		{"empty board", empty8, "the board is empty"},
		{"square too few", strings.Replace(diagram8, "b   b   .   B", "b   b   .", 1), "row 1: 3 dark squares: want 4"},
		{"square too many", strings.Replace(diagram8, ".   .   b   .", ".   .   b   . .", 1), "row 2: 5 dark squares: want 4"},
		{"unknown symbol", strings.Replace(diagram8, "B", "x", 1), `row 1: "x": want w or b for a man, W or B for a king, a dot for an empty square`},
		{"another square's number", strings.Replace(diagram8, "B", "B5", 1), `row 1: "B5": want one symbol, alone or with the number 4 of its square`},
		{"two symbols", strings.Replace(diagram8, "B", "BB", 1), `row 1: "BB": want one symbol, alone or with the number 4 of its square`},
		{"man on his last row", strings.Replace(diagram8, "W", "b", 1), "row 8: square 29: a black man would have been crowned there"},
		{"too many", strings.Repeat("W W W W\n", 8), "row 4: square 13: white has more than the 12 pieces of the start"},
		{"two turns", "White to move\n" + diagram8 + "Black to move", `line "Black to move": the side to move is given already`},
		{"too long", strings.Repeat(" ", 9000), "9000 characters: want 8192 at most"},
	} {
		p, err := ParseDiagram(c.text)
		if err == nil || err.Error() != "diagram: "+c.want {
			t.Errorf("%s: %v, want diagram: %s", c.name, err, c.want)
		}
		if p != (Position{}) {
			t.Errorf("%s: a position besides the error", c.name)
		}
	}
}

func TestDiagramsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		style := DiagramStyle{rapid.Bool().Draw(t, "unicode"), rapid.Bool().Draw(t, "numbers")}
		if got, err := ParseDiagram(p.Diagram(style)); err != nil || got != p {
			t.Errorf("%s: %s, %v", p.FEN(), got.FEN(), err)
		}
	})
}

func FuzzParseDiagram(f *testing.F) {
	f.Add(diagram8)
	for _, v := range Variants() {
		for _, style := range []DiagramStyle{{}, {Unicode: true}, {Numbers: true}, {Unicode: true, Numbers: true}} {
			f.Add(Start(v).Diagram(style))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseDiagram(text)
		if err != nil {
			return
		}
		drawn := p.Diagram(DiagramStyle{})
		again, err := ParseDiagram(drawn)
		if err != nil || again != p || again.Diagram(DiagramStyle{}) != drawn {
			t.Errorf("%q reads back as %s, %v", text, again.FEN(), err)
		}
	})
}
