// Package ckengine_test checks the module as a whole.
package ckengine_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// house lists for each package the packages of the module that it may import. It
// is the order of the rooms: rules, evaluation and table, search, book, protocols,
// program. A new package needs a line here.
var house = map[string][]string{
	"engine":             {},
	"engine/pdn":         {"engine"},
	"eval/tune/chart":    {},
	"tt":                 {"engine"},
	"eval":               {"engine"},
	"eval/egdb":          {"engine", "eval"},
	"eval/corpus":        {"engine", "eval"},
	"eval/tune":          {"eval/tune/chart", "engine", "engine/pdn", "eval", "eval/corpus", "eval/egdb"},
	"search":             {"engine", "tt", "eval", "eval/egdb"},
	"search/bench":       {"engine", "eval", "search"},
	"search/selfplay":    {"engine", "engine/pdn", "eval", "eval/corpus", "eval/egdb", "search"},
	"book":               {"engine", "engine/pdn", "eval", "search"},
	"protocol":           {"engine", "engine/pdn", "eval", "eval/egdb", "search", "book"},
	"protocol/analysis":  {"engine", "eval", "search", "protocol"},
	"protocol/hub":       {"engine", "eval", "search", "protocol"},
	"protocol/hub/check": {"engine", "protocol/hub"},
	"protocol/dxp":       {"engine", "engine/pdn", "eval", "search", "protocol"},
	"protocol/match": {"engine", "engine/pdn", "eval", "search", "book", "protocol", "protocol/hub", "protocol/dxp",
		"protocol/match/stats"},
	"protocol/match/stats": {"eval/tune/chart"},
	"protocol/match/spsa":  {},
	"protocol/web":         {"engine", "engine/pdn", "eval", "search", "book", "protocol", "protocol/analysis", "protocol/match"},
	"cmd/ckengine": {"engine", "engine/pdn", "eval", "eval/corpus", "eval/egdb", "eval/tune", "search", "search/bench", "search/selfplay",
		"book", "protocol", "protocol/analysis", "protocol/hub", "protocol/hub/check", "protocol/dxp", "protocol/match", "protocol/match/stats", "protocol/match/spsa", "protocol/web"},
}

// libraries are the modules that the program may be built with.
var libraries = []string{
	"github.com/spf13/pflag",
	"github.com/cespare/xxhash/v2",
	"github.com/klauspost/compress",
	"gonum.org/v1/gonum",
	"github.com/schollz/progressbar/v3",
	"golang.org/x/term",
}

// silent are the packages that write to no stream and therefore import nothing that could.
var silent = []string{"engine", "tt", "eval", "search"}

// streams are the packages that know standard output, sockets or a log.
var streams = []string{"os", "log", "log/slog", "net", "os/exec"}

const module = "ckengine"

func TestImportsPointDown(t *testing.T) {
	imports := readImports(t)
	if len(imports["engine"]) == 0 {
		t.Fatal("no import of engine found")
	}
	for room, names := range imports {
		allowed, known := house[room]
		if !known {
			t.Errorf("package %s is not in the table of this test", room)
		}
		for _, name := range names {
			inner, isOurs := strings.CutPrefix(name, module+"/")
			switch {
			case isOurs && !slices.Contains(allowed, inner):
				t.Errorf("%s imports %s, which the table does not allow", room, inner)
			case !isOurs && strings.Contains(name, ".") && !slices.ContainsFunc(libraries, func(library string) bool {
				return name == library || strings.HasPrefix(name, library+"/")
			}):
				t.Errorf("%s imports %s, which is none of the libraries the program is built with", room, name)
			case slices.Contains(silent, room) && slices.Contains(streams, name):
				t.Errorf("%s imports %s, but writes to no stream", room, name)
			}
		}
	}
}

func TestHouseHasNoCycle(t *testing.T) {
	var visit func(room string, above []string)
	visit = func(room string, above []string) {
		if slices.Contains(above, room) {
			t.Fatalf("the table has a cycle: %s", strings.Join(append(above, room), " -> "))
		}
		for _, below := range house[room] {
			if _, known := house[below]; !known {
				t.Errorf("%s may import %s, which the table does not list", room, below)
			}
			visit(below, append(slices.Clone(above), room))
		}
	}
	for room := range house {
		visit(room, nil)
	}
}

// readImports returns for each package what its files import, tests left out.
func readImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		room := path.Dir(filepath.ToSlash(file))
		imports[room] = slices.Grow(imports[room], len(parsed.Imports))
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[room] = append(imports[room], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
