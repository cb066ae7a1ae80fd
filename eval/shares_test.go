package eval

import (
	"math/rand/v2"
	"testing"

	"ckengine/engine"
)

// plainPatch is a small block in the words of its definition: its dark squares in the order of their numbers.
type plainPatch struct {
	shape       shape
	row, offset int
	squares     []engine.Square
}

// plainPatches finds all small blocks from rows and columns alone.
func plainPatches(v engine.Variant) (patches []plainPatch) {
	for _, s := range []shape{{2, 2}, {4, 1}} {
		for row := 0; row+s.rows <= v.Width(); row += 2 {
			for offset := 0; offset+s.width <= v.Width()/2; offset++ {
				p := plainPatch{s, row, offset, nil}
				for n := 1; n <= v.Squares(); n++ {
					square, _ := v.Square(n)
					inRow := v.Column(square) / 2
					if r := v.Row(square) - row; r >= 0 && r < s.rows && inRow >= offset && inRow < offset+s.width {
						p.squares = append(p.squares, square)
					}
				}
				patches = append(patches, p)
			}
		}
	}
	return patches
}

// filling tells what men stand on squares, one letter each.
func filling(p *engine.Position, squares []engine.Square) (letters string) {
	for _, s := range squares {
		switch {
		case p.Men(engine.White).Has(s):
			letters += "w"
		case p.Men(engine.Black).Has(s):
			letters += "b"
		default:
			letters += "-"
		}
	}
	return letters
}

// TestSharedWeightsMayBeAddedToTheCells gives each filling of each small block a worth, the same to Black on the turned
// board, adds these up over positions, and compares with what the cells say that bear the shares.
func TestSharedWeightsMayBeAddedToTheCells(t *testing.T) {
	type seen struct {
		patch   int
		letters string
	}
	for v, places := range map[engine.Variant]int{engine.Canadian: 30 + 30, engine.International: 5*4 + 4*5, engine.Brazilian: 4*3 + 3*4} {
		r := rand.New(rand.NewPCG(21, uint64(v)))
		layout := NewLayout(v)
		shares, shared := layout.Shares()
		patches := plainPatches(v)
		if len(patches) != places || shared != places/2*81 {
			t.Fatalf("%s: %d small blocks, %d shared weights: want %d places, each pair of them with 81 weights", v, len(patches), shared, places)
		}
		worth := map[seen]float64{}
		weights := make([]float64, shared)
		var own []block
		first := 0
		for _, s := range patchShapes {
			blocks, tables := blocksOf(v, s, first)
			own, first = append(own, blocks...), first+tables*81
		}
		// worthOf is antisymmetric by construction: each draw is kept for the mate, negated.
		worthOf := func(p *engine.Position, i int) float64 {
			key := seen{i, filling(p, patches[i].squares)}
			turned := p.Rotated()
			for j := range patches {
				if patches[j].squares[0] != v.Rotate(patches[i].squares[3]) || patches[j].shape != patches[i].shape {
					continue
				}
				mate := seen{j, filling(&turned, patches[j].squares)}
				if _, known := worth[key]; !known && key != mate {
					worth[key] = float64(2 * (r.IntN(1000) - 500)) // even, so that halves are exact
					worth[mate] = -worth[key]
				}
			}
			if index, sign := own[i].term(own[i].cell(p.Men(engine.White), p.Men(engine.Black))); sign != 0 {
				weights[index] = float64(sign) * worth[key]
			}
			return worth[key]
		}
		var positions []engine.Position
		var want []float64
		for range 2000 {
			p := randomPosition(r, v)
			sum := 0.0
			for i := range patches {
				sum += worthOf(&p, i)
			}
			positions, want = append(positions, p), append(want, sum)
		}
		cells := make([]float64, layout.Size())
		for _, s := range shares {
			cells[s.Term] += s.Part * weights[s.Shared]
		}
		for i := range positions {
			got := 0.0
			for _, term := range layout.AppendTerms(nil, &positions[i]) {
				got += float64(term.Count) * cells[term.Index]
			}
			if got != want[i] {
				t.Fatalf("%s, %s: the cells say %v, the small blocks %v", v, positions[i].FEN(), got, want[i])
			}
		}
	}
}

// TestSharesOfACell has the shares of cells worked out by hand: a cell of 4x4 has two small blocks of each shape.
func TestSharesOfACell(t *testing.T) {
	shares, _ := NewLayout(engine.Canadian).Shares()
	of := func(group string, cell int) (parts []float64) {
		index := indexOf(t, engine.Canadian, group, cell)
		for _, s := range shares {
			if s.Term == index {
				parts = append(parts, s.Part)
			}
		}
		return parts
	}
	for _, c := range []struct {
		group string
		cell  int
		want  []float64
	}{
		// In the corner the upper half and the left half are in no other block, the rest is in two.
		{"pattern rows 1-4 files a-d", 789, []float64{1, 0.5, 1, 0.5}},
		{"pattern rows 1-4 files c-f", 789, []float64{1, 0.5, 0.5, 0.5}},
		{"pattern rows 3-6 files c-f", 789, []float64{0.5, 0.5, 0.5, 0.5}},
		// In the middle, a white man on the first square is seen once as he is, with the empty rest turned.
		{"pattern rows 5-8 files e-h", 1, []float64{0.5, -0.5, 0.5, -0.5}},
		{"pattern rows 5-8 files e-h", 0, nil},
		{"pattern rows 5-8 files e-h", 1 + 4374, nil},
	} {
		got := of(c.group, c.cell)
		if len(got) != len(c.want) {
			t.Errorf("%s, cell %d: parts %v, want %v", c.group, c.cell, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s, cell %d: parts %v, want %v", c.group, c.cell, got, c.want)
				break
			}
		}
	}
}
