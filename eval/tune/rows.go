package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ckengine/eval"
)

// blockSize is the number of positions that share their slices: enough to make the slices' headers negligible, and
// so few that a small corpus still has work for every core.
const blockSize = 2048

// half is a result in half points of White: 0, 1 or 2.
type half uint8

// block holds up to blockSize positions as sparse rows, in 6 bytes a term and 9 a position.
type block struct {
	columns []uint32  // terms of all rows, one row after the other
	counts  []int16   // White's minus Black's, for each column
	ends    []uint32  // where in columns each row ends
	ending  []float32 // how much of the ending each position is, 0 to 1
	results []half
}

// rowSet is a list of positions in the order in which they were added.
type rowSet struct {
	blocks []*block
	size   int
}

// add appends a position. It reorders terms. A term that occurs in several places is counted once, with the sum.
func (s *rowSet) add(terms []eval.Term, ending float32, result half) error {
	if s.size%blockSize == 0 {
		s.blocks = append(s.blocks, newBlock())
	}
	b := s.blocks[len(s.blocks)-1]
	slices.SortFunc(terms, func(x, y eval.Term) int { return cmp.Compare(x.Index, y.Index) })
	for i := 0; i < len(terms); {
		index, count := terms[i].Index, int32(0)
		for ; i < len(terms) && terms[i].Index == index; i++ {
			count += terms[i].Count
		}
		if count < math.MinInt16 || count > math.MaxInt16 {
			return fmt.Errorf("term %d occurs %d times in one position, more than a row can hold", index, count)
		}
		if count != 0 {
			b.columns = append(b.columns, uint32(index))
			b.counts = append(b.counts, int16(count))
		}
	}
	b.ends = append(b.ends, uint32(len(b.columns)))
	b.ending = append(b.ending, ending)
	b.results = append(b.results, result)
	s.size++
	return nil
}

func newBlock() *block {
	const usualTerms = 30 // on the 12x12 board
	return &block{
		columns: make([]uint32, 0, blockSize*usualTerms), counts: make([]int16, 0, blockSize*usualTerms),
		ends: make([]uint32, 0, blockSize), ending: make([]float32, 0, blockSize), results: make([]half, 0, blockSize),
	}
}

// visits returns for each term in how many positions it occurs.
func (s *rowSet) visits(terms int) []uint32 {
	visits := make([]uint32, terms)
	for _, b := range s.blocks {
		for _, column := range b.columns {
			visits[column]++
		}
	}
	return visits
}

// meanEnding returns how much of the ending the average position is.
func (s *rowSet) meanEnding() float64 {
	sum := 0.0
	for _, b := range s.blocks {
		for _, ending := range b.ending {
			sum += float64(ending)
		}
	}
	return sum / float64(s.size)
}

// pair is a weight in logits for the opening and one for the ending.
type pair struct{ opening, ending float64 }

// at mixes the two for a position that is so much of an ending, 0 to 1.
func (p pair) at(ending float64) float64 { return p.opening*(1-ending) + p.ending*ending }
