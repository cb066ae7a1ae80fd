package main

import (
	"bytes"
	"strings"
	"testing"
)

// A game that is cut off, here for its nesting, is counted, and the status is that of an error.
func TestPDNCheckCountsGamesCutOff(t *testing.T) {
	games := "[GameType \"27\"]\n1. 43-37 " + strings.Repeat("(", 2000) + " *\n[GameType \"27\"]\n1. 43-37 *\n"
	var out, problems bytes.Buffer
	status := run([]string{"pdn", "check", "-"}, streams{strings.NewReader(games), &out, &problems})
	if want := "-: 2 games, of which 1 cut off; 2 moves, "; status != statusFailed || !strings.Contains(out.String(), want) {
		t.Errorf("status %d, want %q in:\n%s", status, want, out.String())
	}
}
