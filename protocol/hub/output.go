package hub

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// output writes lines, one at a time and each with a single write. After an error it drops the rest.
type output struct {
	mu       sync.Mutex
	w        io.Writer
	err      error
	isClosed bool
}

func (o *output) send(line fmt.Stringer) {
	text := line.String() + "\n"
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil && !o.isClosed {
		_, o.err = io.WriteString(o.w, text)
	}
}

// fail sends an `error` line.
func (o *output) fail(err error) {
	line := Line{Command: "error"}
	line.add("message", strings.ReplaceAll(err.Error(), "\n", "; "))
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
