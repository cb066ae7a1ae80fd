package pdn

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"ckengine/engine"
)

func position(t *testing.T, fen string, v engine.Variant) engine.Position {
	t.Helper()
	p, err := engine.ParseFEN(fen, v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWrittenForms writes what was read, in the one form that it has.
func TestWrittenForms(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"order of tags", `[Opening "x"][FEN "B:W57:B9."][Result "1-0"][Black "b"][GameType "27"][White "w"][Event "e"] 9-15 57-50 1-0`,
			"[Event \"e\"]\n[White \"w\"]\n[Black \"b\"]\n[Result \"2-0\"]\n[GameType \"27,W,12,12,N2,0\"]\n[FEN \"B:W57:B9\"]\n[Opening \"x\"]\n\n" +
				"1... 9-15 2. 57-50 *\n\n"},
		{"the ambiguous capture of the standard", `[GameType "20"][FEN "W:WK47:B14,19,29,31,42"] 47x33x24x13x36 *`,
			"[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:WK47:B14,19,29,31,42\"]\n\n1. 47x38x24x13x36 *\n\n"},
		{"a full path that is not needed", `[GameType "20"][FEN "W:W39:B33,22"] 39x28x17 *`,
			"[Result \"*\"]\n[GameType \"20,W,10,10,N2,0\"]\n[FEN \"W:W39:B22,33\"]\n\n1. 39x17 *\n\n"},
		{"Brazilian results and squares", `[GameType "26,W,8,8,A0,0"] 1. c3-d4 f6g5 1/2-1/2`,
			"[Result \"1/2-1/2\"]\n[GameType \"26,W,8,8,N2,0\"]\n\n1. 22-18 11-16 *\n\n"},
		{"a kind of draughts that is not known", `[GameType "25"][Result "1-0"] 1. c3-d4 f6-g5 2. d4:e5! {x} (2. b2-c3) *`,
			"[Result \"1-0\"]\n[GameType \"25\"]\n\n1. c3-d4 f6-g5 2. d4:e5! {x} (2. b2-c3) *\n\n"},
		{"a result of another count", `[ResultFormat "Plus draw"][Result "1+ - 1-"][GameType "20"] 1+ - 1-`,
			"[Result \"1+ - 1-\"]\n[GameType \"20,W,10,10,N2,0\"]\n[ResultFormat \"Plus draw\"]\n\n*\n\n"},
		{"numbers go on from the first", `[GameType "27"][FEN "B:W57,58:B9"] 31. ... 9-15 32. 57-50 (57-51) 15-20 *`,
			"[Result \"*\"]\n[GameType \"27,W,12,12,N2,0\"]\n[FEN \"B:W57,58:B9\"]\n\n31... 9-15 32. 57-50 (32. 57-51) 32... 15-20 *\n\n"},
		{"what stands after the result", "[GameType \"27\"] 1. 43-37 2-0 {White's flag} *\n{next}\n[GameType \"27\"] *",
			"[Result \"2-0\"]\n[GameType \"27,W,12,12,N2,0\"]\n\n1. 43-37 {White's flag} *\n\n" +
				"[Result \"*\"]\n[GameType \"27,W,12,12,N2,0\"]\n\n{next} *\n\n"},
	} {
		var got bytes.Buffer
		if _, err := Normalize(&got, strings.NewReader(c.text), Options{}); err != nil || got.String() != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got.String(), c.want)
		}
	}
}

func TestWrapping(t *testing.T) {
	var source strings.Builder
	source.WriteString(`[GameType "27"] 1. 43-37 {` + strings.Repeat("long ", 40) + "} 25-31 48-42 20-25 (20-26 {" + strings.Repeat("x", 90) + "})")
	source.WriteString(strings.Repeat("$1 ", 100))
	game := readOne(t, source.String(), Options{})
	text, err := game.Format()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); len(line) > lineWidth && !strings.ContainsAny(line, "{}") {
			t.Errorf("%d characters: %s", len(line), line)
		}
		if strings.HasSuffix(line, " ") || strings.HasPrefix(line, " ") {
			t.Errorf("blank at the edge of %q", line)
		}
	}
}

