package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"ckengine/eval/corpus"
)

// source is one corpus file, with its next game.
type source struct {
	path   string
	file   *os.File
	reader *corpus.Reader
	run    corpus.Header // what the file has in common with the other shards of its run
	game   corpus.Game
}

func openSource(path string) (*source, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	s := &source{path: path, file: file}
	if s.reader, err = corpus.NewReader(file); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	s.run = s.reader.Header()
	s.run.Shard, s.run.Shards, s.run.Games = 0, 0, 0
	return s, nil
}

// advance reads the next game; more is false after the last one.
func (s *source) advance() (more bool, err error) {
	if s.game, err = s.reader.Next(); err == io.EOF {
		return false, nil
	} else if err != nil {
		return false, fmt.Errorf("%s: %w", s.path, err)
	}
	return true, nil
}

// compareRuns orders runs of self-play: earlier generations first.
func compareRuns(a, b corpus.Header) int {
	return cmp.Or(
		cmp.Compare(a.Generation, b.Generation), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Nodes, b.Nodes),
		cmp.Compare(a.Evaluation, b.Evaluation), cmp.Compare(a.DrawRule, b.DrawRule))
}

// merger reads the games of all files in an order that does not depend on how the
// games were spread over the files: run by run, and by number within a run.
type merger struct {
	sources []*source
	total   int64 // bytes of all files
	read    func(done, total int64)
}

func openAll(paths []string, read func(done, total int64)) (*merger, error) {
	if len(paths) == 0 {
		return nil, errors.New("there is no corpus file")
	}
	m := &merger{read: read}
	for _, path := range paths {
		s, err := openSource(path)
		if err != nil {
			return nil, errors.Join(err, m.close())
		}
		m.sources = append(m.sources, s)
		if info, err := s.file.Stat(); err == nil {
			m.total += info.Size()
		}
		if first := m.sources[0]; s.run.Variant != first.run.Variant {
			return nil, errors.Join(fmt.Errorf("%s: positions on the %s board, but those of %s are on the %s board",
				path, s.run.Variant, first.path, first.run.Variant), m.close())
		}
	}
	slices.SortStableFunc(m.sources, func(a, b *source) int { return compareRuns(a.run, b.run) })
	return m, nil
}

func (m *merger) close() error {
	var faults []error
	for _, s := range m.sources {
		faults = append(faults, s.file.Close())
	}
	return errors.Join(faults...)
}

// each calls use with every game. It is an error if two files have a game in common.
func (m *merger) each(ctx context.Context, use func(run corpus.Header, g *corpus.Game) error) error {
	done := int64(0)
	for rest := m.sources; len(rest) > 0; {
		shards := 1
		for shards < len(rest) && rest[shards].run == rest[0].run {
			shards++
		}
		if err := m.mergeRun(ctx, slices.Clone(rest[:shards]), done, use); err != nil {
			return err
		}
		for _, s := range rest[:shards] {
			done += s.position()
		}
		rest = rest[shards:]
	}
	return nil
}

// mergeRun merges the shards of one run; before is how many bytes the earlier runs had.
func (m *merger) mergeRun(ctx context.Context, shards []*source, before int64, use func(corpus.Header, *corpus.Game) error) error {
	all := slices.Clone(shards)
	var err error
	shards = slices.DeleteFunc(shards, func(s *source) bool {
		more, fault := s.advance()
		err = errors.Join(err, fault)
		return !more
	})
	var last struct {
		number uint64
		path   string
	}
	for games := 0; err == nil && len(shards) > 0; games++ {
		next := slices.MinFunc(shards, func(a, b *source) int { return cmp.Compare(a.game.Number, b.game.Number) })
		if next.game.Number == last.number {
			return fmt.Errorf("game %d of seed %d is in %s and in %s", last.number, next.run.Seed, last.path, next.path)
		}
		if err := use(next.run, &next.game); err != nil {
			return err
		}
		if games%1000 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			m.read(before+sumPositions(all), m.total)
		}
		last.number, last.path = next.game.Number, next.path
		var more bool
		if more, err = next.advance(); !more {
			shards = slices.DeleteFunc(shards, func(s *source) bool { return s == next })
		}
	}
	m.read(before+sumPositions(all), m.total)
	return err
}

// position is how many bytes of the file have been read.
func (s *source) position() int64 {
	at, err := s.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0 // only a progress bar shows it
	}
	return at
}

func sumPositions(sources []*source) (sum int64) {
	for _, s := range sources {
		sum += s.position()
	}
	return sum
}
