package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// wins of the row against the column, in the worked example of https://en.wikipedia.org/wiki/Bradley-Terry_model, whose
// strengths come out as 0.139, 0.226, 0.143 and 0.492.
func TestPublishedBradleyTerry(t *testing.T) {
	wins := [][]int{{0, 2, 0, 1}, {3, 0, 5, 0}, {0, 3, 0, 1}, {4, 0, 3, 0}}
	strengths := []float64{0.139, 0.226, 0.143, 0.492}
	var encounters []encounter
	for i := range wins {
		for j := range i {
			encounters = append(encounters, encounter{i, j, trinomial(wins[i][j], wins[j][i], 0)})
		}
	}
	got := rate(len(wins), encounters, -1)
	for i := range wins {
		want := 400 * math.Log10(strengths[i]/strengths[0])
		if !near(got.elo[i]-got.elo[0], want, 2) { // the strengths have three digits
			t.Errorf("engine %d: %.1f Elo over the first, want %.1f", i, got.elo[i]-got.elo[0], want)
		}
	}
}

// zermelo is the other way to the same ratings, one strength at a time.
func zermelo(n int, encounters []encounter) []float64 {
	strengths := make([]float64, n)
	for i := range strengths {
		strengths[i] = 1
	}
	for range 4000 {
		for i := range strengths {
			points, weight := 0.0, 0.0
			for _, e := range encounters {
				games := e.counts.WDL()
				switch i {
				case e.first:
					points += games.Points()
					weight += float64(games.Games()) / (strengths[i] + strengths[e.second])
				case e.second:
					points += games.Reversed().Points()
					weight += float64(games.Games()) / (strengths[i] + strengths[e.first])
				}
			}
			strengths[i] = points / weight
		}
	}
	elo, sum := make([]float64, n), 0.0
	for i, s := range strengths {
		elo[i] = 400 * math.Log10(s)
		sum += elo[i] / float64(n)
	}
	for i := range elo {
		elo[i] -= sum
	}
	return elo
}

func TestRatingsAgreeWithZermelo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "engines")
		some := rapid.IntRange(1, 40)
		var encounters []encounter
		for i := range n {
			for j := range i {
				// a gauntlet of the first, and some of the others
				if j == 0 || rapid.Bool().Draw(t, "met") {
					p := Pairs{some.Draw(t, "LL"), some.Draw(t, "LD"), some.Draw(t, "DD"), some.Draw(t, "WL"), some.Draw(t, "WD"), some.Draw(t, "WW")}
					encounters = append(encounters, encounter{i, j, Counts{Pairs: p}})
				}
			}
		}
		got, want := rate(n, encounters, -1), zermelo(n, encounters)
		if got.prior {
			t.Fatal("a drawn game was added")
		}
		for i := range n {
			if !near(got.elo[i], want[i], 1e-3) {
				t.Fatalf("ratings %v, want %v", got.elo, want)
			}
		}
	})
}

func TestRatingsExpectThePointsScored(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "engines")
		// from even to hopeless
		games := rapid.OneOf(rapid.Just(1), rapid.IntRange(1, 50), rapid.IntRange(1, 9000))
		var encounters []encounter
		for i := range n {
			for j := range i {
				if j == 0 || rapid.Bool().Draw(t, "met") {
					encounters = append(encounters, encounter{i, j, trinomial(games.Draw(t, "won"), games.Draw(t, "lost"), 0)})
				}
			}
		}
		elo := rate(n, encounters, -1).elo
		for i := range n {
			points, expected := 0.0, 0.0
			for _, e := range encounters {
				c := e.counts.WDL()
				switch i {
				case e.first:
					points += c.Points()
					expected += float64(c.Games()) * ScoreFromElo(elo[i]-elo[e.second])
				case e.second:
					points += c.Reversed().Points()
					expected += float64(c.Games()) * ScoreFromElo(elo[i]-elo[e.first])
				}
			}
			if !near(points, expected, 1e-4) {
				t.Fatalf("engine %d scored %v, its rating expects %v; ratings %v", i, points, expected, elo)
			}
		}
	})
}

func TestRatingsOfTwoAreTheirElo(t *testing.T) {
	c := pentanomial(50, 287, 610, 387, 73)
	got := rate(2, []encounter{{0, 1, c}}, -1).relativeTo(1, 100)
	if !near(got[0].Value, 100+c.Elo().Value, 1e-6) || !near(got[0].Margin(), c.Elo().Margin(), 0.01) {
		t.Errorf("rating %v, want 100 more than %v", got[0], c.Elo())
	}
	if got[1].Value != 100 || !near(got[1].Margin(), 0, 1e-6) {
		t.Errorf("the anchor is rated %v, want 100 without error", got[1])
	}
}

