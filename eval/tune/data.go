package tune

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cespare/xxhash/v2"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/eval/corpus"
)

// extreme is the score of a search from which on a position teaches nothing but that
// won games are won, in hundredths of a man.
const extreme eval.Score = 700

// Data is the positions of a corpus as sparse rows: about 6 bytes a term and 9 a
// position, so 180 bytes with the 28 terms of an average position on the 12x12 board,
// and while it is read about 40 more to know duplicates by.
type Data struct {
	Counts
	Variant engine.Variant
	Runs    []corpus.Header // the runs of self-play that it was merged from, earlier generations first, without shards
	XXHash  uint64          // of the games in their order; shards do not change it
	HoldOut int             // every such game is held out

	layout   *eval.Layout
	training *rowSet
	heldOut  *rowSet
	sample   *sample // of both
}

// Counts says what was read, and what became of it.
type Counts struct {
	Games     int
	Results   [4]int // by [engine.Result]; Ongoing are the games without a result, which are left out
	Positions int    // in the games with a result
	Extreme   int    // left out because their score is extreme
	Repeated  int    // left out because an earlier one equals them, turned or not
	Training  int
	HeldOut   int
}

// Read merges corpus files: of any number of runs of self-play, each in any number of
// shards. Every holdOut-th game of a run is held out, none if it is 0. Progress, in
// bytes, is told to read. It is an error if a file is damaged or of another variant
// than the others, if two have a game in common, or if ctx ends.
func Read(ctx context.Context, paths []string, holdOut int, read func(done, total int64)) (d *Data, err error) {
	if holdOut < 0 {
		return nil, fmt.Errorf("hold out every game number %d: want 0 (none) or more", holdOut)
	}
	m, err := openAll(paths, read)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.close()) }()
	r := newDataReader(m.sources[0].run.Variant, holdOut)
	if err := m.each(ctx, r.add); err != nil {
		return nil, err
	}
	r.XXHash = r.digest.Sum64()
	return r.Data, nil
}

// dataReader turns games into rows.
type dataReader struct {
	*Data
	seen   map[uint64]struct{}
	digest *xxhash.Digest
	terms  []eval.Term
	bytes  []byte
}

func newDataReader(v engine.Variant, holdOut int) *dataReader {
	return &dataReader{
		Data: &Data{Variant: v, HoldOut: holdOut, layout: eval.NewLayout(v), training: &rowSet{}, heldOut: &rowSet{}, sample: newSample(sampleLimit)},
		seen: map[uint64]struct{}{}, digest: xxhash.New(),
	}
}

func (r *dataReader) add(run corpus.Header, g *corpus.Game) error {
	if len(r.Runs) == 0 || r.Runs[len(r.Runs)-1] != run {
		r.Runs = append(r.Runs, run)
		fmt.Fprintf(r.digest, "%+v\n", run)
	}
	r.digestGame(g)
	r.Games++
	r.Results[g.Result]++
	if g.Result == engine.Ongoing {
		return nil
	}
	result := [...]half{engine.WhiteWins: 2, engine.BlackWins: 0, engine.Draw: 1}[g.Result]
	set, count := r.training, &r.Training
	if r.HoldOut > 0 && g.Number%uint64(r.HoldOut) == 0 {
		set, count = r.heldOut, &r.HeldOut
	}
	for i := range g.Samples {
		s := &g.Samples[i]
		r.Positions++
		if s.Score >= extreme || s.Score <= -extreme {
			r.Extreme++
			continue
		}
		key := corpus.CanonicalHash(&s.Position)
		if _, known := r.seen[key]; known {
			r.Repeated++
			continue
		}
		r.seen[key] = struct{}{}
		r.terms = r.layout.AppendTerms(r.terms[:0], &s.Position)
		ending := float32(r.layout.Phase(&s.Position)) / eval.PhaseMax
		if err := set.add(r.terms, ending, result); err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.Number, s.Ply, err)
		}
		r.sample.add(s.Position)
		*count++
	}
	return nil
}

// digestGame adds a game to the checksum.
func (r *dataReader) digestGame(g *corpus.Game) {
	b := binary.LittleEndian.AppendUint64(r.bytes[:0], g.Number)
	b = append(b, byte(g.Result))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(g.Samples)))
	for i := range g.Samples {
		b = binary.LittleEndian.AppendUint64(b, g.Samples[i].Position.Hash())
		b = binary.LittleEndian.AppendUint64(b, uint64(g.Samples[i].Score))
	}
	r.bytes = b
	_, _ = r.digest.Write(b) // never fails
}

// checksum writes the checksum of the games as a manifest has it.
func checksum(d *Data) string { return fmt.Sprintf("%016x", d.XXHash) }
