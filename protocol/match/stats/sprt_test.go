package stats

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Log-likelihood ratios that other programs published, rounded as they published them.
func TestPublishedLLR(t *testing.T) {
	const (
		fastchess426 = "fastchess pull request 426"
		fishtestPage = "https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712"
	)
	tests := []struct {
		source     string
		counts     Counts
		model      Model
		elo0, elo1 float64
		want       float64
		tolerance  float64
	}{
		{fastchess426, pentanomial(365, 16618, 36229, 16974, 390), Normalized, 0, 2, 2.25, 0.0051},
		{fastchess426, trinomial(36433, 36027, 68692), Normalized, 0, 2, 0.92, 0.0051},
		{fastchess426, pentanomial(127, 4883, 10712, 5150, 104), Normalized, -1.75, 0.25, 3.01, 0.0051},
		{fastchess426, trinomial(10871, 10650, 20431), Normalized, -1.75, 0.25, 2.30, 0.0051},
		{fastchess426, pentanomial(223, 9863, 21279, 10037, 246), Logistic, 0.5, 2.5, -3.07, 0.0051},
		{fastchess426, trinomial(21404, 21184, 40708), Logistic, 0.5, 2.5, -1.57, 0.0051},
		{fastchess426, pentanomial(871, 26175, 55983, 26678, 821), Logistic, 0, 2, -4.98, 0.0051},
		{fastchess426, trinomial(57433, 57030, 106593), Logistic, 0, 2, -2.59, 0.0051},
		{fastchess426, trinomial(68965, 68526, 128429), Bayesian, 0, 2, -1.26, 0.0051},
		{fastchess426, trinomial(21629, 21484, 41111), Bayesian, 0.5, 2.5, -1.13, 0.0051},
		// by an approximation then, hence the wider tolerance
		{"fastchess pull request 783", pentanomial(379, 10170, 21828, 10640, 343), Normalized, 0, 2, 2.94598, 0.001},
		{"fastchess pull request 882", pentanomial(77, 1, 0, 0, 0), Normalized, -1000, -500, -2.95, 0.0051},
		{"fastchess pull request 882", pentanomial(72, 10, 0, 0, 0), Normalized, -1000, -500, -2.97, 0.0051},
		{"fishtest issue 1737", pentanomial(93, 18711, 58877, 18739, 100), Normalized, -1.75, 0.25, 2.9420974720708513, 1e-7},
		{fishtestPage, pentanomial(13, 37, 50, 25, 3), Normalized, 0, 4, -0.54912, 5.1e-6},
		// the page rounds elo1 to 2.716
		{fishtestPage, pentanomial(13, 37, 50, 25, 3), Logistic, 0, 2.716, -0.53772, 1e-4},
		{"fishtest issue 612", trinomial(648, 608, 12530), Bayesian, 0, 5, 0.63, 0.0051},
		{"cutechess issue 543", trinomial(880, 759, 1863), Logistic, 0, 5, 2.95, 0.0051},
		{"cutechess issue 543", trinomial(880, 759, 1863), Bayesian, 0, 5, 2.27, 0.0051},
		{"elixir pull request 15", pentanomial(0, 1, 9, 36, 49), Normalized, 0, 10, 3.16, 0.0051},
		{"elixir pull request 89", pentanomial(1, 14, 25, 81, 85), Normalized, 0, 5, 3.10, 0.0051},
		{"cinder pull request 727", pentanomial(50, 287, 610, 387, 73), Normalized, 0, 5, 2.97, 0.0051},
		{"PlentyChess pull request 334", pentanomial(214, 8992, 19871, 9102, 235), Normalized, 0, 2.5, 0.16, 0.0051},
		{"PlentyChess pull request 334", pentanomial(5, 942, 2469, 1050, 5), Normalized, -3, 1, 2.90, 0.0051},
		// its text does not name the model, but only the logistic one gives the figure
		{"Lynx pull request 1899", pentanomial(235, 1384, 2521, 1341, 239), Logistic, -5, 0, 1.69, 0.0051},
	}
	for _, test := range tests {
		s := SPRT{Elo0: test.elo0, Elo1: test.elo1, Alpha: 0.05, Beta: 0.05, Model: test.model}
		if got := s.LLR(test.counts); !near(got, test.want, test.tolerance) {
			t.Errorf("%s: %v LLR of %+v is %.5f, want %.5f", test.source, s, test.counts, got, test.want)
		}
	}
}

