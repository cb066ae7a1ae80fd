// Package tt is the transposition table: what earlier searches found out about
// positions, by hash.
//
// It stores and finds entries; it refuses to know what a score means and when an
// entry may end a search. Any number of goroutines may use one table.
package tt

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"ckengine/engine"
)

// Bound says how an entry's score relates to the true one.
type Bound uint8

// The kinds of bounds. NoBound marks an entry that only knows a move.
const (
	NoBound Bound = iota
	Lower         // the true score is at least this
	Upper         // the true score is at most this
	Exact
)

// Entry is what the table knows of a position.
type Entry struct {
	Move  engine.MoveIndex // best or refuting move, 0 if unknown
	Score int16            // in hundredths of a man, decided scores counted from the position itself
	Depth int8             // plies searched below the position
	Bound Bound
}

// slot is an entry in two words. The first is the hash XOR the second: words of
// two different entries, torn by a race, do not fit together and count as absent.
type slot struct{ key, data atomic.Uint64 }

const (
	slotBytes   = 16
	clusterSize = 4 // slots that share a cache line
	ageBits     = 6
	ageMask     = 1<<ageBits - 1
)

type cluster [clusterSize]slot

// Table is a transposition table of fixed size.
type Table struct {
	clusters []cluster
	mib      int
	age      uint8
}

// New returns a table of the given size in MiB, at least 1.
func New(mib int) *Table {
	mib = max(mib, 1)
	n := mib << 20 / (slotBytes * clusterSize)
	t := &Table{mib: mib}
	if t.clusters = mapClusters(t, n); t.clusters == nil {
		t.clusters = make([]cluster, n)
	}
	return t
}

// MiB returns the size of the table.
func (t *Table) MiB() int { return t.mib }

// NewSearch makes all present entries older than those to come. No search may be running.
func (t *Table) NewSearch() { t.age = (t.age + 1) & ageMask }

// Clear forgets everything. No search may be running.
func (t *Table) Clear() {
	var group sync.WaitGroup
	for part := range slices.Chunk(t.clusters, max(len(t.clusters)/runtime.GOMAXPROCS(0), clearAlone)) {
		group.Go(func() { clear(part) })
	}
	group.Wait()
	t.age = 0
}

// clearAlone is the number of clusters below which one goroutine clears faster than two.
const clearAlone = 1 << 16

// Probe returns the entry of a position.
func (t *Table) Probe(hash uint64) (Entry, bool) {
	c := t.cluster(hash)
	for i := range c {
		data := c[i].data.Load()
		if c[i].key.Load()^data == hash && data != 0 {
			return unpack(data), true
		}
	}
	return Entry{}, false
}

// Store keeps an entry, at the cost of the oldest and shallowest one in its
// cluster. A deeper entry of the same search and position stays.
func (t *Table) Store(hash uint64, e Entry) {
	c := t.cluster(hash)
	victim, lowest := 0, 1<<30
	for i := range c {
		data := c[i].data.Load()
		if data != 0 && c[i].key.Load()^data == hash {
			old := unpack(data)
			if e.Move == 0 {
				e.Move = old.Move
			}
			if old.Depth > e.Depth && ageOf(data) == t.age && e.Bound != Exact {
				return
			}
			victim = i
			break
		}
		if worth := t.worth(data); worth < lowest {
			victim, lowest = i, worth
		}
	}
	data := pack(e, t.age)
	c[victim].data.Store(data)
	c[victim].key.Store(hash ^ data)
}

// cluster maps the hash onto the clusters by its high bits, for any number of them.
func (t *Table) cluster(hash uint64) *cluster {
	index, _ := bits.Mul64(hash, uint64(len(t.clusters)))
	return &t.clusters[index]
}

// worth ranks entries for replacement: empty ones first, then old and shallow ones.
func (t *Table) worth(data uint64) int {
	if data == 0 {
		return -1
	}
	generations := int((t.age - ageOf(data)) & ageMask)
	return 1<<16 + int(unpack(data).Depth) - 256*generations
}

// The data word: move 16 bits, score 16, depth 8, bound 2, age 6.
func pack(e Entry, age uint8) uint64 {
	return uint64(e.Move) | uint64(uint16(e.Score))<<16 | uint64(uint8(e.Depth))<<32 |
		uint64(e.Bound)<<40 | uint64(age)<<42 | 1<<63
}

func unpack(data uint64) Entry {
	return Entry{
		Move:  engine.MoveIndex(data),
		Score: int16(data >> 16),
		Depth: int8(data >> 32),
		Bound: Bound(data >> 40 & 3),
	}
}

func ageOf(data uint64) uint8 { return uint8(data>>42) & ageMask }
