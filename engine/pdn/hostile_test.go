package pdn

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

const goodGame = "[Event \"good\"]\n[GameType \"27\"]\n\n1. 43-37 25-31 *\n\n"

// endless repeats a piece of text up to a number of bytes.
type endless struct {
	piece string
	left  int
	at    int
}

func (e *endless) Read(p []byte) (n int, err error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	for n < len(p) && e.left > 0 {
		m := copy(p[n:min(len(p), n+e.left)], e.piece[e.at:])
		n, e.left, e.at = n+m, e.left-m, (e.at+m)%len(e.piece)
	}
	return n, nil
}

// TestLargePieces puts something far too large between two good games: both are
// read, and what is wrong is told once or a bounded number of times.
func TestLargePieces(t *testing.T) {
	const total = 256 << 10
	for name, piece := range map[string]string{
		"blanks":                 " ",
		"line ends":              "\r\n",
		"letters":                "x",
		"digits":                 "1",
		"moves":                  "43-37 ",
		"joined squares":         "43x37x",
		"jumps":                  "1x2 2x1 ",
		"open comment":           "{ ",
		"comments":               "{}",
		"closing braces":         "}",
		"open variations":        "(",
		"variations":             "()",
		"closing variations":     ")",
		"open tags":              "[",
		"tags without end":       "[A \"\n",
		"tags without values":    "[A]\n",
		"values without end":     "[A \"x\nx",
		"set-ups without end":    "/FEN \"",
		"slashes":                "/",
		"dollars":                "$",
		"separators":             "*",
		"results":                "1-1 ",
		"strengths":              "!",
		"dots":                   ".",
		"dashes":                 "-",
		"bytes that are no text": "\x00\xff",
		"dashes of two bytes":    "–",
		"line comment":           "%",
	} {
		t.Run(name, func(t *testing.T) {
			const limit = 64 << 10
			source := io.MultiReader(strings.NewReader(goodGame), &endless{piece: piece, left: total}, strings.NewReader("\n*\n"+goodGame))
			var good, problems int
			options := Options{MaxGameBytes: limit, Report: func(Problem) { problems++ }}
			for g, err := range NewReader(source, options).All() {
				if err != nil {
					t.Fatal(err)
				}
				if g.Tags.Get("Event") == "good" && g.Plies() == 2 && len(g.Problems) == 0 {
					good++
				}
			}
			if good != 2 {
				t.Errorf("%d good games, want the one before and the one behind", good)
			}
			if name != "blanks" && name != "line ends" && name != "comments" && name != "line comment" && problems == 0 {
				t.Error("no problem reported")
			}
		})
	}
}

// TestLongLine reads a comment of 10 MB in one line under the default limit.
func TestLongLine(t *testing.T) {
	source := io.MultiReader(
		strings.NewReader("[GameType \"27\"]\n1. 43-37 {"), &endless{piece: "long ", left: 10 << 20},
		strings.NewReader("} 25-31 *\n"+goodGame))
	var problems []Problem
	counts, err := Check(source, Options{Report: func(p Problem) { problems = append(problems, p) }})
	if err != nil || counts.Games != 2 || counts.Moves != 3 {
		t.Errorf("%+v, %v", counts, err)
	}
	if len(problems) != 2 || problems[0].Severity != Error || problems[0].Line != 2 || problems[0].Column != 10 {
		t.Errorf("%v", problems)
	}
	if last := problems[len(problems)-1]; !strings.Contains(last.Message, "more than 4194304 bytes") {
		t.Errorf("%v", last)
	}
}

// TestMemoryIsThatOfOneGame reads a large file and looks at what is alive.
func TestMemoryIsThatOfOneGame(t *testing.T) {
	const games = 20_000
	source := &endless{piece: goodGame, left: games * len(goodGame)}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := NewReader(source, Options{})
	count := 0
	for g, err := range r.All() {
		if err != nil || g.Plies() != 2 {
			t.Fatal(g, err)
		}
		if count++; count == games-1 {
			runtime.GC()
			runtime.ReadMemStats(&after)
		}
	}
	if count != games {
		t.Errorf("%d games, want %d", count, games)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("%d bytes are held", grown)
	}
	runtime.KeepAlive(r)
}

