package engine

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const (
	start12Hub = "Wbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbeeeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
	start12DXP = "Wzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzeeeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
	start10Hub = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
	start8Hub  = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
)

func TestStartTexts(t *testing.T) {
	for _, c := range []struct {
		v             Variant
		fen, hub, dxp string
	}{
		{Canadian, "W:W43-72:B1-30", start12Hub, start12DXP},
		{International, "W:W31-50:B1-20", start10Hub, strings.ReplaceAll(start10Hub, "b", "z")},
		{Brazilian, "W:W21-32:B1-12", start8Hub, strings.ReplaceAll(start8Hub, "b", "z")},
	} {
		p := Start(c.v)
		if p.FEN() != c.fen || p.HubString() != c.hub || p.DXPString() != c.dxp {
			t.Errorf("%s: %s %s %s", c.v, p.FEN(), p.HubString(), p.DXPString())
		}
		for _, text := range []string{c.fen, c.hub, c.dxp} {
			if got, err := ParseFEN(text, c.v); err != nil || got != p {
				t.Errorf("%s: %s, %v", text, got.FEN(), err)
			}
		}
	}
}

// fenDialects holds texts that are no canonical form, with the canonical form of each.
var fenDialects = []struct {
	name string
	v    Variant
	text string
	want string
}{
	{"square by square", Canadian, "W:W33,31,32,50:B10,8,9", "W:W31-33,50:B8-10"},
	{"colours in the other order", Canadian, "B:B8:W50", "B:W50:B8"},
	{"two neighbours are no range", Canadian, "W:W31-32:B8,9", "W:W31,32:B8,9"},
	{"range of one square", Canadian, "W:W31-31:B8", "W:W31:B8"},
	{"kings", Canadian, "W:WK1,50,K2:BK72", "W:WK1,K2,50:BK72"},
	{"K before a range makes all of it kings", Canadian, "W:WK1-3,50:BK70-72,60", "W:WK1-3,50:BK70-72,60"},
	{"K-range written out", Canadian, "W:WK1,K2,K3:B8", "W:WK1-3:B8"},
	{"kings on the promotion rows", Canadian, "B:WK4:BK69", "B:WK4:BK69"},
	{"men at home", Canadian, "B:W67:B6", "B:W67:B6"},
	{"leading zeros", Canadian, "W:W031,0000000000000000000000050:B08,K0072", "W:W31,50:BK72,8"},
	{"final dot", Canadian, "W:W31:B8.", "W:W31:B8"},
	{"blanks", Canadian, " W : W 31 , 32 - 34 , K 5 :\tB 8\n", "W:WK5,31-34:B8"},
	{"blanks for commas", Canadian, "W:W31 32 33:B8  9", "W:W31-33:B8,9"},
	{"comma at the end", Canadian, "W:W31,32,:B8,", "W:W31,32:B8"},
	{"lower case", Canadian, "b:w31,k5:b8", "B:WK5,31:B8"},
	{"side twice", International, "W:W:W31-50:B1-20", "W:W31-50:B1-20"},
	{"side twice, Black to move", International, "B:B:W31-50:B1-20", "B:W31-50:B1-20"},
	{"side to move without a piece", Canadian, "B:W50:B", "B:W50:B"},
	{"colour left out", Canadian, "B:W50", "B:W50:B"},
	{"other colour left out", Canadian, "B:B50", "B:W:B50"},
	{"list without its colour", Canadian, "B:W50:", "B:W50:B"},
	{"lidraughts' counters", International, "W:W31-50:B1-20:H0:F1", "W:W31-50:B1-20"},
	{"counters and dot", Canadian, "B:WK4:BK69:H12:F340.", "B:WK4:BK69"},
	{"tag", Canadian, `[FEN "W:W31:B8"]`, "W:W31:B8"},
	{"tag with blanks", Canadian, ` [ Fen  " W:W31:B8. " ] `, "W:W31:B8"},
	{"tag round a Hub position", Brazilian, `[FEN "` + start12Hub + `"]`, "W:W43-72:B1-30"},
	{"quotes", Canadian, `"W:W31:B8"`, "W:W31:B8"},
	{"single quotes", Canadian, `'W:W31:B8'`, "W:W31:B8"},
	{"letter Z", Canadian, "Z:W31:Z8", "B:W31:B8"},
	{"Hub selects 10x10", Canadian, start10Hub, "W:W31-50:B1-20"},
	{"Hub selects 8x8", Canadian, start8Hub, "W:W21-32:B1-12"},
	{"Hub selects 12x12", International, start12Hub, "W:W43-72:B1-30"},
	{"Hub 1 side", Canadian, "b" + start12Hub[1:], "B:W43-72:B1-30"},
	{"Hub kings", Canadian, "BWeeeeeeeeeewbeeeeeeeeeeeeeeeeeeB", "B:WK1,12:BK32,13"},
	{"DXP", Canadian, start12DXP, "W:W43-72:B1-30"},
	{"DXP Black to move", International, "Z" + strings.Repeat("e", 48) + "wZ", "B:W49:BK50"},
	{"GUIDE", International, "W " + start10Hub[1:], "W:W31-50:B1-20"},
	{"board over lines", Brazilian, "B\nbbbb bbbb\nbbbb eeee\neeee wwww\nwwww wwww\n", "B:W21-32:B1-12"},

	// From reports of faults in other programs.
	{"ranges", International, "W:W31-50:B1-20", "W:W31-50:B1-20"},
	{"ambiguous captures", International, "W:WK4:B13,20,32,37", "W:WK4:B13,20,32,37"},
	{"joclyboard 15", International, "W:W26,31,35,37,42,44,45,47,48,50:B4,8,9,10,16,17,18,19,29,34",
		"W:W26,31,35,37,42,44,45,47,48,50:B4,8-10,16-19,29,34"},
}

