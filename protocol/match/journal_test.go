package match

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
)

// someRecord is a finished game as a journal has it.
func someRecord(number int) *Record {
	return &Record{
		Number: number, Pair: (number - 1) / 2, FEN: "W:W43-72:B1-30", White: "A", Black: "B", Result: "1-1", End: EndAdjudicated,
		Reason: `adjudicated: "text" <with> & ,"sum":"0000000000000000"} signs`, Plies: 2, Moves: "43-37 25-31",
		Scores: []Score{KnownScore(-12), {}}, Depths: []int{3, 0}, Nodes: []int64{100, 0}, Times: []float64{0.25, 0}, Clocks: []float64{9.75, -1},
	}
}

func someHeader() *Header {
	return &Header{Format: journalFormat, Program: Identity{Name: "test"}, Config: testConfig(self("A", 1), self("B", 1)), Engines: []EngineFacts{{}, {}}, Games: 10, AllGames: 10}
}

// writeJournal writes a journal of games 1 to n and returns its path.
func writeJournal(t *testing.T, n int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "match.jsonl")
	j, err := createJournal(path, someHeader())
	if err != nil {
		t.Fatal(err)
	}
	for number := 1; number <= n; number++ {
		if err := j.append(someRecord(number)); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func readAll(path string) (*Journal, []Record, error) {
	var records []Record
	j, err := ReadJournal(path, func(_ Header, r *Record) error {
		records = append(records, *r)
		return nil
	})
	return j, records, err
}

func TestJournalIsReadBack(t *testing.T) {
	j, records, err := readAll(writeJournal(t, 3))
	if err != nil || j.Damage != nil || j.Games != 3 {
		t.Fatalf("%d games, damage %v, error %v", j.Games, j.Damage, err)
	}
	ignore := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".offset" || p.Last().String() == ".length" }, cmp.Ignore())
	for i, r := range records {
		if diff := cmp.Diff(someRecord(i+1), &r, cmp.AllowUnexported(Record{}), ignore); diff != "" {
			t.Errorf("game %d (-want +got):\n%s", i+1, diff)
		}
	}
	if diff := cmp.Diff(*someHeader(), j.Header); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
}

// A journal cut off anywhere gives all games before the cut, and can be gone on with.
func TestJournalCutOffAnywhere(t *testing.T) {
	path := writeJournal(t, 2)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	header := bytes.IndexByte(whole, '\n') + 1
	for cut := header; cut <= len(whole); cut++ {
		if games := bytes.Count(whole[:cut], []byte("\n")); cut%29 != 0 && whole[cut-1] != '\n' {
			j, err := readJournal(path, bytes.NewReader(whole[:cut]), func(Header, *Record) error { return nil })
			if err != nil || j.Games != games-1 || j.Damage == nil {
				t.Fatalf("cut at %d: %d games, damage %v, error %v", cut, j.Games, j.Damage, err)
			}
			continue
		}
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		games := bytes.Count(whole[:cut], []byte("\n")) - 1
		seen := 0
		read, file, err := resumeJournal(path, func(Header, *Record) error { seen++; return nil })
		if err != nil || seen != games || (read.Damage != nil) != (whole[cut-1] != '\n') {
			t.Fatalf("cut at %d: %d games, want %d, damage %v, error %v", cut, seen, games, read.Damage, err)
		}
		if err := file.append(someRecord(9)); err != nil {
			t.Fatal(err)
		}
		if err := file.close(); err != nil {
			t.Fatal(err)
		}
		if j, _, err := readAll(path); err != nil || j.Damage != nil || j.Games != games+1 {
			t.Fatalf("cut at %d, after one game more: %d games, %v, %v", cut, j.Games, j.Damage, err)
		}
	}
}

// Any changed byte is noticed: in the last line it costs that game, elsewhere the
// journal is refused.
func TestJournalWithAChangedByte(t *testing.T) {
	path := writeJournal(t, 2)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n') + 1
	for at := range whole {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 1
		seen := 0
		j, err := readJournal(path, bytes.NewReader(damaged), func(Header, *Record) error { seen++; return nil })
		if at >= last && at < len(whole)-1 {
			if err != nil || j.Damage == nil || seen != 1 {
				t.Fatalf("byte %d: %d games, damage %v, error %v", at, seen, j.Damage, err)
			}
		} else if err == nil && j.Damage == nil {
			t.Fatalf("byte %d: nothing was noticed", at)
		}
	}
}

func TestJournalsThatAreNone(t *testing.T) {
	record := func(change func(*Record)) string {
		r := someRecord(1)
		change(r)
		line, err := sealLine(r)
		if err != nil {
			t.Fatal(err)
		}
		return string(line)
	}
	head, err := sealLine(someHeader())
	if err != nil {
		t.Fatal(err)
	}
	header := string(head)
	future := someHeader()
	future.Format = journalFormat + 1
	other, err := sealLine(future)
	if err != nil {
		t.Fatal(err)
	}
	good := record(func(*Record) {})
	tests := []struct{ name, text, want string }{
		{"empty", "", "is not the journal"},
		{"text", "hello\nworld\n", "line 1"},
		{"JSON", "{}\n", "is not the journal"},
		{"half a header", header[:50], "is not the journal"},
		{"another format", string(other), "format 2"},
		{"a game twice", header + good + good, "game 1 is there twice"},
		{"a game of no pair", header + record(func(r *Record) { r.Pair = 7 }) + good, "cannot belong to pair 7"},
		{"a game against itself", header + record(func(r *Record) { r.Black = "A" }) + good, `"A"`},
		{"no result", header + record(func(r *Record) { r.Result = "*" }) + good, "want 2-0"},
		{"lists too short", header + record(func(r *Record) { r.Depths = nil }) + good, "lists"},
		{"a line too long", header + strings.Repeat("x", maxJournalLine+1), "too long"},
	}
	for _, test := range tests {
		j, err := readJournal("j", strings.NewReader(test.text), func(Header, *Record) error { return nil })
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %+v, error %v, want %q", test.name, j, err, test.want)
		}
	}
}

func TestJournalIsNotOverwritten(t *testing.T) {
	path := writeJournal(t, 1)
	if _, err := createJournal(path, someHeader()); err == nil || !strings.Contains(err.Error(), "--resume") {
		t.Errorf("error %v", err)
	}
	if j, _, err := readAll(path); err != nil || j.Games != 1 {
		t.Errorf("%d games, %v", j.Games, err)
	}
}

func FuzzReadJournal(f *testing.F) {
	header, err := sealLine(someHeader())
	if err != nil {
		f.Fatal(err)
	}
	record, err := sealLine(someRecord(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(nil))
	f.Add(append(header, record...))
	f.Add(append(header, record[:40]...))
	f.Fuzz(func(t *testing.T, text []byte) {
		j, err := readJournal("j", bytes.NewReader(text), func(h Header, r *Record) error {
			_, _ = r.Game(engine.Canadian, h.Config.DrawRule)
			_, _ = r.pdn(h.Config)
			return newReporter(h).add(r)
		})
		if err == nil && j.intact > int64(len(text)) {
			t.Errorf("%d bytes of %d are intact", j.intact, len(text))
		}
	})
}
