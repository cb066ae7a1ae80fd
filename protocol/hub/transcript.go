package hub

import (
	"sync"
	"time"
)

// transcript hands each line of a dialogue to a hook, one call at a time.
type transcript struct {
	mu   sync.Mutex
	hook func(direction Direction, at time.Time, line string) // may be nil
}

func (t *transcript) add(direction Direction, at time.Time, line string) {
	if t.hook == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hook(direction, at, line)
}
