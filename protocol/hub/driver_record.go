package hub

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Direction is the way that a line takes.
type Direction uint8

// The two directions of a dialogue, seen from the driver.
const (
	ToEngine Direction = iota
	FromEngine
)

// String is the mark of dialogues in print: '>' to the engine, '<' from it.
func (d Direction) String() string {
	if d == ToEngine {
		return ">"
	}
	return "<"
}

// Entry is one line of a recorded dialogue.
type Entry struct {
	Time      time.Time // written, or arrived
	Direction Direction
	Line      string
}

// String writes the time of day, the direction and the line.
func (e Entry) String() string {
	return fmt.Sprintf("%s %s %s", e.Time.Format("15:04:05.000000"), e.Direction, e.Line)
}

const (
	keptSent     = 64
	keptReceived = 448
	keptLine     = 4 << 10  // bytes of a recorded line
	keptStderr   = 64 << 10 // bytes
)

// record keeps the last lines of each direction, apart: a flood of answers must not push out the question.
type record struct {
	mu       sync.Mutex
	hook     func(Direction, time.Time, string)
	sent     ring
	received ring
}

func newRecord(hook func(Direction, time.Time, string)) *record {
	return &record{hook: hook, sent: ring{size: keptSent}, received: ring{size: keptReceived}}
}

func (r *record) add(direction Direction, at time.Time, line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hook != nil {
		r.hook(direction, at, line)
	}
	entry := Entry{at, direction, abbreviate(line, keptLine)}
	if direction == ToEngine {
		r.sent.add(entry)
	} else {
		r.received.add(entry)
	}
}

func (r *record) entries() []Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := append(r.sent.all(), r.received.all()...)
	slices.SortStableFunc(all, func(a, b Entry) int { return a.Time.Compare(b.Time) })
	return all
}

// ring holds the last entries, at most size.
type ring struct {
	size    int
	entries []Entry
	oldest  int
}

func (r *ring) add(entry Entry) {
	if len(r.entries) < r.size {
		r.entries = append(r.entries, entry)
		return
	}
	r.entries[r.oldest] = entry
	r.oldest = (r.oldest + 1) % r.size
}

func (r *ring) all() []Entry {
	return slices.Concat(r.entries[r.oldest:], r.entries[:r.oldest])
}

// tail is a writer that keeps the last bytes written, at least size and at most twice as many.
type tail struct {
	mu   sync.Mutex
	size int
	data []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, p[max(0, len(p)-t.size):]...)
	if len(t.data) > 2*t.size {
		t.data = append(t.data[:0], t.data[len(t.data)-t.size:]...)
	}
	return len(p), nil
}

// String returns the last size bytes.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.data[max(0, len(t.data)-t.size):])
}
