package pdn

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"ckengine/engine"
)

// sameGames compares games by what they mean, not by where and how they were written.
var sameGames = cmp.Options{
	cmpopts.IgnoreFields(Game{}, "GameType", "FEN", "ResultText", "Line", "Column", "Problems"),
	cmpopts.IgnoreFields(Move{}, "Text", "Line", "Column"),
	cmpopts.IgnoreFields(Setup{}, "Text"),
	cmpopts.IgnoreUnexported(Move{}, Setup{}),
	cmpopts.EquateEmpty(),
	cmp.Comparer(func(a, b engine.Position) bool { return a == b }),
	cmp.Comparer(func(a, b engine.Move) bool { return a == b }),
}

// gameGenerator makes games from random play.
type gameGenerator struct {
	*rapid.T
	depth int // of variations
	size  int // items still to make
}

func (g *gameGenerator) game() *Game {
	v := rapid.SampledFrom(engine.Variants()).Draw(g.T, "variant")
	game := NewGame(engine.Start(v))
	if g.chance(3) {
		game.Start = g.position(v)
	}
	game.Result = Result(rapid.IntRange(0, int(OtherResult)).Draw(g.T, "result"))
	if game.Result == OtherResult {
		game.ResultText = "4-6"
	}
	names := rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Z][A-Za-z0-9_]{0,8}X`), 0, 3, rapid.ID).Draw(g.T, "names")
	for _, name := range append(names, "White", "Date", "Event") {
		if g.chance(2) {
			value := strings.TrimSpace(rapid.StringOf(rapid.RuneFrom([]rune(`abc "\[]{}()%*é½–日 `))).Draw(g.T, name))
			if name == "Date" {
				value = "2001.??.??"
			}
			game.Tags = append(game.Tags, Tag{name, value})
		}
	}
	game.Body = g.line(game.Start)
	if game.Plies() > 0 && g.chance(4) {
		game.FirstNumber = rapid.IntRange(2, 99).Draw(g.T, "first number")
	}
	game.Tags = inOrder(game.Tags)
	return game
}

// inOrder puts the tags in the order in which the writer writes them.
func inOrder(tags Tags) (ordered Tags) {
	for _, name := range sevenTags {
		if tags.Has(name) {
			ordered = append(ordered, Tag{name, tags.Get(name)})
		}
	}
	for _, tag := range tags {
		if !ordered.Has(tag.Name) {
			ordered = append(ordered, tag)
		}
	}
	return ordered
}

func (g *gameGenerator) chance(n int) bool {
	return rapid.IntRange(1, n).Draw(g.T, "chance") == n
}

// position returns a position that random play reaches, or one with few pieces
// and many kings, where captures are long and their short form is ambiguous.
func (g *gameGenerator) position(v engine.Variant) engine.Position {
	if g.chance(2) {
		return g.sparse(v)
	}
	p := engine.Start(v)
	for range rapid.IntRange(1, 90).Draw(g.T, "plies") {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		p = p.Play(rapid.SampledFrom(moves).Draw(g.T, "move"))
	}
	return p
}

func (g *gameGenerator) sparse(v engine.Variant) engine.Position {
	setup := engine.NewSetup(v)
	numbers := rapid.SliceOfNDistinct(rapid.IntRange(1, v.Squares()), 3, 14, rapid.ID).Draw(g.T, "squares")
	for i, number := range numbers {
		side, kind := engine.Black, engine.Man
		if i < 2 || g.chance(5) {
			side, kind = engine.White, engine.King
		}
		// A man on his own last row is refused, which is as good as leaving him out.
		_ = setup.Put(number, side, kind)
	}
	p, err := setup.Position()
	if err != nil {
		g.Fatal(err)
	}
	return p
}

