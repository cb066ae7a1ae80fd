package tune

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/eval"
)

// handWeights returns weights of 0 but for the named terms: the group, and the place in
// it, from 1. The worths are in tenths of a hundredth of a man, the same in each phase.
func handWeights(t *testing.T, v engine.Variant, worths map[string]int16) *eval.Weights {
	t.Helper()
	layout := eval.NewLayout(v)
	w := &eval.Weights{Variant: v, Terms: make([]eval.Weight, layout.Size())}
	found := 0
	for _, g := range layout.Groups() {
		for i := range g.Count {
			if worth, named := worths[fmt.Sprintf("%s %d", g.Name, i+1)]; named {
				w.Terms[g.First+i] = eval.Weight{Opening: worth, Ending: worth}
				found++
			}
		}
	}
	if found != len(worths) {
		t.Fatalf("%d terms of %v are in the layout", found, worths)
	}
	return w
}

// pieceTable returns what pieces are worth when each position occurs so many times.
func pieceTable(t *testing.T, w *eval.Weights, times int, fens ...string) *Report {
	t.Helper()
	d := &Data{Variant: w.Variant, sample: newSample(sampleLimit)}
	for _, fen := range fens {
		p, err := engine.ParseFEN(fen, w.Variant)
		if err != nil {
			t.Fatal(err)
		}
		for range times {
			d.sample.add(p)
		}
	}
	r, err := NewReport(w)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.AddPieces(d); err != nil {
		t.Fatal(err)
	}
	return r
}

// shown writes the rows with pieces as "pieces: worth by quarter | all".
func shown(table *PieceTable) map[string]string {
	rows := map[string]string{}
	for _, row := range table.Rows {
		cell := func(mean *float64) string {
			if mean == nil {
				return "-"
			}
			return fmt.Sprintf("%.1f", *mean)
		}
		if row.Pieces > 0 {
			rows[row.Piece] = fmt.Sprintf("%d: %s %s %s %s | %s", row.Pieces, cell(row.Quarters[0]), cell(row.Quarters[1]),
				cell(row.Quarters[2]), cell(row.Quarters[3]), cell(row.All))
		}
	}
	return rows
}

func expectRows(t *testing.T, got *PieceTable, want map[string]string) {
	t.Helper()
	rows := shown(got)
	for name, row := range want {
		if rows[name] != row {
			t.Errorf("%s: %q, want %q", name, rows[name], row)
		}
		delete(rows, name)
	}
	if len(rows) > 0 {
		t.Errorf("more rows than expected: %v", rows)
	}
}

// TestPiecesByHand has kings and runaways of both sides in an ending: White's man on 18,
// on the edge, and Black's on 60 have two rows to go; White's king stands on the main
// diagonal, Black's in the double corner, where White would call the square 72.
func TestPiecesByHand(t *testing.T) {
	w := handWeights(t, engine.Canadian, map[string]int16{
		"men 1": 1000, "first king 1": 3000, "further kings 1": 2500, "king squares 67": 40, "king squares 72": 80, "side to move 1": 77,
		"runaway men, side to move 2": 500, "runaway men, other side 2": 300,
	})
	const ending, twoKings = "W:WK67,18:BK1,60", "B:WK40,K41:BK30"
	expectRows(t, pieceTable(t, w, 100, ending, twoKings).Pieces, map[string]string{
		"man":                      "200: - - - 140.0 | 140.0",
		"man, 2 rows to go":        "200: - - - 140.0 | 140.0",
		"man on an edge file":      "100: - - - 150.0 | 150.0",
		"man elsewhere":            "100: - - - 130.0 | 130.0",
		"only king":                "200: - - - 306.0 | 306.0", // not Black's last piece
		"one of two kings":         "200: - - - 250.0 | 250.0",
		"only king, main diagonal": "100: - - - 304.0 | 304.0",
		"only king, double corner": "100: - - - 308.0 | 308.0",
		"runaway man, side to move, 2 rows to go": "100: - - - 150.0 | 150.0",
		"runaway man, other side, 2 rows to go":   "100: - - - 130.0 | 130.0",
	})
	expectRows(t, pieceTable(t, w, 99, "W:WK43,18:B6,12").Pieces, map[string]string{
		"man":                 "297: - - - 100.0 | 100.0", // none of them runs away, or lets another do so
		"man, 2 rows to go":   "99: - - - - | -",
		"man, 11 rows to go":  "99: - - - - | -",
		"man, 10 rows to go":  "99: - - - - | -",
		"man on an edge file": "198: - - - 100.0 | 100.0",
		"man elsewhere":       "99: - - - - | -",
		"only king":           "99: - - - - | -",
		"only king elsewhere": "99: - - - - | -",
	})
}