func TestRatingErrorsCoverTheTruth(t *testing.T) {
	truth := []float64{120, 40, 0, -20, -140} // their mean is 0
	const runs, pairs = 600, 60
	rng := rand.New(rand.NewPCG(5, 1))
	mean, anchored := 0, 0
	for range runs {
		var encounters []encounter
		for i := range truth {
			for j := range i {
				var c Counts
				next := world{truth[i] - truth[j], 0, 0}.pairs(rng) // without draws BayesElo is logistic Elo
				for range pairs {
					next(&c.Pairs)
				}
				encounters = append(encounters, encounter{i, j, c})
			}
		}
		rated := rate(len(truth), encounters, -1)
		byMean, byAnchor := rated.relativeTo(-1, 0), rated.relativeTo(2, truth[2])
		for i := range truth {
			if byMean[i].Low <= truth[i] && truth[i] <= byMean[i].High {
				mean++
			}
			if i != 2 && byAnchor[i].Low <= truth[i] && truth[i] <= byAnchor[i].High {
				anchored++
			}
		}
	}
	if rate := float64(mean) / runs / 5; !near(rate, 0.95, 0.02) {
		t.Errorf("relative to the mean %.3f of the intervals cover the truth, want 0.95", rate)
	}
	if rate := float64(anchored) / runs / 4; !near(rate, 0.95, 0.02) {
		t.Errorf("relative to an anchor %.3f of the intervals cover the truth, want 0.95", rate)
	}
}

func TestRatingsInHardCases(t *testing.T) {
	won, lost, level := pentanomial(0, 0, 0, 0, 9), pentanomial(9, 0, 0, 0, 0), pentanomial(3, 2, 3, 2, 3)
	isNaN := func(x float64) bool { return math.IsNaN(x) }
	tests := []struct {
		name       string
		n          int
		encounters []encounter
		anchor     int
		prior      bool
		check      func(elo []float64) bool
	}{
		{"nobody played", 3, nil, -1, false, func(e []float64) bool { return e[0] == 0 && isNaN(e[1]) && isNaN(e[2]) }},
		{"no engines", 0, nil, -1, false, func(e []float64) bool { return len(e) == 0 }},
		{"all won", 2, []encounter{{0, 1, won}}, -1, true, func(e []float64) bool { return e[0] > 100 && isFinite(e[0]) }},
		{"one lost all", 3, []encounter{{0, 1, level}, {0, 2, won}, {1, 2, won}}, -1, true,
			func(e []float64) bool { return near(e[0], e[1], 1e-6) && e[2] < e[0]-200 }},
		{"a circle of won games", 3, []encounter{{0, 1, won}, {1, 2, won}, {0, 2, lost}}, -1, false,
			func(e []float64) bool { return near(e[0], 0, 1e-6) && near(e[1], 0, 1e-6) && near(e[2], 0, 1e-6) }},
		{"two that met nobody else", 5, []encounter{{0, 1, level}, {2, 3, level}, {3, 4, level}}, -1, false,
			func(e []float64) bool { return isNaN(e[0]) && isNaN(e[1]) && isFinite(e[2]+e[3]+e[4]) }},
		{"the anchor met nobody else", 5, []encounter{{0, 1, level}, {2, 3, level}, {3, 4, level}}, 1, false,
			func(e []float64) bool { return isFinite(e[0]+e[1]) && isNaN(e[2]) && isNaN(e[3]) && isNaN(e[4]) }},
		{"a long ladder", 12, ladder(12, pentanomial(0, 0, 0, 1, 99)), -1, false,
			func(e []float64) bool { return e[0]-e[11] > 11*800 && isFinite(e[0]) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := rate(test.n, test.encounters, test.anchor)
			if got.prior != test.prior || !test.check(got.elo) {
				t.Errorf("ratings %v, a drawn game added: %v", got.elo, got.prior)
			}
		})
	}
}

// ladder has each engine play the next one.
func ladder(n int, c Counts) []encounter {
	var encounters []encounter
	for i := range n - 1 {
		encounters = append(encounters, encounter{i, i + 1, c})
	}
	return encounters
}
