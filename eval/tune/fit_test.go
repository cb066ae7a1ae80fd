package tune

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
)

func quick() Options {
	o := DefaultOptions()
	o.Iterations = 30
	return o
}

func mustFit(t testing.TB, d *Data, o Options) *Result {
	t.Helper()
	r, err := d.Fit(context.Background(), o, func(Iteration) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func weightBytes(t testing.TB, w *eval.Weights) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestTheSameGamesGiveTheSameBytes(t *testing.T) {
	games := randomGames(engine.Brazilian, 11, 400)
	h := headerOf(engine.Brazilian, 11, games)
	one, three := writeShards(t, t.TempDir(), h, 1, games), writeShards(t, t.TempDir(), h, 3, games)
	var first []byte
	for _, c := range []struct {
		paths   []string
		threads int
	}{{one, 1}, {one, 1}, {one, 3}, {three, 2}} {
		o := quick()
		o.Threads = c.threads
		got := weightBytes(t, mustFit(t, mustRead(t, c.paths...), o).Weights)
		if first == nil {
			first = got
		}
		if !bytes.Equal(got, first) {
			t.Errorf("%d threads, %d files: other bytes", c.threads, len(c.paths))
		}
	}
	other := randomGames(engine.Brazilian, 12, 400)
	d := mustRead(t, writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 12, other), 1, other)...)
	if bytes.Equal(weightBytes(t, mustFit(t, d, quick()).Weights), first) {
		t.Error("other games, the same bytes")
	}
}

func TestFitLearnsThatMenWin(t *testing.T) {
	games := randomGames(engine.Brazilian, 13, 400)
	d := mustRead(t, writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 13, games), 1, games)...)
	if name := d.layout.Groups()[0].Name; name != "men" {
		t.Fatalf("the first term of a layout is %q, the fit takes it for the men", name)
	}
	var losses []float64
	o := quick()
	o.SharedL2 = withoutSharing // so that all of a man is in the first term
	r, err := d.Fit(context.Background(), o, func(i Iteration) { losses = append(losses, i.Loss) })
	if err != nil {
		t.Fatal(err)
	}
	ending := d.training.meanEnding()
	men := r.Weights.Terms[manTerm]
	if worth := float64(men.Opening)*(1-ending) + float64(men.Ending)*ending; abs(worth-manUnits) > 1 {
		t.Errorf("a man weighs %v in the average position, %+v in all", worth, men)
	}
	if first, last := losses[0], losses[len(losses)-1]; last > first-0.05 {
		t.Errorf("the loss goes from %v to %v", first, last)
	}
	m := r.Weights.Manifest
	if m.Games != 400 || m.Wins+m.Draws+m.Losses != 400 || m.Positions != d.Training+d.HeldOut || m.Generation != 1 || len(m.Runs) != 1 || m.Runs[0].Seed != 13 || m.HoldOut != 20 || m.Scale <= 0 ||
		m.TrainingLoss <= 0 || m.HeldOutLoss <= 0 || m.TrainingLoss > losses[0] {
		t.Errorf("manifest %+v of %v", m, d)
	}
}

// cellWithVisits returns a cell that so many training positions show.
func cellWithVisits(t *testing.T, d *Data, visits uint32) int {
	t.Helper()
	seen := d.training.visits(d.layout.Size())
	for _, g := range d.layout.Groups() {
		for term := g.First; term < g.First+g.Count; term++ {
			if g.Pattern && seen[term] == visits {
				return term
			}
		}
	}
	t.Fatalf("no cell has %d visits", visits)
	return 0
}

// withoutSharing does without shared weights.
const withoutSharing = 1e6

// checkLogits fails for terms that two weights do not have the same worth for, to what rounding leaves.
func checkLogits(t *testing.T, got, want *eval.Weights, terms ...int) {
	t.Helper()
	unit, x, y := got.Manifest.Scale/manUnits, logits(got), logits(want)
	for _, term := range terms {
		if abs(x[2*term]-y[2*term]) > unit || abs(x[2*term+1]-y[2*term+1]) > unit {
			t.Fatalf("term %d: %v logits, the prior has %v", term, x[2*term:2*term+2], y[2*term:2*term+2])
		}
	}
}

func TestRareCellsKeepThePrior(t *testing.T) {
	games := randomGames(engine.Brazilian, 14, 400)
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 14, games), 1, games)
	d := mustRead(t, paths...)
	rare, common, unseen := cellWithVisits(t, d, 3), cellWithVisits(t, d, 4), cellWithVisits(t, d, 0)
	o := quick()
	o.MinVisits, o.SharedL2 = 4, withoutSharing
	first := mustFit(t, d, o).Weights
	if w := first.Terms[rare]; w != (eval.Weight{}) {
		t.Errorf("a cell with three visits weighs %v", w)
	}
	if w := first.Terms[common]; w == (eval.Weight{}) {
		t.Error("a cell with four visits weighs nothing")
	}
	first.Terms[rare], first.Terms[unseen] = eval.Weight{Opening: 700, Ending: -300}, eval.Weight{Opening: -150, Ending: 90}
	o.Prior = first
	second := mustFit(t, d, o).Weights
	checkLogits(t, second, first, rare, unseen)
}

