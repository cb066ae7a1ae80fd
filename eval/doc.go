// Package eval says what a position is worth to the side to move, without
// looking ahead.
//
// It knows material, structure and the scale of scores, see [Score]. It refuses
// to know how positions are searched and which game they come from: draws by
// repetition or by a counter are the searcher's business.
package eval
