package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"ckengine/engine"
	"ckengine/eval"
)

// Evaluation is what an evaluation without search says of a position, as JSON. Scores
// are hundredths of a man.
type Evaluation struct {
	FEN        string      `json:"fen"`
	Evaluation string      `json:"evaluation"` // checksum of the learned weights, or "handmade"
	Generation int         `json:"generation,omitempty"`
	Captures   bool        `json:"captures"` // the side to move must capture: the evaluation is meant for quiet positions
	Phase      int         `json:"phase"`    // from 0 at the start to 1024
	Groups     []Part      `json:"groups"`   // White's worth, as all down to White
	Blocks     []BlockPart `json:"blocks"`
	Sum        eval.Score  `json:"sum"`
	Divisor    int         `json:"divisor"` // of the sum, 1 unless the lead is hard to win
	White      eval.Score  `json:"white"`
	Score      eval.Score  `json:"score"` // the same to the side to move
	Pieces     []Piece     `json:"pieces"`
}

// Part is what one group of terms adds.
type Part struct {
	Name  string  `json:"name"`
	Worth float64 `json:"worth"` // to a tenth
}

// BlockPart is what the men on four rows of four files add.
type BlockPart struct {
	Part
	Row  int `json:"row"`  // the first, 1 being Black's own
	File int `json:"file"` // the first, 1 being the left one
}

// Piece is what a piece is worth to its side: the sum less the sum without it.
type Piece struct {
	Square int        `json:"square"`
	Side   string     `json:"side"`
	Kind   string     `json:"kind"`
	Worth  eval.Score `json:"worth"`
}

// WriteEvaluationJSON writes an [Evaluation] in one line.
func WriteEvaluationJSON(out io.Writer, e *eval.Evaluator, p engine.Position) error {
	x := e.Explain(&p)
	doc := Evaluation{
		FEN: p.FEN(), Evaluation: x.Evaluation, Generation: x.Generation, Captures: p.CanCapture(),
		Phase: x.Phase, Groups: []Part{}, Blocks: []BlockPart{},
		Sum: x.Sum, Divisor: x.Divisor, White: x.White, Score: x.Score, Pieces: []Piece{},
	}
	for _, g := range x.Groups {
		doc.Groups = append(doc.Groups, Part{g.Name, tenths(g.Worth)})
	}
	for _, b := range x.Blocks {
		doc.Blocks = append(doc.Blocks, BlockPart{Part{b.Name, tenths(b.Worth)}, b.Row + 1, b.File + 1})
	}
	for _, piece := range x.Pieces {
		side, kind, _ := p.At(piece.Square)
		doc.Pieces = append(doc.Pieces, Piece{p.Variant().Number(piece.Square), side.String(), kind.String(), piece.Worth})
	}
	return json.NewEncoder(out).Encode(doc)
}

// tenths rounds to one decimal, without a negative zero.
func tenths(x float64) float64 { return float64(int(x*10)) / 10 }

// WriteEvaluation shows a person how an evaluation without search comes about.
func WriteEvaluation(out io.Writer, e *eval.Evaluator, p engine.Position) error {
	x := e.Explain(&p)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\n", p.Diagram(engine.DiagramStyle{Numbers: true}), p.FEN())
	if x.Evaluation == "handmade" {
		b.WriteString("The hand-made evaluation, which has no parts to show.\n")
	} else {
		fmt.Fprintf(&b, "Learned evaluation, generation %d, weights %s.\n", x.Generation, x.Evaluation)
	}
	if p.CanCapture() {
		fmt.Fprintf(&b, "A capture is due: the evaluation is meant for quiet positions, a search plays it out first.\n")
	}
	if len(x.Groups) > 0 {
		writeParts(&b, x)
		writeBlocks(&b, p.Variant(), x.Blocks)
	}
	fmt.Fprintf(&b, "\nEach piece to its own side, as the difference without it, in hundredths of a man:\n\n")
	writePieces(&b, p, x.Pieces)
	fmt.Fprintf(&b, "\n%-34s %8s\n", "Sum", x.Sum)
	if x.Divisor > 1 {
		fmt.Fprintf(&b, "%-34s %8s\n", fmt.Sprintf("A lead hard to win: one part in %d", x.Divisor), x.White)
	}
	fmt.Fprintf(&b, "%-34s %8s\n", "For White", x.White)
	fmt.Fprintf(&b, "%-34s %8s\n", fmt.Sprintf("For %s, to move", p.SideToMove()), x.Score)
	_, err := io.WriteString(out, b.String())
	return err
}

// writeParts lists the groups of terms.
func writeParts(b *strings.Builder, x eval.Explanation) {
	fmt.Fprintf(b, "\nPhase %d of %d: 0 is the start, %d an ending of kings.\n", x.Phase, eval.PhaseMax, eval.PhaseMax)
	fmt.Fprintf(b, "\nWhite's worth in hundredths of a man:\n\n")
	patterns := 0.0
	for _, block := range x.Blocks {
		patterns += block.Worth
	}
	for _, part := range append(x.Groups, eval.Part{Name: "patterns", Worth: patterns}) {
		fmt.Fprintf(b, "  %-32s %8s\n", part.Name, signed(part.Worth))
	}
}

// writeBlocks shows the worth of the blocks as they lie on the board.
func writeBlocks(b *strings.Builder, v engine.Variant, blocks []eval.BlockPart) {
	fmt.Fprintf(b, "\nPatterns of four rows and four files, which overlap:\n\n  %10s", "")
	row := -1
	for _, block := range blocks {
		if block.Row == 0 {
			fmt.Fprintf(b, " %8s", fmt.Sprintf("%c-%c", 'a'+block.File, 'a'+block.File+3))
		}
	}
	for _, block := range blocks {
		if block.Row != row {
			row = block.Row
			// Ranks count from White's side.
			fmt.Fprintf(b, "\n  %10s", fmt.Sprintf("ranks %d-%d", v.Width()-row-3, v.Width()-row))
		}
		fmt.Fprintf(b, " %8s", signed(block.Worth))
	}
	b.WriteByte('\n')
}

// writePieces draws the board with the worth of each piece behind its letter.
func writePieces(b *strings.Builder, p engine.Position, pieces []eval.PieceWorth) {
	const columnWidth = 4
	v := p.Variant()
	worth := map[engine.Square]eval.Score{}
	for _, piece := range pieces {
		worth[piece.Square] = piece.Worth
	}
	row, column := 0, 0
	for s := range v.Mask().All() {
		if r := v.Row(s); r != row {
			b.WriteByte('\n')
			row, column = r, 0
		}
		cell := "."
		if side, kind, found := p.At(s); found {
			cell = fmt.Sprintf("%c%d", [2][2]rune{{'w', 'W'}, {'b', 'B'}}[side][kind], int(worth[s]))
		}
		start := v.Column(s) * columnWidth
		b.WriteString(strings.Repeat(" ", max(start-column, min(column, 1))))
		b.WriteString(cell)
		column = max(start, column) + len(cell)
	}
	b.WriteByte('\n')
}

// signed writes a worth to one decimal with its sign.
func signed(x float64) string {
	if x = tenths(x); x == 0 {
		return "0.0"
	}
	return fmt.Sprintf("%+.1f", x)
}
