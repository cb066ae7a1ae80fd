package pdn

import (
	"io"
	"unicode/utf8"
)

// place is where something stands in the input.
type place struct{ line, column int }

// smallestLimit is the least that a game may be allowed to take, in bytes.
const smallestLimit = 4 << 10

// window holds the part of the input that belongs to the game being read, so
// that a game's size bounds the memory.
type window struct {
	source io.Reader
	limit  int // bytes that one game may take
	err    error

	data  []byte
	start int // where the game begins in data
	pos   int // the next byte to read
	done  bool

	at      place // of pos
	afterCR bool  // the byte before pos is a CR, so that a LF at pos ends no further line
}

func newWindow(source io.Reader, limit int) *window {
	return &window{source: source, limit: max(limit, smallestLimit), at: place{1, 1}}
}

// peek returns the byte at a distance from the next one, or -1 where the input
// ends or the game outgrows its limit.
func (w *window) peek(offset int) int {
	for w.pos+offset >= len(w.data) {
		if !w.fill() {
			return -1
		}
	}
	return int(w.data[w.pos+offset])
}

// full reports whether the game takes all the bytes it may.
func (w *window) full() bool { return len(w.data)-w.start >= w.limit }

func (w *window) fill() bool {
	if w.done || w.full() {
		return false
	}
	if w.start > 0 {
		w.data = w.data[:copy(w.data, w.data[w.start:])]
		w.pos -= w.start
		w.start = 0
	}
	const chunk = 32 << 10
	used := len(w.data)
	size := min(chunk, w.limit-used)
	if cap(w.data)-used < size {
		grown := make([]byte, used, max(2*cap(w.data), used+size))
		copy(grown, w.data)
		w.data = grown
	}
	for range 100 {
		n, err := w.source.Read(w.data[used : used+size])
		w.data = w.data[:used+n]
		if err != nil {
			w.done = true
			if err != io.EOF {
				w.err = err
			}
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	w.done, w.err = true, io.ErrNoProgress
	return false
}

// advance goes n bytes on, which must have been peeked at.
func (w *window) advance(n int) {
	for end := w.pos + n; w.pos < end; {
		c := w.data[w.pos]
		size := 1
		switch {
		case c == '\r' || c == '\n' && !w.afterCR:
			w.at = place{w.at.line + 1, 1}
		case c == '\n':
		case c >= utf8.RuneSelf:
			_, size = utf8.DecodeRune(w.data[w.pos:end])
			w.at.column++
		default:
			w.at.column++
		}
		w.afterCR = c == '\r'
		w.pos += size
	}
}

// bytes returns n bytes from the next one on, which must have been peeked at.
func (w *window) bytes(n int) []byte { return w.data[w.pos : w.pos+n] }

// begin lets the next game begin here.
func (w *window) begin() { w.start = w.pos }

// skipToTag goes on, past the limit, to the next line that begins a tag pair.
func (w *window) skipToTag() {
	for {
		c := w.peek(0)
		if c < 0 {
			if w.begin(); w.peek(0) < 0 {
				return
			}
			continue
		}
		if c == '[' && w.at.column == 1 && w.isTagLine(0) {
			return
		}
		w.advance(1)
		if w.pos-w.start > smallestLimit/2 {
			w.begin()
		}
	}
}

// isTagLine reports whether a tag pair begins at a distance from the next byte:
// a bracket, a name and a quotation mark.
func (w *window) isTagLine(offset int) bool {
	const longestName = 64
	if w.peek(offset) != '[' {
		return false
	}
	first := w.peek(offset + 1)
	if first < 'A' || first > 'Z' {
		return false
	}
	for i := offset + 2; i < offset+longestName; i++ {
		switch c := w.peek(i); {
		case c == '"':
			return true
		case c < 0, c == '\n', c == '\r', c == ']', c == '{', c == '(', c >= utf8.RuneSelf:
			return false
		}
	}
	return false
}
