package tune

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
)

func mustRead(t testing.TB, paths ...string) *Data {
	t.Helper()
	d, err := Read(context.Background(), paths, 20, noProgress)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestShardsAndTheirOrderDoNotMatter(t *testing.T) {
	dir := t.TempDir()
	older, newer := randomGames(engine.Brazilian, 1, 120), randomGames(engine.Brazilian, 2, 120)
	first, second := headerOf(engine.Brazilian, 1, older), headerOf(engine.Brazilian, 2, newer)
	second.Generation = 1
	whole := append(writeShards(t, dir, first, 1, older), writeShards(t, dir, second, 1, newer)...)
	parts := append(writeShards(t, dir, second, 3, newer), writeShards(t, dir, first, 4, older)...)
	want := mustRead(t, whole...)
	slices.Reverse(parts)
	got := mustRead(t, parts...)
	if want.XXHash != got.XXHash || want.Counts != got.Counts || !slices.Equal(want.Runs, got.Runs) {
		t.Errorf("whole: %v\nin parts: %v", want, got)
	}
	for i, set := range [][2]*rowSet{{want.training, got.training}, {want.heldOut, got.heldOut}} {
		if diff := cmp.Diff(set[0], set[1], cmp.AllowUnexported(rowSet{}, block{})); diff != "" {
			t.Errorf("set %d: %s", i, diff)
		}
	}
	if !slices.Equal(want.sample.positions, got.sample.positions) || len(want.sample.positions) != want.Training+want.HeldOut {
		t.Errorf("samples of %d and %d positions", len(want.sample.positions), len(got.sample.positions))
	}
	if got := mustRead(t, whole[0]); got.XXHash == want.XXHash {
		t.Error("fewer games, the same checksum")
	}
}

func TestReadSaysWhatBecameOfEachPosition(t *testing.T) {
	games := randomGames(engine.Brazilian, 3, 200)
	h := headerOf(engine.Brazilian, 3, games)
	base := mustRead(t, writeShards(t, t.TempDir(), h, 1, games)...)

	changed := slices.Clone(games)
	turned := games[99].Samples[0]
	turned.Position = turned.Position.Rotated()
	turned.Ply = 0
	changed[100].Samples = slices.Insert(slices.Clone(games[100].Samples), 0, turned)
	changed[101].Samples = slices.Clone(games[101].Samples)
	last := len(changed[101].Samples) - 1
	changed[101].Samples[last].Score = -700
	changed[102].Result = engine.Ongoing
	changed[103].Samples = slices.Clone(games[103].Samples)
	changed[103].Samples[len(games[103].Samples)-1].Score = 9990
	got := mustRead(t, writeShards(t, t.TempDir(), h, 1, changed)...)

	want := base.Counts
	want.Repeated++
	want.Positions += 1 - len(games[102].Samples)
	want.Extreme += 2
	want.Training -= 2 + len(games[102].Samples)
	want.Results[engine.Ongoing]++
	want.Results[games[102].Result]--
	if base.Repeated > 0 {
		// the random games repeat positions of their first plies, which may lie in game 103
		want.Training, want.Repeated = got.Training, got.Repeated
		if sum := got.Training + got.HeldOut + got.Repeated + got.Extreme; sum != got.Positions {
			t.Errorf("%d positions are accounted for: %+v", sum, got.Counts)
		}
	}
	if diff := cmp.Diff(want, got.Counts); diff != "" {
		t.Error(diff)
	}
}

func TestWholeGamesAreHeldOut(t *testing.T) {
	games := randomGames(engine.Brazilian, 4, 200)
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 4, games), 1, games)
	want := map[int]int{}
	for _, every := range []int{0, 10, 20} {
		d, err := Read(context.Background(), paths, every, noProgress)
		if err != nil {
			t.Fatal(err)
		}
		want[every] = d.HeldOut
		if d.HeldOut != d.heldOut.size || d.Training != d.training.size {
			t.Errorf("%+v, rows %d and %d", d.Counts, d.training.size, d.heldOut.size)
		}
	}
	if want[0] != 0 || want[20] == 0 || want[10] <= want[20] {
		t.Errorf("positions held out by share: %v", want)
	}
}

func TestReadRefuses(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(engine.Brazilian, 5, 150)
	h := headerOf(engine.Brazilian, 5, games)
	good := writeShards(t, dir, h, 2, games)
	other := writeShards(t, dir, headerOf(engine.International, 5, nil), 1, nil)
	write := func(name string, content []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	whole := encode(t, h, games)
	flipped := slices.Clone(whole)
	flipped[len(flipped)/2] ^= 4
	for name, c := range map[string]struct {
		paths []string
		want  []string
	}{
		"no file":       {nil, []string{"no corpus file"}},
		"missing":       {[]string{filepath.Join(dir, "missing")}, []string{"missing"}},
		"another board": {[]string{good[0], other[0]}, []string{other[0], "international", "brazilian", good[0]}},
		"twice":         {[]string{good[0], good[1], good[0]}, []string{"game 1 of seed 5", good[0]}},
		"overlap":       {[]string{good[1], write("whole", whole)}, []string{"game 2 of seed 5", good[1], "whole"}},
		"damage":        {[]string{write("flipped", flipped)}, []string{"flipped", "damaged at byte"}},
		"cut off":       {[]string{write("cut", whole[:len(whole)-5])}, []string{"cut", "damaged at byte"}},
		"no corpus":     {[]string{write("text", []byte("white to move"))}, []string{"text", "byte 0"}},
		"empty":         {[]string{write("empty", nil)}, []string{"empty", "byte 0"}},
	} {
		_, err := Read(context.Background(), c.paths, 20, noProgress)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q does not say %q", name, err, want)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, good, 20, noProgress); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

func TestProgressEndsWithTheWholeSize(t *testing.T) {
	games := randomGames(engine.Brazilian, 7, 150)
	var size int64
	paths := writeShards(t, t.TempDir(), headerOf(engine.Brazilian, 7, games), 3, games)
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	var last [2]int64
	if _, err := Read(context.Background(), paths, 20, func(done, total int64) { last = [2]int64{done, total} }); err != nil {
		t.Fatal(err)
	}
	if last != [2]int64{size, size} {
		t.Errorf("%v, the files have %d bytes", last, size)
	}
}
