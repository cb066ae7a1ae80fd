package eval

import (
	"testing"

	"ckengine/engine"
)

func TestLayoutSizes(t *testing.T) {
	for v, want := range map[engine.Variant]struct{ structure, tables int }{
		engine.Canadian:      {9 + 72 + 10, 13}, // 25 blocks: 12 pairs and the one in the middle
		engine.International: {9 + 50 + 10, 8},  // 16 blocks: 8 pairs
		engine.Brazilian:     {9 + 32 + 10, 5},  // 9 blocks: 4 pairs and the one in the middle
	} {
		l := NewLayout(v)
		if l.Variant() != v || l.Size() != want.structure+want.tables*6561 {
			t.Errorf("%s: %s with %d terms, want %+v", v, l.Variant(), l.Size(), want)
		}
		next, patterns := 0, 0
		for _, g := range l.Groups() {
			if g.First != next || g.Count < 1 || g.Name == "" {
				t.Errorf("%s: group %+v follows on term %d", v, g, next)
			}
			if g.Pattern {
				patterns++
			}
			next += g.Count
		}
		if next != l.Size() || patterns != want.tables {
			t.Errorf("%s: %d pattern groups, the last one ends at %d", v, patterns, next)
		}
	}
}

// counts adds up a position's terms by index.
func counts(p engine.Position) map[int32]int32 {
	sums := map[int32]int32{}
	for _, term := range NewLayout(p.Variant()).AppendTerms(nil, &p) {
		sums[term.Index] += term.Count
	}
	return sums
}

// indexOf returns the index of a term of a named group.
func indexOf(t *testing.T, v engine.Variant, group string, within int) int32 {
	t.Helper()
	for _, g := range NewLayout(v).Groups() {
		if g.Name == group && within < g.Count {
			return int32(g.First + within)
		}
	}
	t.Fatalf("%s: no term %d of group %q", v, within, group)
	return 0
}