func TestBounds(t *testing.T) {
	// fishtest issue 1737 prints the first with all digits; OpenBench shows -2.25 and 2.89 for 0.05 and 0.10
	for _, test := range []struct{ alpha, beta, lower, upper, tolerance float64 }{
		{0.05, 0.05, -2.9444389791664403, 2.9444389791664403, 1e-12},
		{0.05, 0.10, -2.25, 2.89, 0.0051},
	} {
		s := SPRT{Elo1: 5, Alpha: test.alpha, Beta: test.beta}
		lower, upper := s.Bounds()
		if !near(lower, test.lower, test.tolerance) || !near(upper, test.upper, test.tolerance) {
			t.Errorf("alpha %v, beta %v: bounds %v and %v, want %v and %v", test.alpha, test.beta, lower, upper, test.lower, test.upper)
		}
		for _, decision := range []struct {
			llr  float64
			want Decision
		}{{lower, AcceptH0}, {lower + 0.001, Continue}, {0, Continue}, {upper - 0.001, Continue}, {upper, AcceptH1}} {
			if got := s.Decide(decision.llr); got != decision.want {
				t.Errorf("alpha %v, beta %v: LLR %v: %v, want %v", test.alpha, test.beta, decision.llr, got, decision.want)
			}
		}
	}
}

func TestNoGamesAreNoEvidence(t *testing.T) {
	for _, model := range models() {
		if got := (SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}).LLR(Counts{}); got != 0 {
			t.Errorf("%v: LLR %v without games", model, got)
		}
	}
}

func drawSPRT(t *rapid.T) SPRT {
	elo0 := rapid.Float64Range(-1500, 1500).Draw(t, "elo0")
	return SPRT{
		Elo0:  elo0,
		Elo1:  elo0 + rapid.Float64Range(0.1, 500).Draw(t, "width"),
		Alpha: rapid.Float64Range(0.001, 0.49).Draw(t, "alpha"),
		Beta:  rapid.Float64Range(0.001, 0.49).Draw(t, "beta"),
		Model: rapid.SampledFrom(models()).Draw(t, "model"),
	}
}

func TestLLRIsFiniteAndTheSameFromBothSides(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, c := drawSPRT(t), drawCounts(t)
		if rapid.Bool().Draw(t, "single games") {
			c.Pairs = Pairs{}
		}
		reversed := s
		reversed.Elo0, reversed.Elo1 = -s.Elo1, -s.Elo0
		got, other := s.LLR(c), reversed.LLR(c.Reversed())
		if !isFinite(got) || !near(got, -other, 1e-5*max(1, math.Abs(got))) {
			t.Fatalf("LLR %v of one side, %v of the other", got, other)
		}
	})
}

func TestOneGainMoreRaisesTheLLR(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Counts{Pairs: drawPairs(t)}
		c.Pairs.DD += 20
		s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: Logistic}
		more := c
		more.Pairs.WW++
		less := c
		less.Pairs.LL++
		if !(s.LLR(less) < s.LLR(c) && s.LLR(c) < s.LLR(more)) {
			t.Fatalf("LLR %v, one lost pair more %v, one won pair more %v", s.LLR(c), s.LLR(less), s.LLR(more))
		}
	})
}

func TestParseSPRT(t *testing.T) {
	tests := []struct {
		text string
		want SPRT
	}{
		{"0,5,0.05,0.1,logistic", SPRT{0, 5, 0.05, 0.1, Logistic}},
		{"-1.75,0.25,0.01,0.05,bayesian", SPRT{-1.75, 0.25, 0.01, 0.05, Bayesian}},
		{"0,5,0.05,0.1", SPRT{0, 5, 0.05, 0.1, Normalized}},
		{"0,5", SPRT{0, 5, 0.05, 0.05, Normalized}},
		{"0,5,logistic", SPRT{0, 5, 0.05, 0.05, Logistic}},
		{" -5 , 0 ", SPRT{-5, 0, 0.05, 0.05, Normalized}},
		{"0 5 0.1 0.2 normalized", SPRT{0, 5, 0.1, 0.2, Normalized}},
		{"elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic", SPRT{0, 5, 0.05, 0.1, Logistic}},
		{"elo0=0 elo1=5 model=normalized", SPRT{0, 5, 0.05, 0.05, Normalized}},
		{"model=bayesian,elo1=3,elo0=-3", SPRT{-3, 3, 0.05, 0.05, Bayesian}},
		{"0,5,beta=0.2", SPRT{0, 5, 0.05, 0.2, Normalized}},
	}
	for _, test := range tests {
		got, err := ParseSPRT(test.text)
		if err != nil || got != test.want {
			t.Errorf("ParseSPRT(%q) = %+v, %v, want %+v", test.text, got, err, test.want)
		}
	}
}

