package search

import (
	"os"
	"strings"
	"testing"
)

// The description of the search names every one of its numbers.
func TestEveryParamIsDescribed(t *testing.T) {
	page, err := os.ReadFile("../docs/search.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range ParamTable {
		if !strings.Contains(string(page), "`"+p.Name+"`") {
			t.Errorf("docs/search.md lacks `%s`: %s", p.Name, p.Meaning)
		}
	}
}
