package match

import (
	"errors"
	"strings"
)

// splitWords splits a text at blanks, as a shell does: what stands between single or
// double quotes belongs together, wherever in a word it stands. There is no escape
// character, so that backslashes in paths mean themselves.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord := false
	var quote rune
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote, inWord = r, true
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// quoteWord writes a word so that splitWords reads it back, for a word without a
// double quote or without a single one.
func quoteWord(word string) string {
	switch {
	case word != "" && !strings.ContainsAny(word, " \t\r\n'\""):
		return word
	case strings.Contains(word, `"`):
		return "'" + word + "'"
	}
	return `"` + word + `"`
}
