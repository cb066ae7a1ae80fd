package hub

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

const (
	readSize   = 64 << 10
	prefixSize = 256 // what is kept of a line that is too long
)

// LongLineError reports a line that exceeds the reader's limit; the rest of it is skipped.
type LongLineError struct {
	Limit int // bytes
}

func (e *LongLineError) Error() string { return fmt.Sprintf("line longer than %d bytes", e.Limit) }

// LineReader reads lines of bounded length and stamps each with the time when its last byte arrived.
type LineReader struct {
	source   io.Reader
	limit    int
	chunk    []byte // read and not yet taken
	buffer   []byte
	arrived  time.Time
	line     []byte
	skipping bool // inside a line that was too long
	err      error
}

// NewLineReader reads lines of at most limit bytes from source.
func NewLineReader(source io.Reader, limit int) *LineReader {
	return &LineReader{source: source, limit: limit, buffer: make([]byte, readSize)}
}

// Next returns the next line without its end ("\n" or "\r\n") and the time when the line was complete. Of a line
// that is too long it returns the first bytes with a [*LongLineError] as soon as the limit is passed, and the
// next call goes on behind that line. Any other error is the source's and final; with it comes what followed the last "\n".
func (r *LineReader) Next() (text string, arrived time.Time, err error) {
	for {
		for len(r.chunk) == 0 {
			if r.err != nil {
				return r.take(), r.arrived, r.err
			}
			var n int
			n, r.err = r.source.Read(r.buffer)
			r.arrived = time.Now()
			r.chunk = r.buffer[:n]
		}
		piece, rest, complete := bytes.Cut(r.chunk, []byte{'\n'})
		r.chunk = rest
		if r.skipping {
			r.skipping = !complete
			continue
		}
		if len(r.line)+len(piece) > r.limit {
			r.skipping = !complete
			prefix := min(r.limit, prefixSize)
			r.line = append(r.line, piece[:min(len(piece), prefix)]...)[:prefix]
			return r.take(), r.arrived, &LongLineError{r.limit}
		}
		r.line = append(r.line, piece...)
		if complete {
			return r.take(), r.arrived, nil
		}
	}
}

func (r *LineReader) take() string {
	text := string(bytes.TrimSuffix(r.line, []byte{'\r'}))
	r.line = r.line[:0]
	if cap(r.line) > readSize {
		r.line = nil
	}
	return text
}
