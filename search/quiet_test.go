package search

import (
	"testing"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/tt"
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

func TestQuietCacheIsEmptiedWhenTheNoiseChanges(t *testing.T) {
	game := engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws)
	w := newWorker(eval.NewHandmade(engine.Canadian), tt.New(1), DefaultParams())
	const key = 0x123456789abcdef0
	w.begin(game, nil, 0, noise{})
	w.quiet.store(key, 7)
	w.begin(game, nil, 0, noise{})
	if _, known := w.quiet.find(key); !known {
		t.Error("emptied though the noise is the same")
	}
	w.begin(game, nil, 0, noise{amplitude: 1})
	if _, known := w.quiet.find(key); known {
		t.Error("an evaluation outlived its noise")
	}
}
