package eval

import "fmt"

// Score is the worth of a position in hundredths of a man, from the side to
// move. A forced win in n plies is 10000-n, a win by the endgame tables at n
// plies 9000-n, everything else stays within [MaxEvaluation]; losses are the
// negatives.
type Score int32

const (
	// Infinity lies beyond every score.
	Infinity Score = 10001
	// DrawScore is the worth of a drawn position.
	DrawScore Score = 0
	// MaxEvaluation bounds what an evaluation may say.
	MaxEvaluation Score = 8000

	win      Score = 10000
	tableWin Score = 9000
	// band is the greatest number of plies that a decided score can express.
	band Score = 500
)

// Win returns the score of a forced win in the given number of plies.
func Win(plies int) Score { return win - Score(plies) }

// Loss returns the score of a forced loss in the given number of plies.
func Loss(plies int) Score { return -Win(plies) }

// TableWin returns the score of a win that the endgame tables promise in a
// position the given number of plies away.
func TableWin(plies int) Score { return tableWin - Score(plies) }

// TableLoss returns the score of a loss by the endgame tables.
func TableLoss(plies int) Score { return -TableWin(plies) }

// IsWin reports a forced win found to its end.
func (s Score) IsWin() bool { return s >= win-band }

// IsLoss reports a forced loss found to its end.
func (s Score) IsLoss() bool { return s <= -win+band }

// IsTableWin reports a win by the endgame tables.
func (s Score) IsTableWin() bool { return s >= tableWin-band && s <= tableWin }

// IsTableLoss reports a loss by the endgame tables.
func (s Score) IsTableLoss() bool { return (-s).IsTableWin() }

// IsDecided reports a win or loss of any kind.
func (s Score) IsDecided() bool { return s > MaxEvaluation || s < -MaxEvaluation }

// Plies returns how many plies away a decided score's end or table position
// lies, and 0 for any other score.
func (s Score) Plies() int {
	switch {
	case s < 0:
		return (-s).Plies()
	case s.IsWin():
		return int(win - s)
	case s.IsTableWin():
		return int(tableWin - s)
	}
	return 0
}

// FromHere turns a score counted from the root of a search into one counted from
// the node at ply, so that it can be stored and met again at another ply.
func (s Score) FromHere(ply int) Score {
	switch {
	case s > MaxEvaluation:
		return s + Score(ply)
	case s < -MaxEvaluation:
		return s - Score(ply)
	}
	return s
}

// FromRoot undoes [Score.FromHere].
func (s Score) FromRoot(ply int) Score {
	switch {
	case s > MaxEvaluation:
		return s - Score(ply)
	case s < -MaxEvaluation:
		return s + Score(ply)
	}
	return s
}

// Clamp keeps an evaluation within its bounds.
func Clamp(s Score) Score { return max(-MaxEvaluation, min(s, MaxEvaluation)) }

// Men writes the score in men with two decimals, as Hub has it: "-0.34", "99.93".
func (s Score) Men() string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	return fmt.Sprintf("%s%d.%02d", sign, s/100, s%100)
}

// String writes the score for people: "+0.34", "wins in 7 plies".
func (s Score) String() string {
	switch {
	case s.IsWin():
		return "wins in " + plies(s.Plies())
	case s.IsLoss():
		return "loses in " + plies(s.Plies())
	case s.IsTableWin():
		return "wins by the tables in " + plies(s.Plies())
	case s.IsTableLoss():
		return "loses by the tables in " + plies(s.Plies())
	case s > 0:
		return "+" + s.Men()
	}
	return s.Men()
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}