func TestParseFENDialects(t *testing.T) {
	for _, c := range fenDialects {
		p, err := ParseFEN(c.text, c.v)
		if err != nil || p.FEN() != c.want {
			t.Errorf("%s: %q: %s, %v; want %s", c.name, c.text, p.FEN(), err, c.want)
			continue
		}
		if again, err := ParseFEN(c.want, p.Variant()); err != nil || again != p {
			t.Errorf("%s: %s does not read back: %v", c.name, c.want, err)
		}
	}
}

func TestParseFENErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		want string
	}{
		{"", "no position given"},
		{" \t\n", "no position given"},
		{`[FEN ""]`, "no position given"},
		{strings.Repeat(" ", 5000), "5000 characters: want 4096 at most"},

		{"?:W31:B8", `side to move "?": want W or B before the first colon`},
		{":W31:B8", `side to move "": want W or B before the first colon`},
		{"W31-50:B1-20", `side to move "W31-50": want W or B before the first colon`},
		{`[FEN "W:W31:B8"`, `side to move "[FEN \"W": want W or B before the first colon`},
		{"W::", "the board is empty"},
		{"B:W:B", "the board is empty"},

		{"W:X31:B8", `list "X31": want it to begin with W or B`},
		{"W:31:B8", `list "31": want it to begin with W or B`},
		{"W:W31:B8:Hx", `list "Hx": want it to begin with W or B`},
		{"W:W31:W32:B8", `list "W32": white has a list already`},

		{"W:W0:B8", "square 0: the board has squares 1 to 72"},
		{"W:W73:B8", "square 73: the board has squares 1 to 72"},
		{"W:W31,99999999999999999999:B8", "square 99999999999999999999: the board has squares 1 to 72"},
		{"W:W1-999999999:B8", "square 999999999: the board has squares 1 to 72"},
		{"W:WK1-999999999999999999999999:B8", "square 999999999999999999999999: the board has squares 1 to 72"},
		{"W:W31-73:B8", "square 73: the board has squares 1 to 72"},
		{"W:W0-31:B8", "square 0: the board has squares 1 to 72"},
		{"W:W" + strings.Repeat("9", 60) + ":B8", "square " + strings.Repeat("9", 40) + "...: the board has squares 1 to 72"},
		{"W:W35-31:B8", "range 35-31: runs backwards"},
		{"W:W31,40,31:B8", "square 31: has a piece already"},
		{"W:W31,30-33:B8", "square 31: has a piece already"},
		{"W:W31,K31:B8", "square 31: has a piece already"},
		{"W:W31:B8,31", "square 31: has a piece already"},
		{"W:W6:B8", "square 6: a white man would have been crowned there"},
		{"W:W1-10:B20", "square 1: a white man would have been crowned there"},
		{"W:W31:B67", "square 67: a black man would have been crowned there"},
		{"W:W40-71:B1", "square 70: white has more than the 30 pieces of the start"},

		{"W:W31x:B8", `item "31x": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:WK:B8", `item "K": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:WKK5:B8", `item "KK5": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31,,32:B8", `item "": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31-:B8", `item "31-": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W-31:B8", `item "-31": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31-33-35:B8", `item "31-33-35": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:Wc3:Bd4", `item "c3": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31:BQ8", `item "Q8": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31:B8..", `item "8.": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31:B\x00\xff", `item "\x00\xff": want a square like 31 or a range like 31-35, with K before it for kings`},
		{"W:W31,G20:B8", `item "G20": a captured piece in the middle of a capture; want the position before it or after it`},
		{"W:W31:B8,P20", `item "P20": a captured piece in the middle of a capture; want the position before it or after it`},

		{"hello", `"hello": want the side to move, W or B, then lists like ":W43-72:B1-30" or a letter for each square`},
		{"W", "0 letters behind the side to move: want one for each square, 72, 50 or 32"},
		{start12Hub[:72], "71 letters behind the side to move: want one for each square, 72, 50 or 32"},
		{start12Hub + "w", "73 letters behind the side to move: want one for each square, 72, 50 or 32"},
		{start12Hub[1:], "71 letters behind the side to move: want one for each square, 72, 50 or 32"},
		{"W31-50", `square 1: letter "3": want one of w b z W B Z e`},
		{"Wbbxb", `square 3: letter "x": want one of w b z W B Z e`},
		{"Ww" + start12Hub[2:], "square 1: a white man would have been crowned there"},
		{"W" + strings.Repeat("e", 49) + "z", "square 50: a black man would have been crowned there"},
		{"W" + strings.Repeat("e", 32), "the board is empty"},
		{"W" + strings.Repeat("e", 6) + strings.Repeat("w", 31) + strings.Repeat("e", 35),
			"square 37: white has more than the 30 pieces of the start"},
	} {
		p, err := ParseFEN(c.text, Canadian)
		if err == nil || err.Error() != "FEN: "+c.want {
			t.Errorf("%q: %v, want FEN: %s", c.text, err, c.want)
		}
		if p != (Position{}) {
			t.Errorf("%q: a position besides the error", c.text)
		}
	}
}

func TestParseFENErrorsOnSmallerBoards(t *testing.T) {
	for _, c := range []struct {
		v    Variant
		text string
		want string
	}{
		{International, "W:W31:B51", "square 51: the board has squares 1 to 50"},
		{International, "W:WK4,K5,55:B4", "square 55: the board has squares 1 to 50"},
		{International, "W:WK4,K5,50:B4", "square 4: has a piece already"},
		{International, "W:W4:B49", "square 4: a white man would have been crowned there"},
		{International, "W:W6:B46", "square 46: a black man would have been crowned there"},
		{Brazilian, "W:W5:B33", "square 33: the board has squares 1 to 32"},
		{Brazilian, "W:W5-17:B1", "square 17: white has more than the 12 pieces of the start"},
		{Brazilian, "W:We3,g3:Bc5", `item "e3": want a square like 31 or a range like 31-35, with K before it for kings`},
	} {
		if _, err := ParseFEN(c.text, c.v); err == nil || err.Error() != "FEN: "+c.want {
			t.Errorf("%s %q: %v, want FEN: %s", c.v, c.text, err, c.want)
		}
	}
}

func TestPositionTextsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		anyVariant := rapid.SampledFrom(Variants()).Draw(t, "other variant")
		if got, err := ParseFEN(p.FEN(), p.Variant()); err != nil || got != p {
			t.Errorf("%s: %s, %v", p.FEN(), got.FEN(), err)
		}
		for _, text := range []string{p.HubString(), p.DXPString()} {
			if got, err := ParseFEN(text, anyVariant); err != nil || got != p {
				t.Errorf("%s: %s, %v", text, got.FEN(), err)
			}
		}
	})
}

// TestParseFENIsLiberal writes a position item by item in any order and with what
// people and programs put between, and reads it back.
func TestParseFENIsLiberal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		pick := func(texts ...string) string { return rapid.SampledFrom(texts).Draw(t, "text") }
		list := func(side Side, letters ...string) string {
			var items []string
			for s := range p.Pieces(side).All() {
				_, kind, _ := p.At(s)
				prefix := pick("", "0", "00")
				if kind == King {
					prefix = pick("K", "k", "K ", "K0")
				}
				items = append(items, prefix+fmt.Sprint(p.Variant().Number(s)))
			}
			items = rapid.Permutation(items).Draw(t, "items")
			return ":" + pick("", " ") + pick(letters...) + pick("", " ") + strings.Join(items, pick(",", ", ", " ", " ,\n"))
		}
		side := pick("W", "w")
		if p.SideToMove() == Black {
			side = pick("B", "b", "Z")
		}
		lists := rapid.Permutation([]string{list(White, "W", "w"), list(Black, "B", "b")}).Draw(t, "lists")
		text := side + pick("", " ", ":"+side) + strings.Join(lists, pick("", " ")) + pick("", ":H3:F7") + pick("", ".", " .", "\r\n")
		switch pick("bare", "quoted", "tag") {
		case "quoted":
			text = `"` + text + `"`
		case "tag":
			text = `[FEN "` + text + `"]`
		}
		if got, err := ParseFEN(text, p.Variant()); err != nil || got != p {
			t.Errorf("%q: %s, %v; want %s", text, got.FEN(), err, p.FEN())
		}
	})
}

func FuzzParseFEN(f *testing.F) {
	for _, c := range fenDialects {
		f.Add(c.text, uint8(c.v))
	}
	f.Fuzz(func(t *testing.T, text string, variant uint8) {
		v := Variants()[int(variant)%len(Variants())]
		p, err := ParseFEN(text, v)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x00") {
				t.Errorf("%q: error of more than a line: %q", text, err)
			}
			return
		}
		canonical := p.FEN()
		for _, form := range []string{canonical, p.HubString(), p.DXPString()} {
			again, err := ParseFEN(form, p.Variant())
			if err != nil || again != p || again.FEN() != canonical {
				t.Errorf("%q: %q reads as %s, %v", text, form, again.FEN(), err)
			}
		}
	})
}
