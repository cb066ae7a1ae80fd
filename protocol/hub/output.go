package hub

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
)

// output writes lines, one at a time and each with a single write. After an error it drops the rest.
type output struct {
	mu         sync.Mutex
	w          io.Writer
	transcript *transcript
	err        error
	isClosed   bool
}

func (o *output) send(line fmt.Stringer) {
	text := line.String()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil && !o.isClosed {
		o.transcript.add(FromEngine, time.Now(), text)
		_, o.err = io.WriteString(o.w, text+"\n")
	}
}

// fail sends an `error` line. What it quotes from the peer may be in any encoding; there are clients that end at bytes
// that are not of theirs.
func (o *output) fail(err error) {
	message := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '?'
		}
		return r
	}, strings.ReplaceAll(err.Error(), "\n", "; "))
	line := Line{Command: "error"}
	line.add("message", message)
	o.send(line)
}

// close drops what is sent from now on, and returns the first error. It does not wait for a write that is stuck.
func (o *output) close() error {
	if !o.mu.TryLock() {
		return nil
	}
	defer o.mu.Unlock()
	o.isClosed = true
	return o.err
}
