package pdn

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const corpus = "../../testdata/pdn"

// TestCorpus reads every file of the corpus and compares its problems with those
// that the .want file beside it lists: the place, the severity, and how the message begins.
func TestCorpus(t *testing.T) {
	for _, path := range corpusFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			problems := []string{}
			counts, err := Check(bytes.NewReader(source), Options{Report: func(p Problem) {
				problems = append(problems, p.String())
			}})
			if err != nil {
				t.Fatal(err)
			}
			want := readLines(t, strings.TrimSuffix(path, ".pdn")+".want")
			if got := fmt.Sprintf("games %d moves %d", counts.Games, counts.Moves); got != want[0] {
				t.Errorf("%s, want %s", got, want[0])
			}
			want = want[1:]
			for i := range max(len(problems), len(want)) {
				switch {
				case i >= len(problems):
					t.Errorf("missing: %s", want[i])
				case i >= len(want):
					t.Errorf("not wanted: %s", problems[i])
				case !strings.HasPrefix(problems[i], want[i]):
					t.Errorf("got  %s\nwant %s", problems[i], want[i])
				}
			}
		})
	}
}

// TestCorpusNormalized writes every file of the corpus anew. What comes out is
// UTF-8, reads with the same games and moves, and does not change any more.
func TestCorpusNormalized(t *testing.T) {
	for _, path := range corpusFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			source, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkNormalize(t, source, Options{})
		})
	}
}

// checkNormalize normalizes text, and what comes out once more.
func checkNormalize(t testing.TB, source []byte, options Options) {
	t.Helper()
	var once, twice bytes.Buffer
	counts, err := Normalize(&once, bytes.NewReader(source), options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	options.MaxGameBytes *= 10 // UTF-8 takes up to three times the room of Windows-1252
	again, err := Normalize(&twice, bytes.NewReader(once.Bytes()), options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if diff := cmp.Diff(strings.Split(once.String(), "\n"), strings.Split(twice.String(), "\n")); diff != "" {
		t.Fatalf("normalized twice is not normalized once:\n%s", diff)
	}
	if counts.Games-counts.Truncated != again.Games ||
		counts.Truncated == 0 && (counts.Moves != again.Moves || counts.Unchecked != again.Unchecked) {
		t.Errorf("%+v becomes %+v", counts, again)
	}
}

func corpusFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(corpus + "/*.pdn")
	if err != nil || len(files) < 10 {
		t.Fatalf("corpus: %d files, %v", len(files), err)
	}
	return files
}

func readLines(t *testing.T, path string) (lines []string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		lines = append(lines, scanner.Text())
	}
	return lines
}
