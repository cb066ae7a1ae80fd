package match

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestSplitWords(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"", nil},
		{"  a\tb\n c ", []string{"a", "b", "c"}},
		{`cmd="./a b" x`, []string{"cmd=./a b", "x"}},
		{`cmd='a "b"'`, []string{`cmd=a "b"`}},
		{`a""b ''`, []string{"ab", ""}},
		{`C:\dir\file`, []string{`C:\dir\file`}},
	}
	for _, test := range tests {
		got, err := splitWords(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
	for _, text := range []string{`"`, `a 'b`, `a"b c`} {
		if words, err := splitWords(text); err == nil {
			t.Errorf("%q: got %q, want an error about the open quote", text, words)
		}
	}
}

func TestQuoteWordIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[^']*|[^"]*`).Draw(t, "word")
		got, err := splitWords(quoteWord(word))
		if err != nil || len(got) != 1 || got[0] != word {
			t.Fatalf("%q is written as %q and read as %q, %v", word, quoteWord(word), got, err)
		}
	})
}
