package stats

import (
	"math"
	"testing"
)

func pentanomial(ll, ld, level, wd, ww int) Counts {
	return Counts{Pairs: Pairs{LL: ll, LD: ld, DD: level, WD: wd, WW: ww}}
}

func trinomial(wins, losses, draws int) Counts {
	return Counts{Unpaired: WDL{Wins: wins, Draws: draws, Losses: losses}}
}

func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance }

// Figures that other programs published, rounded as they published them.
func TestPublishedElo(t *testing.T) {
	const fastchess = "github.com/Disservin/fastchess/blob/master/app/tests/elo_test.cpp"
	none := math.NaN()
	tests := []struct {
		source                                string
		counts                                Counts
		elo, err, normalized, normalizedError float64
		los                                   float64 // percent
	}{
		{fastchess, trinomial(76, 89, 123), none, none, -20.76, 40.13, 15.53},
		{fastchess, trinomial(136, 96, 111), 40.70, 30.43, 49.77, none, 99.60},
		{fastchess, trinomial(34, 356, 0), none, none, -508.44, none, none},
		{fastchess, pentanomial(332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 10.96, 5.05},
		{fastchess, pentanomial(34, 54, 63, 64, 75), 55.58, 27.65, 57.94, none, 100.00},
		{fastchess, pentanomial(7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, none, none},
		{"fastchess pull request 783", pentanomial(379, 10170, 21828, 10640, 343), none, none, 3.05, 2.31, none},
		{"fastchess pull request 882", pentanomial(72, 10, 0, 0, 0), -600.97, 118.46, -1409.98, none, 0},
		{"fastchess issue 807", pentanomial(30, 6, 18, 0, 6), -168.40, 73.37, -170.08, none, 0},
		{"cinder pull request 727", pentanomial(50, 287, 610, 387, 73), 18.04, 8.23, 28.19, 12.84, 100.00},
		{"Lynx pull request 1899", pentanomial(235, 1384, 2521, 1341, 239), -1.06, 4.05, -1.67, 6.37, 30.33},
		{"RubiChess pull request 523", pentanomial(8, 633, 1558, 804, 6), 9.64, 4.36, 19.42, 8.78, 100.00},
		{"elixir pull request 15", pentanomial(0, 1, 9, 36, 49), 301.33, none, none, none, none},
	}
	for _, test := range tests {
		elo, normalized := test.counts.Elo(), test.counts.NormalizedElo()
		for _, figure := range []struct {
			name                 string
			got, want, tolerance float64
		}{
			{"Elo", elo.Value, test.elo, 0.0051},
			{"error of Elo", elo.Margin(), test.err, 0.0051},
			{"normalized Elo", normalized.Value, test.normalized, 0.0051},
			// fastchess leaves the spread of the standard deviation out of this error
			{"error of normalized Elo", normalized.Margin(), test.normalizedError, 0.01*test.normalizedError + 0.0051},
			{"LOS", 100 * test.counts.LOS(), test.los, 0.0051},
		} {
			if !math.IsNaN(figure.want) && !near(figure.got, figure.want, figure.tolerance) {
				t.Errorf("%s: %s is %.4f, want %.2f", test.source, figure.name, figure.got, figure.want)
			}
		}
	}
}

// The page of a fishtest instance gives more digits, https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712.
func TestPublishedScore(t *testing.T) {
	c := Counts{Pairs: Pairs{LL: 13, LD: 37, DD: 23, WL: 27, WD: 25, WW: 3}}
	if got := c.Score().Value; got != 0.43750 {
		t.Errorf("score %v", got)
	}
	if got := c.DrawRatio(); !near(got, 0.42188, 5e-6) {
		t.Errorf("draw ratio %v", got)
	}
	if got := c.NormalizedElo().Value; !near(got, -63.97, 0.0051) {
		t.Errorf("normalized Elo %v", got)
	}
}

func TestEloOfScore(t *testing.T) {
	// by the definition of Elo: ten times the odds are 400 points
	for _, test := range []struct{ score, elo float64 }{
		{0.5, 0}, {10.0 / 11, 400}, {1.0 / 11, -400}, {100.0 / 101, 800}, {0, math.Inf(-1)}, {1, math.Inf(1)},
	} {
		if got := EloFromScore(test.score); got != test.elo && !near(got, test.elo, 1e-9) {
			t.Errorf("EloFromScore(%v) = %v, want %v", test.score, got, test.elo)
		}
		if got := ScoreFromElo(test.elo); !near(got, test.score, 1e-12) {
			t.Errorf("ScoreFromElo(%v) = %v, want %v", test.elo, got, test.score)
		}
	}
}

func TestResultsThatDoNotDetermineAnError(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name            string
		counts          Counts
		elo             float64
		text            string
		los, normalized float64
	}{
		{"no games", Counts{}, math.NaN(), "n/a", math.NaN(), math.NaN()},
		{"one won pair", pentanomial(0, 0, 0, 0, 1), inf, "+Inf ± n/a", normalCDF(1), inf},
		{"nothing but lost games", trinomial(0, 9, 0), -inf, "-Inf ± n/a", normalCDF(-3), -inf},
		{"nothing but draws", pentanomial(0, 0, 50, 0, 0), 0, "+0.00 ± n/a", 0.5, 0},
		{"the same gain in every pair", pentanomial(0, 0, 0, 4, 0), EloFromScore(0.75), "+190.85 ± n/a", normalCDF(2), inf},
	}
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) || near(a, b, 1e-12) }
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			elo := test.counts.Elo()
			if !same(elo.Value, test.elo) || elo.String() != test.text {
				t.Errorf("Elo %v, %q, want %v, %q", elo.Value, elo.String(), test.elo, test.text)
			}
			if !math.IsNaN(elo.Value) && !(math.IsInf(elo.Low, -1) && math.IsInf(elo.High, 1)) {
				t.Errorf("Elo from %v to %v, want no bounds", elo.Low, elo.High)
			}
			if got := test.counts.LOS(); !same(got, test.los) {
				t.Errorf("LOS %v, want %v", got, test.los)
			}
			if got := test.counts.NormalizedElo().Value; !same(got, test.normalized) {
				t.Errorf("normalized Elo %v, want %v", got, test.normalized)
			}
		})
	}
}

func TestUnpairedGamesBesidePairs(t *testing.T) {
	c := pentanomial(3, 5, 9, 6, 4)
	with := c
	with.Unpaired = WDL{Wins: 7}
	if c.Elo() != with.Elo() || c.LOS() != with.LOS() || c.NormalizedElo() != with.NormalizedElo() {
		t.Error("unpaired games change the estimates")
	}
	if got, want := with.WDL().Points(), c.WDL().Points()+7; got != want {
		t.Errorf("%v points, want %v", got, want)
	}
	s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	for _, s.Model = range models() {
		if s.LLR(c) != s.LLR(with) {
			t.Errorf("%v: unpaired games change the LLR", s.Model)
		}
	}
}
