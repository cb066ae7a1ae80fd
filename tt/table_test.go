package tt

import (
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"
)

func TestClusterFillsACacheLine(t *testing.T) {
	if size := unsafe.Sizeof(cluster{}); size != 64 {
		t.Errorf("a cluster has %d bytes, want 64", size)
	}
}

func TestStoreAndProbe(t *testing.T) {
	table := New(1)
	for _, e := range []Entry{
		{Move: 0xffff, Score: -9999, Depth: 99, Bound: Exact},
		{Move: 1, Score: 9999, Depth: 0, Bound: Lower},
		{Score: 0, Depth: 0, Bound: Upper},
		{},
	} {
		hash := rand.Uint64()
		if _, found := table.Probe(hash); found {
			t.Fatalf("%x found before it was stored", hash)
		}
		table.Store(hash, e)
		if got, found := table.Probe(hash); !found || got != e {
			t.Errorf("got %+v %v, want %+v", got, found, e)
		}
	}
	table.Clear()
	if _, found := table.Probe(0); found {
		t.Error("a cleared table knows something")
	}
}

func TestEveryHashHasACluster(t *testing.T) {
	for _, mib := range []int{0, 1, 3, 7} {
		table := New(mib)
		for _, hash := range []uint64{0, 1, 1 << 63, ^uint64(0)} {
			table.Store(hash, Entry{Depth: 3, Bound: Exact})
			if _, found := table.Probe(hash); !found {
				t.Errorf("%d MiB: %x is lost", mib, hash)
			}
		}
	}
}

func TestOldAndShallowEntriesGoFirst(t *testing.T) {
	table := New(1)
	// Hashes that differ only in low bits share a cluster.
	old, deep, shallow := uint64(1), uint64(2), uint64(3)
	table.Store(old, Entry{Depth: 50, Bound: Exact})
	table.NewSearch()
	table.Store(deep, Entry{Depth: 20, Bound: Exact})
	table.Store(shallow, Entry{Depth: 1, Bound: Exact})
	table.Store(4, Entry{Depth: 9, Bound: Exact})
	for hash, want := range map[uint64]bool{old: true, deep: true, shallow: true} {
		if _, found := table.Probe(hash); found != want {
			t.Fatalf("entry %d found: %v", hash, found)
		}
	}
	table.Store(5, Entry{Depth: 2, Bound: Exact})
	if _, found := table.Probe(old); found {
		t.Error("the entry of an earlier search is still there")
	}
	table.Store(6, Entry{Depth: 2, Bound: Exact})
	if _, found := table.Probe(shallow); found {
		t.Error("the shallowest entry is still there")
	}
	if _, found := table.Probe(deep); !found {
		t.Error("the deepest entry has gone")
	}
}

func TestAShallowBoundDoesNotReplaceADeepOne(t *testing.T) {
	table := New(1)
	deep := Entry{Move: 7, Score: 12, Depth: 10, Bound: Lower}
	table.Store(9, deep)
	table.Store(9, Entry{Move: 8, Score: 1, Depth: 2, Bound: Upper})
	if got, _ := table.Probe(9); got != deep {
		t.Errorf("got %+v, want %+v", got, deep)
	}
}

func TestAnEntryWithoutMoveKeepsTheMoveKnown(t *testing.T) {
	table := New(1)
	table.Store(9, Entry{Move: 7, Depth: 1, Bound: Lower})
	table.Store(9, Entry{Depth: 5, Bound: Upper})
	if got, _ := table.Probe(9); got.Move != 7 || got.Depth != 5 {
		t.Errorf("got %+v, want move 7 at depth 5", got)
	}
}

// TestConcurrentUse lets goroutines fight for few clusters; an entry that comes
// back must be one that was stored under its hash.
func TestConcurrentUse(t *testing.T) {
	table := New(1)
	entryOf := func(hash uint64) Entry {
		return Entry{Move: 0, Score: int16(hash >> 20), Depth: int8(hash >> 8 & 63), Bound: Exact}
	}
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, 1))
			for range 20_000 {
				hash := random.Uint64()>>60<<60 | random.Uint64()&0xffffff
				if got, found := table.Probe(hash); found && got != entryOf(hash) {
					t.Errorf("%x: got %+v, want %+v", hash, got, entryOf(hash))
					return
				}
				table.Store(hash, entryOf(hash))
			}
		})
	}
	group.Wait()
}

func BenchmarkProbeAndStore(b *testing.B) {
	table := New(64)
	random := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		hash := random.Uint64()
		table.Probe(hash)
		table.Store(hash, Entry{Depth: 5, Bound: Exact})
	}
}
