package search

import (
	"testing"

	"ckengine/eval"
)

func TestQuietCacheKnowsTheLatestPositionOfAPlace(t *testing.T) {
	const hash, samePlace = 0x123456789abcdef0, 0x923456789abcdef0
	cache := new(quietCache)
	expect := func(hash uint64, want eval.Score, wantKnown bool) {
		t.Helper()
		score, known := cache.find(hash)
		if known != wantKnown || known && score != want {
			t.Errorf("found %x: %v, %d, want %v, %d", hash, known, score, wantKnown, want)
		}
	}
	expect(hash, 0, false)
	for _, score := range []eval.Score{eval.MaxEvaluation, -eval.MaxEvaluation, 0} {
		cache.store(hash, score)
		expect(hash, score, true)
		expect(samePlace, 0, false)
	}
	cache.store(samePlace, -1)
	expect(samePlace, -1, true)
	expect(hash, 0, false)
}
