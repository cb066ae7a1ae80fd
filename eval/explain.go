package eval

import (
	"iter"
	"math"

	"ckengine/engine"
)

// Explanation says how an evaluation comes about. Everything in it is White's worth in
// hundredths of a man, unless it says otherwise.
type Explanation struct {
	Evaluation string // [Evaluator.Name]
	Generation int    // of learned weights

	Phase  int    // 0 to [PhaseMax]; 0 as well for the hand-made evaluation, which has none
	Groups []Part // the structural terms; none for the hand-made evaluation
	Blocks []BlockPart
	Pieces []PieceWorth

	Sum     Score // of all terms
	Divisor int   // more than 1 where a lead is hard to win
	White   Score // what is left of the sum, within [MaxEvaluation]
	Score   Score // the same to the side to move
}

// Part is what one group of terms adds, to a tenth of a hundredth.
type Part struct {
	Name  string
	Worth float64
}

// BlockPart is what the men of one block add, beyond all else: four rows of four files.
type BlockPart struct {
	Part
	Row, File int // the first ones, from 0, Black being at the top
}

// PieceWorth is what a piece is worth to its own side, as [Evaluator.PieceWorths] has it,
// rounded.
type PieceWorth struct {
	Square engine.Square
	Worth  Score
}

// Explain explains what [Evaluator.Evaluate] says of a position.
func (e *Evaluator) Explain(p *engine.Position) Explanation {
	score, sum := e.Evaluate(p), e.whiteSum(p)
	x := Explanation{
		Evaluation: e.name,
		Sum:        Score(sum), // rounded towards zero as in the evaluation
		White:      score * viewOf(p.SideToMove()),
		Score:      score,
	}
	if e.learned == nil {
		x.Divisor = int(heldPartOf(p, engine.White, x.Sum))
	} else {
		white, black, kings, _ := p.Placement()
		x.Divisor = int(drawishPart(white, black, kings, x.Sum))
		x.Generation = e.learned.weights.Manifest.Generation
		x.Phase = e.learned.layout.Phase(p)
		x.Groups, x.Blocks = e.learned.parts(p, x.Phase)
	}
	for s, worth := range e.PieceWorths(p) {
		x.Pieces = append(x.Pieces, PieceWorth{s, Score(math.Round(worth))})
	}
	return x
}

// PieceWorths yields what each piece is worth to its own side, in hundredths of a man:
// the sum of all terms with the piece less the sum without it.
func (e *Evaluator) PieceWorths(p *engine.Position) iter.Seq2[engine.Square, float64] {
	return func(yield func(engine.Square, float64) bool) {
		sum := e.whiteSum(p)
		for s := range p.Pieces(engine.White).Or(p.Pieces(engine.Black)).All() {
			side, _, _ := p.At(s)
			without := p.Without(s)
			if !yield(s, (sum-e.whiteSum(&without))*float64(viewOf(side))) {
				return
			}
		}
	}
}

// whiteSum returns White's worth before a lead that is hard to win is made smaller, in
// hundredths of a man.
func (e *Evaluator) whiteSum(p *engine.Position) float64 {
	if e.learned == nil {
		return float64(e.handmade.sum(p) * viewOf(p.SideToMove()))
	}
	s, phase := e.learned.sum(p)
	return float64(s.mix(phase)) / fine
}

// parts adds up the terms group by group, those of patterns block by block.
func (l *learned) parts(p *engine.Position, phase int) (groups []Part, blocks []BlockPart) {
	worth := func(index, count int32) float64 {
		return float64((l.weights.Terms[index].pair() * pair(count)).mix(phase)) / fine
	}
	terms := l.layout.AppendTerms(nil, p)
	for _, g := range l.layout.groups {
		if g.Pattern {
			continue
		}
		part := Part{Name: g.Name}
		for _, term := range terms {
			if within := int(term.Index) - g.First; within >= 0 && within < g.Count {
				part.Worth += worth(term.Index, term.Count)
			}
		}
		groups = append(groups, part)
	}
	for i := range l.layout.blocks {
		b := &l.layout.blocks[i]
		part := BlockPart{Part{Name: b.name()}, b.row, 2 * b.offset}
		if index, count := b.term(b.cell(p.Men(engine.White), p.Men(engine.Black))); count != 0 {
			part.Worth = worth(index, count)
		}
		blocks = append(blocks, part)
	}
	return groups, blocks
}
