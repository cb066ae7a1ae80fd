package eval

import "testing"

func TestScoreTexts(t *testing.T) {
	for _, c := range []struct {
		score       Score
		text, inMen string
	}{
		{34, "+0.34", "0.34"},
		{-34, "-0.34", "-0.34"},
		{0, "0.00", "0.00"},
		{-5, "-0.05", "-0.05"},
		{Win(7), "wins in 7 plies", "99.93"},
		{Win(1), "wins in 1 ply", "99.99"},
		{Loss(0), "loses in 0 plies", "-100.00"},
		{TableWin(12), "wins by the tables in 12 plies", "89.88"},
		{TableLoss(12), "loses by the tables in 12 plies", "-89.88"},
	} {
		if got := c.score.String(); got != c.text {
			t.Errorf("String of %d: %q, want %q", int(c.score), got, c.text)
		}
		if got := c.score.Men(); got != c.inMen {
			t.Errorf("Men of %d: %q, want %q", int(c.score), got, c.inMen)
		}
	}
}

func TestScoreBandsAreDisjoint(t *testing.T) {
	for s := -Infinity; s <= Infinity; s++ {
		bands := 0
		for _, in := range []bool{
			s.IsWin(), s.IsLoss(), s.IsTableWin(), s.IsTableLoss(),
			s >= -MaxEvaluation && s <= MaxEvaluation,
		} {
			if in {
				bands++
			}
		}
		if bands > 1 {
			t.Fatalf("score %d lies in %d bands", int(s), bands)
		}
		if s.Plies() < 0 && s > -Infinity && s < Infinity {
			t.Fatalf("score %d is %d plies away", int(s), s.Plies())
		}
	}
}

func TestStoredScoresMoveWithTheirNode(t *testing.T) {
	for _, s := range []Score{Win(9), Loss(12), TableWin(30), TableLoss(31), 250, 0, -1} {
		if got := s.FromHere(6).FromRoot(6); got != s {
			t.Errorf("%v stored and read at the same ply gives %v", s, got)
		}
	}
	// A win 9 plies from the root, seen at ply 6, is 3 plies from there, and 13 from the root when met at ply 10.
	if got := Win(9).FromHere(6).FromRoot(10); got != Win(13) {
		t.Errorf("got %v, want %v", got, Win(13))
	}
}