// line returns a line of moves from a position, with all that can stand between them.
func (g *gameGenerator) line(p engine.Position) (line Line) {
	before := p
	for range rapid.IntRange(1, 40).Draw(g.T, "items") {
		if g.size--; g.size < 0 {
			break
		}
		switch rapid.IntRange(0, 14).Draw(g.T, "kind") {
		case 0:
			line = append(line, g.comment())
		case 1:
			line = append(line, NAG(rapid.IntRange(0, 255).Draw(g.T, "glyph")))
		case 2:
			before = p
			p = g.position(p.Variant())
			line = append(line, &Setup{Position: p, Known: true})
		case 3:
			if g.depth < 3 {
				g.depth++
				if variation := g.line(before); len(variation) > 0 {
					line = append(line, Variation(variation))
				}
				g.depth--
			}
		case 4:
			if moves := irregularCaptures(p); len(moves) > 0 {
				m := rapid.SampledFrom(moves).Draw(g.T, "irregular")
				line = append(line, &Move{Status: Irregular, Play: m})
				before, p = p, p.Play(m)
			}
		default:
			moves := p.Moves()
			if len(moves) == 0 {
				return line
			}
			m := rapid.SampledFrom(moves).Draw(g.T, "move")
			strength := rapid.SampledFrom([]string{"", "", "", "!", "?", "!?", "??"}).Draw(g.T, "strength")
			line = append(line, &Move{Status: Legal, Play: m, Strength: strength})
			before, p = p, p.Play(m)
		}
	}
	if g.chance(5) {
		line = append(line, &Move{Status: Unknown}, &Move{Status: Unknown})
	}
	return line
}

func (g *gameGenerator) comment() Comment {
	if g.chance(2) {
		t := TimeCommand("clk", 0).String()
		return Comment(t + " " + TimeCommand("depth", 0).String())
	}
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab(){[%*$/1-2x\n\té½")), 1, 20, -1).Draw(g.T, "comment")
	return Comment(strings.TrimSpace("." + strings.ReplaceAll(text, "\n[", "\n")))
}

// irregularCaptures returns captures of fewer pieces than the most that have a form of their own.
func irregularCaptures(p engine.Position) (moves []engine.Move) {
	for from := range p.Pieces(p.SideToMove()).All() {
		for to := range p.Empty().All() {
			text := fmt.Sprintf("%dx%d", p.Variant().Number(from), p.Variant().Number(to))
			m, err := findIrregular(p, text)
			if err != nil {
				continue
			}
			if _, _, err := findMove(p, p.PathText(m)); err != nil {
				moves = append(moves, m)
			}
		}
	}
	return moves
}

// readOne reads text that holds a single game.
func readOne(t rapid.TB, text string, options Options) *Game {
	t.Helper()
	r := NewReader(strings.NewReader(text), options)
	game, err := r.Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("more than one game (%v) in\n%s", err, text)
	}
	return game
}

// checkRoundTrip writes a random game, reads it, and finds it unchanged.
func checkRoundTrip(t *rapid.T) {
	g := gameGenerator{T: t, size: 120}
	game := g.game()
	text, err := game.Format()
	if err != nil {
		t.Fatal(err)
	}
	options := Options{AllowIrregular: true}
	again := readOne(t, text, options)
	if diff := cmp.Diff(game, again, sameGames); diff != "" {
		t.Fatalf("written and read (-written +read):\n%s\n%s", diff, text)
	}
	for _, p := range again.Problems {
		if p.Severity == Error || !strings.Contains(p.Message, "let stand") && !strings.Contains(p.Message, "unknown move") &&
			!strings.Contains(p.Message, "none of the standard") && !strings.Contains(p.Message, "has lost") {
			t.Fatalf("%v in\n%s", p, text)
		}
	}
	if text2, err := again.Format(); err != nil || text2 != text {
		t.Fatalf("%v, written again:\n%s\nfirst:\n%s", err, text2, text)
	}
	// Line ends and the width of blanks between words mean nothing outside comments and tags.
	if !strings.Contains(text, "{") {
		for _, end := range []string{"\r", "\r\n", "\n\r\n", "\r\r\n", " \t\n"} {
			other := readOne(t, "\ufeff"+strings.ReplaceAll(text, "\n", end), options)
			if diff := cmp.Diff(game, other, sameGames); diff != "" {
				t.Fatalf("with line ends %q:\n%s", end, diff)
			}
		}
	}
}

func TestRoundTrip(t *testing.T) { rapid.Check(t, checkRoundTrip) }

func FuzzRoundTrip(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkRoundTrip)) }
