package pdn

import (
	"strings"
	"unicode/utf8"
)

// windows1252 maps the bytes 0x80 to 0x9f; the five that the code page leaves
// free become U+FFFD. All higher bytes are the characters of Latin-1.
// Source: the Unicode consortium's mapping table CP1252.TXT.
var windows1252 = [32]rune{
	'€', '\ufffd', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\ufffd', 'Ž', '\ufffd',
	'\ufffd', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\ufffd', 'ž', 'Ÿ',
}

// decode returns text of the input as UTF-8. Bytes that are not UTF-8 are taken
// for Windows-1252, of which Latin-1 text is a part; foreign reports whether
// there were any. Control characters other than tab and line ends become blanks.
func decode(raw []byte) (text string, foreign bool) {
	var b strings.Builder
	b.Grow(len(raw))
	for i := 0; i < len(raw); {
		c := raw[i]
		if c < utf8.RuneSelf {
			switch {
			case c == '\r':
				if i+1 >= len(raw) || raw[i+1] != '\n' {
					b.WriteByte('\n')
				}
			case c < ' ' && c != '\n' && c != '\t' || c == 0x7f:
				b.WriteByte(' ')
			default:
				b.WriteByte(c)
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(raw[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			foreign = true
			if r = rune(c); c < 0xa0 {
				r = windows1252[c-0x80]
			}
			b.WriteRune(r)
		case r >= 0x80 && r < 0xa0:
			b.WriteByte(' ')
		case r == '\ufeff': // a byte order mark, left by pasting files together
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String(), foreign
}
