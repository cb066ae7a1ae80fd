// Package eval says what a position is worth to the side to move, without
// looking ahead.
//
// A learned evaluation is a sum of terms: a [Layout] says which, [Weights] what each
// is worth, an [Evaluator] adds them up fast. It knows material, structure and the
// scale of scores, see [Score]. It refuses to know how positions are searched, which
// game they come from and how weights are learned: draws by repetition or by a
// counter are the searcher's business. It opens no file.
package eval