// TestDeepNesting closes what may be nested and cuts off what may not.
func TestDeepNesting(t *testing.T) {
	nested := func(depth int) string {
		return "[GameType \"27\"]\n1. 43-37 " + strings.Repeat("(44-38 ", depth) + strings.Repeat(")", depth) + " 25-31 *\n" + goodGame
	}
	for depth, want := range map[int]Counts{
		maxNesting:     {Games: 2, Moves: 4},
		maxNesting + 1: {Games: 2, Truncated: 1, Moves: 3, Errors: 1 + maxNesting},
	} {
		counts, err := Check(strings.NewReader(nested(depth)), Options{})
		if err != nil || counts.Games != want.Games || counts.Truncated != want.Truncated || counts.Moves != want.Moves || (counts.Errors > 0) != (want.Errors > 0) {
			t.Errorf("depth %d: %+v, %v", depth, counts, err)
		}
		checkNormalize(t, []byte(nested(depth)), Options{})
	}
}

// TestManyProblems lists a thousand problems of a game, and does not hide that
// there are errors among the rest.
func TestManyProblems(t *testing.T) {
	for rest, want := range map[string]Severity{". 43-37": Warning, "} 43-37": Error} {
		game := readOne(t, "[GameType \"27\"] "+strings.Repeat(". ", maxListedProblems)+rest+" *", Options{})
		if len(game.Problems) != maxListedProblems+1 {
			t.Fatalf("%d problems", len(game.Problems))
		}
		if last := game.Problems[maxListedProblems]; last.Severity != want || !strings.HasPrefix(last.Message, "1 further problems") {
			t.Errorf("%v", last)
		}
	}
}

// TestNoGame takes a file without a game for an error, said once.
func TestNoGame(t *testing.T) {
	for name, c := range map[string]struct {
		text             string
		warnings, errors int
		message          string // how that of the error begins
	}{
		"empty":        {"", 0, 1, "no game found"},
		"blanks":       {" \n\t\n", 0, 1, "no game found"},
		"comment":      {"{to be played} ; tomorrow\n", 1, 1, "no game found"},
		"UTF-16":       {"\xff\xfe*\x00", 0, 1, "the text is UTF-16"},
		"a mere end":   {"*", 1, 1, "no game found"},
		"a mere tag":   {"[Event \"Open\"]", 0, 0, ""},
		"a lone game":  {goodGame, 0, 0, ""},
		"after a game": {goodGame + "\n{end}\n", 0, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var found string
			counts, err := Check(strings.NewReader(c.text), Options{Report: func(p Problem) {
				if p.Severity == Error {
					found += p.Message
				}
			}})
			if err != nil || counts.Errors != c.errors || counts.Warnings != c.warnings {
				t.Errorf("%+v, %v: want %d errors, %d warnings", counts, err, c.errors, c.warnings)
			}
			if !strings.HasPrefix(found, c.message) {
				t.Errorf("error %q, want %q", found, c.message)
			}
		})
	}
}

// TestSources reads the same from sources that give their bytes one by one, in
// halves, or with the end at once, and passes errors of the source on.
func TestSources(t *testing.T) {
	text, err := os.ReadFile(corpus + "/quirks.pdn")
	if err != nil {
		t.Fatal(err)
	}
	read := func(wrap func(io.Reader) io.Reader) (problems []Problem) {
		if _, err := Check(wrap(bytes.NewReader(text)), Options{Report: func(p Problem) {
			problems = append(problems, p)
		}}); err != nil {
			t.Fatal(err)
		}
		return problems
	}
	want := read(func(r io.Reader) io.Reader { return r })
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data with the end": iotest.DataErrReader,
	} {
		if got := read(wrap); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}

	broken := errors.New("broken")
	counts, err := Check(io.MultiReader(strings.NewReader(goodGame+goodGame[:20]), iotest.ErrReader(broken)), Options{})
	if !errors.Is(err, broken) || counts.Games != 2 || counts.Truncated != 1 || counts.Errors != 1 {
		t.Errorf("%+v, %v: want the first game, half of the second and the error of the source", counts, err)
	}
	if _, err := Check(neverReader{}, Options{}); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a source that gives nothing: %v", err)
	}
}

type neverReader struct{}

func (neverReader) Read([]byte) (int, error) { return 0, nil }

// TestCut reads every beginning of the corpus: it ends, and nothing panics.
func TestCut(t *testing.T) {
	for _, path := range corpusFiles(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for n := range text {
			if n%7 != 0 {
				continue
			}
			checkNormalize(t, text[:n], Options{})
		}
	}
}

func BenchmarkReader(b *testing.B) {
	text, err := os.ReadFile(corpus + "/quirks.pdn")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Check(bytes.NewReader(text), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