// TestWriterRefuses writes nothing of a game that has no form in PDN.
func TestWriterRefuses(t *testing.T) {
	start := engine.Start(engine.Canadian)
	quiet := start.Moves()[0]
	for name, change := range map[string]func(*Game){
		"illegal move":              func(g *Game) { g.Body = Line{&Move{Play: quiet}, &Move{Play: quiet}} },
		"no move":                   func(g *Game) { g.Body = Line{&Move{}} },
		"move after an unknown one": func(g *Game) { g.Body = Line{&Move{Status: Unknown}, &Move{Play: quiet}} },
		"irregular quiet move":      func(g *Game) { g.Body = Line{&Move{Status: Irregular, Play: quiet}} },
		"strength":                  func(g *Game) { g.Body = Line{&Move{Play: quiet, Strength: "good"}} },
		"text that is no move":      func(g *Game) { g.Body = Line{&Move{Status: Unread, Text: "resigns"}} },
		"closing brace":             func(g *Game) { g.Body = Line{Comment("a } b")} },
		"comment not UTF-8":         func(g *Game) { g.Body = Line{Comment("\xe9")} },
		"control character":         func(g *Game) { g.Body = Line{Comment("\x00")} },
		"empty variation":           func(g *Game) { g.Body = Line{Variation{}} },
		"bad variation":             func(g *Game) { g.Body = Line{&Move{Play: quiet}, Variation{Comment("}")}} },
		"nothing":                   func(g *Game) { g.Body = Line{nil} },
		"tag name":                  func(g *Game) { g.Tags.Set("white", "x") },
		"tag value over lines":      func(g *Game) { g.Tags.Set("White", "x\ny") },
		"tag that is a field":       func(g *Game) { g.Tags.Set("Result", "2-0") },
		"board":                     func(g *Game) { g.Variant = engine.Brazilian },
	} {
		g := NewGame(start)
		change(g)
		var out bytes.Buffer
		if err := NewWriter(&out).Write(g); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, written: %s", name, err, out.String())
		}
	}
	broken := errors.New("broken")
	if err := NewWriter(failingSink{broken}).Write(NewGame(start)); !errors.Is(err, broken) {
		t.Errorf("%v, want the error of the sink", err)
	}
	if _, err := Normalize(failingSink{broken}, strings.NewReader(goodGame), Options{}); !errors.Is(err, broken) {
		t.Errorf("%v, want the error of the sink", err)
	}
}

type failingSink struct{ err error }

func (s failingSink) Write([]byte) (int, error) { return 0, s.err }