func TestAStrongPenaltyKeepsThePrior(t *testing.T) {
	games := randomGames(engine.Brazilian, 15, 400)
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 15, games), 1, games)
	prior := mustFit(t, mustRead(t, paths...), quick()).Weights
	other := randomGames(engine.Brazilian, 16, 400)
	o := quick()
	o.Prior, o.L2, o.SharedL2, o.StructuralL2, o.Generation = prior, 1e6, 1e6, 1e6, 7
	got := mustFit(t, mustRead(t, writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 16, other), 1, other)...), o).Weights
	all := make([]int, len(got.Terms))
	for term := range all {
		all[term] = term
	}
	checkLogits(t, got, prior, all...)
	if ratio := got.Manifest.Scale / prior.Manifest.Scale; abs(ratio-1) > 0.001 {
		t.Errorf("the same weights, written %v times as great", 1/ratio)
	}
	if got.Manifest.Prior != prior.Checksum() {
		t.Errorf("the manifest names %q as the prior", got.Manifest.Prior)
	}
	if m := got.Manifest; m.Generation != 7 || m.L2 != 1e6 || m.SharedL2 != 1e6 || m.StructuralL2 != 1e6 {
		t.Errorf("manifest %+v", m)
	}
}

func TestFitRefuses(t *testing.T) {
	games := randomGames(engine.Brazilian, 17, 150)
	few := mustRead(t, writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 17, games[:20]), 1, games[:20])...)
	if _, err := few.Fit(context.Background(), quick(), func(Iteration) {}); err == nil || !strings.Contains(err.Error(), "want 1000 at least") {
		t.Errorf("20 games: %v", err)
	}
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 17, games), 1, games)
	fit := func(prior *eval.Weights) error {
		o := quick()
		o.Prior = prior
		_, err := mustRead(t, paths...).Fit(context.Background(), o, func(Iteration) {})
		return err
	}
	zero := func(v engine.Variant) *eval.Weights {
		return &eval.Weights{Variant: v, Terms: make([]eval.Weight, eval.NewLayout(v).Size())}
	}
	for want, prior := range map[string]*eval.Weights{
		"international": zero(engine.International),
		"logits":        zero(engine.Brazilian),
	} {
		if err := fit(prior); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v: want one about %s", err, want)
		}
	}
	// with the results of the other player, a man is worth less than nothing
	for i := range games {
		games[i].Result = map[engine.Result]engine.Result{engine.WhiteWins: engine.BlackWins, engine.BlackWins: engine.WhiteWins, engine.Draw: engine.Draw}[games[i].Result]
	}
	paths = writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 17, games), 1, games)
	if err := fit(nil); err == nil || !strings.Contains(err.Error(), "a man comes out") {
		t.Errorf("error %v: want one about the man", err)
	}
}

func TestThePenaltyFollowsTheSizeOfTheCorpus(t *testing.T) {
	for positions, want := range map[int][2]float64{30_000: {8e-3, 2e-3}, 3_000_000: {8e-5, 2e-5}, 30_000_000: {8e-5, 2e-5}} {
		if got := [2]float64{usualL2(cellHolding, positions), usualL2(sharedHolding, positions)}; got != want {
			t.Errorf("%d positions: %v, want %v", positions, got, want)
		}
	}
}

func TestOptionsOutOfRangeAreNamed(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"l2 -1":         func(o *Options) { o.L2 = -1 },
		"weights -1":    func(o *Options) { o.SharedL2 = -1 },
		"terms -1":      func(o *Options) { o.StructuralL2 = -1 },
		"0 iterations":  func(o *Options) { o.Iterations = 0 },
		"gradient -1":   func(o *Options) { o.Gradient = -1 },
		"min-visits -1": func(o *Options) { o.MinVisits = -1 },
		"0 threads":     func(o *Options) { o.Threads = 0 },
		"generation -1": func(o *Options) { o.Generation = -1 },
	} {
		o := DefaultOptions()
		if err := o.Validate(); err != nil {
			t.Fatal(err)
		}
		change(&o)
		if err := o.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v: want one with %q", err, want)
		}
	}
}

func TestWriteFileReplacesAWholeFileOrNone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.weights")
	good := &eval.Weights{Variant: engine.Brazilian, Terms: make([]eval.Weight, eval.NewLayout(engine.Brazilian).Size())}
	if err := WriteFile(path, good); err != nil {
		t.Fatal(err)
	}
	bad := &eval.Weights{Variant: engine.Brazilian}
	if err := WriteFile(path, bad); err == nil {
		t.Error("weights without terms are written")
	}
	w, err := ReadFile(path)
	if err != nil || len(w.Terms) != len(good.Terms) {
		t.Errorf("the old file is damaged: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("%d files are left: %v", len(files), err)
	}
	if _, err := ReadFile(filepath.Join(dir, "missing")); err == nil {
		t.Error("a missing file is read")
	}
	if err := os.WriteFile(path, []byte("weights"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadFile(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v does not name the file", err)
	}
}

func abs(x float64) float64 { return max(x, -x) }
