package tune

import (
	"fmt"
	"strings"

	"ckengine/engine"
	"ckengine/eval"
)

// PieceTable is what pieces are worth by weights: how much less their side has without
// them, on average over positions of a corpus.
type PieceTable struct {
	Positions int        `json:"positions"`
	Rows      []PieceRow `json:"rows"`
}

// PieceRow is what pieces of one kind are worth to their own side, in hundredths of a
// man, before a lead that is hard to win is made smaller. A mean is nil if it would be
// of fewer than 100 pieces.
type PieceRow struct {
	Piece    string             `json:"piece"`
	Pieces   int                `json:"pieces"`   // that are averaged
	Quarters [quarters]*float64 `json:"quarters"` // of the phase, the first quarter being the opening
	All      *float64           `json:"all"`
}

const (
	quarters  = 4
	fewPieces = 100 // the mean of fewer is not shown
)

// AddPieces adds what pieces are worth in the positions of a corpus. It is an error if
// the corpus is of another variant.
func (r *Report) AddPieces(d *Data) error {
	if err := r.checkBoard(d); err != nil {
		return err
	}
	e, err := eval.NewLearned(r.weights)
	if err != nil {
		return err
	}
	kinds := pieceKinds(d.Variant)
	tallies := make([]pieceTally, len(kinds))
	for i := range d.sample.positions {
		p := &d.sample.positions[i]
		quarter := min(quarters*r.layout.Phase(p)/eval.PhaseMax, quarters-1)
		for s, worth := range e.PieceWorths(p) {
			piece := pieceOn(p, s)
			if p.Pieces(piece.side).Count() == 1 {
				continue // without its last piece a side has lost, whatever the terms say
			}
			for k := range kinds {
				if kinds[k].has(&piece) {
					tallies[k].add(quarter, worth)
				}
			}
		}
	}
	r.Pieces = &PieceTable{Positions: len(d.sample.positions)}
	for k := range kinds {
		r.Pieces.Rows = append(r.Pieces.Rows, tallies[k].row(kinds[k].name))
	}
	return nil
}

// placedPiece is what tells a piece from others of its position.
type placedPiece struct {
	side      engine.Side
	isKing    bool
	isMover   bool // its side is to move
	isRunaway bool
	sideKings int // kings of its side
	rowsToGo  int // of a man
	place     place
}

func pieceOn(p *engine.Position, s engine.Square) placedPiece {
	v := p.Variant()
	side, kind, _ := p.At(s)
	rows := v.Row(s)
	if side == engine.Black {
		rows = v.Row(v.Rotate(s))
	}
	return placedPiece{
		side: side, isKing: kind == engine.King, isMover: side == p.SideToMove(), isRunaway: eval.RunawayMen(p, side).Has(s),
		sideKings: p.Kings(side).Count(), rowsToGo: rows, place: placeOf(v, s),
	}
}

// place is where on the board a square lies.
type place struct{ edgeFile, mainDiagonal, doubleCorner bool }

func placeOf(v engine.Variant, s engine.Square) place {
	row, column, last := v.Row(s), v.Column(s), v.Width()-1
	fromUpperLeft, fromLowerRight := row+column, 2*last-row-column
	return place{
		edgeFile:     column == 0 || column == last,
		mainDiagonal: row+column == last,
		doubleCorner: fromUpperLeft == 1 || fromLowerRight == 1,
	}
}

// pieceKind is a kind of piece with a row of its own. A piece may be of several kinds.
type pieceKind struct {
	name string
	has  func(*placedPiece) bool
}

func pieceKinds(v engine.Variant) []pieceKind {
	kinds := []pieceKind{{"man", func(x *placedPiece) bool { return !x.isKing }}}
	for rows := 1; rows < v.Width(); rows++ {
		kinds = append(kinds, pieceKind{"man, " + toGo(rows), func(x *placedPiece) bool { return !x.isKing && x.rowsToGo == rows }})
	}
	kinds = append(kinds,
		pieceKind{"man on an edge file", func(x *placedPiece) bool { return !x.isKing && x.place.edgeFile }},
		pieceKind{"man elsewhere", func(x *placedPiece) bool { return !x.isKing && !x.place.edgeFile }},
		pieceKind{"only king", (*placedPiece).isOnlyKing},
		pieceKind{"one of two kings", func(x *placedPiece) bool { return x.isKing && x.sideKings == 2 }},
		pieceKind{"only king, main diagonal", func(x *placedPiece) bool { return x.isOnlyKing() && x.place.mainDiagonal }},
		pieceKind{"only king, double corner", func(x *placedPiece) bool { return x.isOnlyKing() && x.place.doubleCorner }},
		pieceKind{"only king elsewhere", func(x *placedPiece) bool { return x.isOnlyKing() && !x.place.mainDiagonal && !x.place.doubleCorner }},
	)
	for _, mover := range []bool{true, false} {
		name := "runaway man, other side, "
		if mover {
			name = "runaway man, side to move, "
		}
		for rows := 1; rows <= eval.RunawayRows; rows++ {
			kinds = append(kinds, pieceKind{name + toGo(rows), func(x *placedPiece) bool {
				return x.isRunaway && x.isMover == mover && x.rowsToGo == rows
			}})
		}
	}
	return kinds
}

func (x *placedPiece) isOnlyKing() bool { return x.isKing && x.sideKings == 1 }

func toGo(rows int) string {
	if rows == 1 {
		return "1 row to go"
	}
	return fmt.Sprintf("%d rows to go", rows)
}

// pieceTally adds up what pieces of one kind are worth.
type pieceTally struct {
	pieces [quarters]int
	worth  [quarters]float64
}

func (t *pieceTally) add(quarter int, worth float64) {
	t.pieces[quarter]++
	t.worth[quarter] += worth
}

func (t *pieceTally) row(name string) PieceRow {
	row, worth := PieceRow{Piece: name}, 0.0
	for q := range quarters {
		row.Quarters[q] = meanOfMany(t.worth[q], t.pieces[q])
		row.Pieces += t.pieces[q]
		worth += t.worth[q]
	}
	row.All = meanOfMany(worth, row.Pieces)
	return row
}

// meanOfMany returns nil where there are too few.
func meanOfMany(sum float64, pieces int) *float64 {
	if pieces < fewPieces {
		return nil
	}
	mean := sum / float64(pieces)
	return &mean
}

func (t *PieceTable) write(b *strings.Builder) {
	fmt.Fprintf(b, "\nWhat a piece is worth, in hundredths of a man: mean over %d positions, with it less without it, by phase\n", t.Positions)
	lines := []string{"piece\tpieces\t0-25 %\t25-50 %\t50-75 %\t75-100 %\tall"}
	for _, row := range t.Rows {
		line := fmt.Sprintf("%s\t%d", row.Piece, row.Pieces)
		for _, mean := range append(row.Quarters[:], row.All) {
			cell := "-"
			if mean != nil {
				cell = fmt.Sprintf("%.1f", *mean)
			}
			line += "\t" + cell
		}
		lines = append(lines, line)
	}
	writeTable(b, lines...)
}