// TestIrregularCaptures lets captures of fewer pieces than the most stand, only
// where the option says so. The king on 13 must take 39 and 58.
func TestIrregularCaptures(t *testing.T) {
	const header = "[GameType \"27\"]\n[FEN \"W:WK13:B39,58,7\"]\n"
	for text, want := range map[string]string{
		"13x46":    "13x46", // stops behind the first piece
		"13:72":    "13x72",
		"13x52":    "13x52",
		"13x52x63": "", // the legal one
		"13x63":    "",
		"13x8":     "unread", // nothing to take on the way
		"13-46":    "13x46",
		"58x46":    "unread", // the opponent's piece
		"13x99":    "unread",
	} {
		game := readOne(t, header+text+" *", Options{AllowIrregular: true})
		m := game.Body[0].(*Move)
		switch {
		case want == "unread":
			if m.Status != Unread {
				t.Errorf("%s: status %d", text, m.Status)
			}
		case want == "":
			if m.Status != Legal || m.Play.Captured().Count() != 2 {
				t.Errorf("%s: %+v", text, m)
			}
		default:
			written, err := game.Format()
			if m.Status != Irregular || m.Play.Captured().Count() != 1 || err != nil || !strings.Contains(written, "1. "+want+" *") {
				t.Errorf("%s: %+v, %v\n%s", text, m, err, written)
			}
			if len(game.Problems) == 0 || game.Problems[0].Severity != Warning {
				t.Errorf("%s: %v", text, game.Problems)
			}
			strict := readOne(t, header+text+" *", Options{})
			if strict.Body[0].(*Move).Status != Unread || strict.Problems[0].Severity != Error {
				t.Errorf("%s is taken without the option", text)
			}
		}
	}
	// The game goes on behind the capture: the man on 39 is gone, the one on 58 is not.
	counts, err := Check(strings.NewReader(header+"13x46 58-64 *"), Options{AllowIrregular: true})
	if err != nil || counts.Errors > 0 || counts.Irregular != 1 || counts.Unchecked != 0 {
		t.Errorf("%+v, %v", counts, err)
	}
	// Two ways round a diamond, each taking two of the four: the text must single one out.
	const diamond = "[GameType \"27\"]\n[FEN \"W:W51:B33,34,45,46\"]\n"
	game := readOne(t, diamond+"51x27 *", Options{AllowIrregular: true})
	if game.Body[0].(*Move).Status != Unread {
		t.Errorf("51x27: %+v", game.Body[0])
	}
	game = readOne(t, diamond+"51x38 38x27 *", Options{AllowIrregular: true})
	if m := game.Body[0].(*Move); m.Status != Irregular || m.Play.Captured().Count() != 2 || len(game.Body) != 1 {
		t.Errorf("51x38 38x27: %+v", m)
	}
}

func TestPlaysAndReplay(t *testing.T) {
	const two = "[GameType \"27\"]\n1. 43-37 {a} (1. 44-38) 25-31 "
	for _, c := range []struct {
		text  string
		plays int
		plies int    // that Replay reaches
		fails string // in the error of Replay
	}{
		{two + "*", 2, 2, ""},
		{"[GameType \"27\"] /FEN \"B:W57:B9\"/ 9-15 57-50 *", 2, 2, ""},
		{two + "/FEN \"W:W57:B9\"/ 57-51 *", 3, 2, "a set-up in the middle"},
		{two + "57-51 *", 2, 2, "not legal or not known"},
		{two + "- - *", 2, 2, "not legal or not known"},
		{two + "/FEN \"W:W99\"/ 57-51 *", 2, 2, "was not understood"},
		{two + "57-51 /FEN \"W:W57:B9\"/ 57-51 *", 3, 2, "not legal"},
		{"[GameType \"27\"][FEN \"B:W57:B9\"] 1... 9-14 2. 57-51 *", 2, 2, ""},
	} {
		game := readOne(t, c.text, Options{})
		plays := 0
		for p, m := range game.Plays() {
			if plays++; m.Play.From() == m.Play.To() || !p.HasMoves() {
				t.Errorf("%s: %+v", c.text, m)
			}
		}
		played, err := game.Replay(engine.InternationalDraws)
		if plays != c.plays || played.Ply() != c.plies || (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %d plays, %d plies, %v", c.text, plays, played.Ply(), err)
		}
		for range game.Plays() {
			break // leaving early is allowed
		}
	}
	if played, err := readOne(t, "[GameType \"25\"] c3-d4 *", Options{}).Replay(engine.InternationalDraws); err == nil {
		t.Error("a game of other rules is replayed", played)
	}
}

func TestFromPlayIsReplayed(t *testing.T) {
	played := engine.NewGame(position(t, "W:W20:B8", engine.Canadian), engine.InternationalDraws)
	for _, text := range []string{"20-14", "8x21"} {
		m, err := played.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := played.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	g := FromPlay(played)
	if g.Result != BlackWins {
		t.Errorf("%v", g.Result)
	}
	again, err := g.Replay(engine.InternationalDraws)
	if err != nil || again.Position() != played.Position() {
		t.Errorf("%v, %v", again.Position(), err)
	}
}
