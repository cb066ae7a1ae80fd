package eval

// Two rows of men are 12 bits of the lattice, and all that the evaluation wants of them
// comes with one look into rowPairs: below, for each of the five offsets, the
// four squares of a block's half as a number in base three, 7 bits each; above, sums.
var rowPairs = buildRowPairs()

const (
	pairBits  = 12
	pairMask  = 1<<pairBits - 1
	halfBits  = 7
	halfCount = 81 // 3^4, the ways to fill half a block

	// The halves at even offsets and those at odd ones, so that there is room between
	// them for a whole cell of 13 bits.
	evenHalves = 127 | 127<<(2*halfBits) | 127<<(4*halfBits)
	oddHalves  = 127 | 127<<(2*halfBits)
	cellBits   = 13
	cellMask   = 1<<cellBits - 1
	secondCell = 2 * halfBits
	thirdCell  = 4 * halfBits

	// The sums fill the 23 bits at the top. All entries can be added up whole, each with a
	// factor of up to five: what runs over from the halves stays in the gap below, and the
	// sum of the columns, which alone would be too large with a factor, runs out at the top.
	countShift  = 41 // men
	countMask   = 255
	oddShift    = countShift + 8 // men in the second row
	oddMask     = 63
	columnShift = oddShift + 6 // their columns, Black being at the top and the left one 0
)

func buildRowPairs() (table [pairMask + 1]uint64) {
	powers := [4]uint64{1, 3, 9, 27}
	for men := range table {
		entry := &table[men]
		for row := range 2 {
			for k := range 6 {
				if men>>(6*row+k)&1 == 0 {
					continue
				}
				column := 2*k + 1 - row
				*entry += 1<<countShift | uint64(row)<<oddShift | uint64(column)<<columnShift
				for offset := max(0, k-1); offset <= min(k, 4); offset++ {
					*entry += powers[2*row+k-offset] << (halfBits * offset)
				}
			}
		}
	}
	return table
}
