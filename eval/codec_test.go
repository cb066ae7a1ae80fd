package eval

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
)

func encoded(t testing.TB, w *Weights) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := w.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestWeightsFileRoundTrip(t *testing.T) {
	for _, v := range engine.Variants() {
		w := randomWeights(rand.New(rand.NewPCG(10, uint64(v))), v)
		w.Manifest = Manifest{Generation: 2, Runs: []Run{{Generation: 1, Seed: 1 << 63, Nodes: 2000}}, HoldOut: 20, MinVisits: 3, StructuralL2: 1e-7, Games: 7, Wins: 3, Draws: 2, Losses: 2,
			Positions: 99, Corpus: "0123456789abcdef", L2: 1e-5, Iterations: 100, TrainingLoss: 0.5, HeldOutLoss: 0.51, Scale: 0.9}
		first := encoded(t, w)
		if !bytes.Equal(first, encoded(t, w)) {
			t.Errorf("%s: written twice, the file differs", v)
		}
		got, err := ReadWeights(bytes.NewReader(first))
		if err != nil {
			t.Fatal(err)
		}
		want := *w
		want.Manifest.Variant, want.Manifest.Layout = v.String(), layoutVersion
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("%s (-want +got)\n%s", v, diff)
		}
	}
}

func TestWeightsThatCannotBeWritten(t *testing.T) {
	w := &Weights{Variant: engine.Brazilian, Terms: make([]Weight, NewLayout(engine.Brazilian).Size())}
	w.Terms[5].Ending = -32768
	if err := w.Write(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "term 5: -32768") {
		t.Errorf("a weight without a negative: %v", err)
	}
	w.Terms = w.Terms[1:]
	if err := w.Write(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), "32855 terms") {
		t.Errorf("a term too few: %v", err)
	}
}

// TestDamagedWeightsFiles cuts a file off at every byte and changes every byte of it.
func TestDamagedWeightsFiles(t *testing.T) {
	w := &Weights{Variant: engine.Brazilian, Terms: make([]Weight, NewLayout(engine.Brazilian).Size())}
	r := rand.New(rand.NewPCG(11, 0))
	for range 400 {
		w.Terms[r.IntN(len(w.Terms))] = Weight{int16(r.IntN(2000) - 1000), int16(r.IntN(2000) - 1000)}
	}
	file := encoded(t, w)
	refused := func(what string, damaged []byte) {
		t.Helper()
		if _, err := ReadWeights(bytes.NewReader(damaged)); err == nil {
			t.Errorf("%s: taken", what)
		} else if !strings.HasPrefix(err.Error(), "weights: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range file {
		refused(fmt.Sprintf("cut off after %d bytes", i), file[:i])
		damaged := bytes.Clone(file)
		damaged[i] ^= byte(1 + r.IntN(255))
		refused(fmt.Sprintf("byte %d changed", i), damaged)
	}
	refused("a byte too many", append(bytes.Clone(file), 0))
	refused("another kind of file", []byte("[White \"ckengine\"]\n"))
}

// TestWeightsOfAnotherMake has files whose checksum is right.
func TestWeightsOfAnotherMake(t *testing.T) {
	terms := make([]Weight, NewLayout(engine.Brazilian).Size())
	packed, err := deflateTerms(terms)
	if err != nil {
		t.Fatal(err)
	}
	tooFew, err := deflateTerms(terms[1:])
	if err != nil {
		t.Fatal(err)
	}
	tooMany, err := deflateTerms(append(terms, Weight{}))
	if err != nil {
		t.Fatal(err)
	}
	const head = `{"variant":"brazilian","layout":1}`
	if _, err := decodeWeights([]byte(head), packed); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		head  string
		terms []byte
		want  string
	}{
		{`{`, packed, "manifest: unexpected end"},
		{`{"variant":"russian","layout":1}`, packed, "manifest: "},
		{`{"variant":"brazilian","layout":2}`, packed, "layout 2: this program evaluates by layout 1"},
		{`{"variant":"canadian","layout":1}`, packed, "terms: number 32856"},
		{head, tooFew, "terms: number 32855"},
		{head, tooMany, "terms: more than the board has"},
		{head, packed[:len(packed)/2], "terms: unexpected EOF"},
	} {
		if _, err := decodeWeights([]byte(c.head), c.terms); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s...", c.head, err, c.want)
		}
	}
}

func TestEmbeddedWeightsAreWhole(t *testing.T) {
	for _, v := range engine.Variants() {
		w, err := Embedded(v)
		if err != nil {
			t.Error(err)
		}
		if e := New(v); (e.learned != nil) != (w != nil) {
			t.Errorf("%s: learned evaluation %t with weights %t", v, e.learned != nil, w != nil)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	w := &Weights{Variant: engine.Brazilian, Terms: make([]Weight, NewLayout(engine.Brazilian).Size())}
	f.Add(encoded(f, w))
	f.Add([]byte(weightsMagic))
	f.Fuzz(func(t *testing.T, file []byte) {
		w, err := ReadWeights(bytes.NewReader(file))
		if err != nil {
			return
		}
		if _, err := NewLearned(w); err != nil {
			t.Error(err)
		}
		again, err := ReadWeights(bytes.NewReader(encoded(t, w)))
		if err != nil || !cmp.Equal(w, again) {
			t.Errorf("read and written it is another: %v", err)
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	file := encoded(b, smallWeights(rand.New(rand.NewPCG(1, 1)), engine.Canadian))
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		w, err := ReadWeights(bytes.NewReader(file))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := NewLearned(w); err != nil {
			b.Fatal(err)
		}
	}
}