// TestCounts has terms worked out by hand.
func TestCounts(t *testing.T) {
	const safe, risky = "king mobility, safe squares", "king mobility, attacked squares"
	const mine, others = "runaway men, side to move", "runaway men, other side"
	for _, c := range []struct {
		fen    string
		v      engine.Variant
		group  string
		within int
		want   int32
	}{
		{"W:W43,44:B1", engine.Canadian, "men", 0, 1},
		{"W:W43:B1", engine.Canadian, "side to move", 0, 1},
		{"B:W43:B1", engine.Canadian, "side to move", 0, -1},
		{"W:WK43,K44,K45:BK1,2", engine.Canadian, "first king", 0, 0},
		{"W:WK43,K44,K45:BK1,2", engine.Canadian, "further kings", 0, 2},
		{"W:WK39:B1", engine.Canadian, "king squares", 38, 1},
		{"W:W43:BK72", engine.Canadian, "king squares", 0, -1},
		{"W:WK1:BK72", engine.Canadian, "king squares", 0, 0},

		// Row 8 from the top is 4 rows from White's own; a black man on 7 has gone 1.
		{"W:W43:B7", engine.Canadian, "tempo", 0, 4 - 1},
		// The file a lies 11 half files from the middle, the file l too; g lies 1 from it, d 5.
		{"W:W43:B35", engine.Canadian, "wing balance", 0, 11 - 5},
		{"W:W43,36:B1", engine.Canadian, "wing balance", 0, 2 - 9},

		// A king in the open: 5 squares to the upper left, 6 to the upper right, 5 and 5 below.
		{"W:WK39:B1", engine.Canadian, safe, 0, 21},
		{"W:WK39:B1", engine.Canadian, risky, 0, 0},
		{"W:WK39:B14", engine.Canadian, safe, 0, 20},
		{"W:WK39:B14", engine.Canadian, risky, 0, 1}, // 19, with 25 empty behind it
		{"W:WK39:B14,25", engine.Canadian, risky, 0, 0},

		{"W:W39:B1", engine.Canadian, "men with a safe step", 0, 0},         // one of each
		{"W:W39:B28", engine.Canadian, "men with a safe step", 0, 0},        // one of each: 33 and 35 are safe, 34 is not
		{"W:W39:B27,28", engine.Canadian, "men with a safe step", 0, 0 - 2}, // 34 is covered by 28 only for Black
		{"W:W39,33,34:B5", engine.Canadian, "men with a safe step", 0, 2 - 1},

		{"W:W8:B3", engine.Canadian, mine, 0, 1},
		{"B:W8:B3", engine.Canadian, others, 0, 1},
		{"W:W8:B1", engine.Canadian, mine, 0, 0},
		{"W:W8:B2", engine.Canadian, mine, 0, 0},
		{"W:W31:B43", engine.Canadian, mine, 4, 1},
		{"W:W31:B43", engine.Canadian, others, 3, -1},
		{"W:W37:B1", engine.Canadian, mine, 4, 0}, // six rows to go
		{"B:W50:B36", engine.Canadian, mine, 4, 0},
		{"B:W50:B42", engine.Canadian, mine, 4, -1},
		{"W:W26:B3", engine.International, mine, 4, 0}, // at the left edge, its steps end on 1 to 3
		{"W:W26:B4", engine.International, mine, 4, 1},
		{"W:W25:B15", engine.International, mine, 3, 0}, // along the right edge
		{"W:W25:B11", engine.International, mine, 3, 1},
		{"B:W30:B12", engine.Brazilian, mine, 4, 0},
		{"B:W29:B12", engine.Brazilian, mine, 4, -1},
		{"B:W24:B13", engine.Brazilian, mine, 3, -1},
		{"B:W25:B13", engine.Brazilian, mine, 3, 0},

		// Squares 1, 2, 7, 8, 13, 14, 19, 20 count 1, 3, 9, ... : 2*3 + 2*27 + 729.
		{"W:W19:B2,8", engine.Canadian, "pattern rows 1-4 files a-d", 789, 1},
		// The same seen from the other side: 72, 71, 66, 65, ... are its squares.
		{"W:W71,65:B54", engine.Canadian, "pattern rows 1-4 files a-d", 789, -1},
		// In the middle 27 is worth 1 with a white man; 46 with a black one is its mate.
		{"W:W27:B1", engine.Canadian, "pattern rows 5-8 files e-h", 1, 1},
		{"W:W72:B46", engine.Canadian, "pattern rows 5-8 files e-h", 1, -1},
		{"W:W27:B46", engine.Canadian, "pattern rows 5-8 files e-h", 1, 0},
		{"W:W27:B46", engine.Canadian, "pattern rows 5-8 files e-h", 1 + 4374, 0},
		{"W:WK19:B2,8", engine.Canadian, "pattern rows 1-4 files a-d", 60, 1}, // kings are not in the patterns
		{"W:W17:B2", engine.International, "pattern rows 1-4 files c-f", 2 + 729, 1},
		{"W:W14:B10", engine.Brazilian, "pattern rows 3-6 files c-f", 2 + 9, 1},
	} {
		p := position(c.fen, c.v)
		if got := counts(p)[indexOf(t, c.v, c.group, c.within)]; got != c.want {
			t.Errorf("%s, %s: %s %d: %d, want %d", c.v, c.fen, c.group, c.within, got, c.want)
		}
	}
}

func TestPhase(t *testing.T) {
	for _, v := range engine.Variants() {
		p := engine.Start(v)
		if got := NewLayout(v).Phase(&p); got != 0 {
			t.Errorf("%s: %d at the start", v, got)
		}
	}
	for fen, want := range map[string]int{
		"W:WK43:BK1":  PhaseMax,
		"W:W43:BK1":   (540 - 7) * PhaseMax / 540,
		"W:W43:B1,66": (540 - 7 - 11 - 1) * PhaseMax / 540,
	} {
		p := position(fen, engine.Canadian)
		if got := NewLayout(engine.Canadian).Phase(&p); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}
