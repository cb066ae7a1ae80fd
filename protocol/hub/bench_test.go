package hub

import "testing"

func BenchmarkParse(b *testing.B) {
	text := `info depth=13 mean-depth=14.1 score=-0.03 nodes=1234567 time=0.412 nps=3.0 pv="45-39 28-34 39x28x34 22x33x28"`
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		line, err := Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := ParseInfo(line); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSearch is the cost of one search that takes the engine no time: two processes and the pipes between them.
func BenchmarkSearch(b *testing.B) {
	d, err := Start(b.Context(), engineOptions(b, "is good"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = d.Kill() }()
	for b.Loop() {
		search, err := d.Search(Request{Level: Level{Depth: 1}})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := search.Wait(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		d, err := Start(b.Context(), engineOptions(b, "is good"))
		if err != nil {
			b.Fatal(err)
		}
		if err := d.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