func TestParseSPRTRefuses(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `sprt "": there is an empty part: want elo0,elo1,alpha,beta,model`},
		{"0", `sprt "0": elo1 is missing: want elo0,elo1,alpha,beta,model`},
		{"elo1=5", `sprt "elo1=5": elo0 is missing: want elo0,elo1,alpha,beta,model`},
		{"5,0", `sprt "5,0": elo0 is 5, elo1 is 0: elo0 must be less than elo1`},
		{"2,2", `sprt "2,2": elo0 is 2, elo1 is 2: elo0 must be less than elo1`},
		{"0,5,,0.1", `sprt "0,5,,0.1": there is an empty part: want elo0,elo1,alpha,beta,model`},
		{"0,5,0,0.05", `sprt "0,5,0,0.05": alpha is 0: want a probability between 0 and 0.5`},
		{"0,5,0.05,0.5", `sprt "0,5,0.05,0.5": beta is 0.5: want a probability between 0 and 0.5`},
		{"0,5,5,5", `sprt "0,5,5,5": alpha is 5: want a probability between 0 and 0.5`},
		{"0,5,NaN", `sprt "0,5,NaN": alpha is NaN: want a probability between 0 and 0.5`},
		{"NaN,5", `sprt "NaN,5": elo0 is NaN: want a number from -4000 to 4000`},
		{"0,inf", `sprt "0,inf": elo1 is +Inf: want a number from -4000 to 4000`},
		{"0,1e300", `sprt "0,1e300": elo1 is 1e+300: want a number from -4000 to 4000`},
		{"0,1e999", `sprt "0,1e999": elo1: "1e999" is not a number`},
		{"0,five", `sprt "0,five": elo1: "five" is not a number`},
		{"0,5,0.05,0.05,trinomial", `sprt "0,5,0.05,0.05,trinomial": model: model "trinomial": want normalized, logistic or bayesian`},
		{"0,5,model=", `sprt "0,5,model=": model: model "": want normalized, logistic or bayesian`},
		{"0,5,gamma=1", `sprt "0,5,gamma=1": "gamma" is unknown: want elo0, elo1, alpha, beta or model`},
		{"0,5,=1", `sprt "0,5,=1": "" is unknown: want elo0, elo1, alpha, beta or model`},
		{"0,5,elo0=1", `sprt "0,5,elo0=1": elo0 is given twice`},
		{"0,5,logistic,logistic", `sprt "0,5,logistic,logistic": model is given twice`},
		{"0,5,0.05,0.05,normalized,6", `sprt "0,5,0.05,0.05,normalized,6": "6" is one part too many: want elo0,elo1,alpha,beta,model`},
	}
	for _, test := range tests {
		if got, err := ParseSPRT(test.text); err == nil || err.Error() != test.want {
			t.Errorf("ParseSPRT(%q) = %+v, %v, want %s", test.text, got, err, test.want)
		}
	}
}

func TestSPRTTextRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawSPRT(t)
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got SPRT
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Fatalf("%q is read as %+v, %v", text, got, err)
		}
	})
}

func FuzzParseSPRT(f *testing.F) {
	for _, text := range []string{"0,5,0.05,0.05,normalized", "elo0=0 elo1=5", "0,,5", "a=b=c", "0x1p-2,1_0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSPRT(text)
		if err != nil {
			return
		}
		if again, err := ParseSPRT(s.String()); err != nil || again != s {
			t.Errorf("%q gives %+v, and its text %+v, %v", text, s, again, err)
		}
		if llr := s.LLR(pentanomial(3, 5, 9, 6, 4)); !isFinite(llr) {
			t.Errorf("%q: LLR %v", text, llr)
		}
	})
}