// TestEveryManIsWorthOne has weights for men alone, and for the first king alone.
func TestEveryManIsWorthOne(t *testing.T) {
	for _, v := range engine.Variants() {
		var fens []string
		for _, g := range randomGames(v, 31, 60) {
			for _, s := range g.Samples {
				fens = append(fens, s.Position.FEN())
			}
		}
		kings := fmt.Sprintf("W:WK%d,%d:BK%d,%d", v.Squares(), v.Squares()/2, 1, v.Squares()/2+1)
		fens = append(fens, slices.Repeat([]string{kings}, 50)...)
		for term, want := range map[string]struct{ man, king float64 }{"men 1": {100, 0}, "first king 1": {0, 100}} {
			table := pieceTable(t, handWeights(t, v, map[string]int16{term: 1000}), 1, fens...).Pieces
			byRows, byFile, filled := 0, 0, 0
			for _, row := range table.Rows {
				worth := want.man
				if strings.Contains(row.Piece, "king") {
					worth = want.king
				}
				for _, mean := range append(row.Quarters[:], row.All) {
					if mean != nil {
						filled++
						if *mean != worth {
							t.Errorf("%s, %s: %s is worth %v, want %v", v, term, row.Piece, *mean, worth)
						}
					}
				}
				switch {
				case strings.HasPrefix(row.Piece, "man, "):
					byRows += row.Pieces
				case strings.HasPrefix(row.Piece, "man "):
					byFile += row.Pieces
				}
			}
			if all := table.Rows[0].Pieces; all != byRows || all != byFile || filled < 20 || table.Positions != len(fens) {
				t.Errorf("%s: %d men, %d by rows, %d by file, %d means, %d positions", v, all, byRows, byFile, filled, table.Positions)
			}
		}
		start := engine.Start(v)
		table := pieceTable(t, handWeights(t, v, map[string]int16{"men 1": 1000}), 10, start.FEN()).Pieces
		if got, want := shown(table)["man"], fmt.Sprintf("%d: 100.0 - - - | 100.0", 20*v.MenPerSide()); got != want {
			t.Errorf("%s, start: %s, want %s", v, got, want)
		}
	}
}

func TestPlacesOfEachBoard(t *testing.T) {
	for v, want := range map[engine.Variant]struct{ diagonal, corners []int }{
		engine.Canadian:      {[]int{6, 12, 17, 23, 28, 34, 39, 45, 50, 56, 61, 67}, []int{1, 7, 66, 72}},
		engine.International: {[]int{5, 10, 14, 19, 23, 28, 32, 37, 41, 46}, []int{1, 6, 45, 50}},
		engine.Brazilian:     {[]int{4, 8, 11, 15, 18, 22, 25, 29}, []int{1, 5, 28, 32}},
	} {
		var diagonal, corners []int
		edges := 0
		for number := 1; number <= v.Squares(); number++ {
			s, _ := v.Square(number)
			where := placeOf(v, s)
			if where.mainDiagonal {
				diagonal = append(diagonal, number)
			}
			if where.doubleCorner {
				corners = append(corners, number)
			}
			if where.edgeFile {
				edges++
			}
		}
		if !slices.Equal(diagonal, want.diagonal) || !slices.Equal(corners, want.corners) || edges != v.Width() {
			t.Errorf("%s: main diagonal %v, double corners %v, %d squares on edge files", v, diagonal, corners, edges)
		}
	}
}

// TestPiecesAreShownAlike compares the text with the JSON.
func TestPiecesAreShownAlike(t *testing.T) {
	r := pieceTable(t, handWeights(t, engine.Brazilian, map[string]int16{"men 1": 1000, "tempo 1": 33}), 100, "W:W9,22:BK3,16")
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var decoded struct{ Pieces PieceTable }
	if err := json.Unmarshal(encoded, &decoded); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(r.Text(), "What a piece is worth")
	lines := strings.Split(strings.TrimSpace(text), "\n")[2:]
	if len(lines) != len(decoded.Pieces.Rows) || len(lines) != 25 {
		t.Fatalf("%d lines for %d rows:\n%s", len(lines), len(decoded.Pieces.Rows), text)
	}
	rows := shown(&decoded.Pieces)
	for i, line := range lines {
		name := decoded.Pieces.Rows[i].Piece
		want, some := rows[name]
		if !some {
			want = "0: - - - - | -"
		}
		want = name + " " + strings.NewReplacer(":", "", "| ", "").Replace(want)
		if got := strings.Join(strings.Fields(line), " "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	// a man is worth 100 and 3.3 for each row he has gone
	if all := decoded.Pieces.Rows[0].All; all == nil || math.Abs(*all-(100+3.3*float64(5+2+3)/3)) > 1e-9 {
		t.Errorf("a man: %v", rows["man"])
	}
}

func TestPiecesOfAnotherBoardAreRefused(t *testing.T) {
	r, err := NewReport(handWeights(t, engine.Canadian, nil))
	if err != nil {
		t.Fatal(err)
	}
	err = r.AddPieces(&Data{Variant: engine.Brazilian, sample: newSample(1)})
	if err == nil || !strings.Contains(err.Error(), "brazilian") {
		t.Errorf("error %v", err)
	}
}

func TestSampleIsEven(t *testing.T) {
	for offers, want := range map[int][]int{
		0: nil, 9: {1, 2, 3, 4, 5, 6, 7, 8, 9}, 11: {1, 3, 5, 7, 9, 11}, 20: {1, 3, 5, 7, 9, 11, 13, 15, 17, 19}, 72: {1, 9, 17, 25, 33, 41, 49, 57, 65},
	} {
		s := newSample(10)
		for number := 1; number <= offers; number++ {
			p, err := engine.ParseFEN(fmt.Sprintf("W:WK%d:B", number), engine.Canadian)
			if err != nil {
				t.Fatal(err)
			}
			s.add(p)
		}
		var got []int
		for _, p := range s.positions {
			got = append(got, engine.Canadian.Number(p.Kings(engine.White).First()))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d offered: %v, want %v", offers, got, want)
		}
	}
}
