package spsa

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func testConfig(iterations int) Config {
	return Config{
		Params:     []Param{{"window", 40, 0, 500, 12}, {"moves", 16, 1, 20, 1.5}},
		Iterations: iterations, Rate: 0.1, Seed: 7, Conditions: []byte(`{"nodes":5000}`),
	}
}

// optimum is what the side has to hit that the fake referee finds strongest.
var optimum = []float64{130, 6}

// fakeReferee plays 8 games by lot: a side is 5 Elo weaker for the square of each step off the optimum.
func fakeReferee(_ context.Context, iteration int, upper, lower []int) (score Score, err error) {
	strength := func(side []int) (elo float64) {
		for i, p := range testConfig(1).Params {
			off := (float64(side[i]) - optimum[i]) / p.Step
			elo -= 5 * off * off
		}
		return elo
	}
	expected := 1 / (1 + math.Pow(10, (strength(lower)-strength(upper))/400))
	r := rand.New(rand.NewPCG(99, uint64(iteration)))
	for range 8 {
		switch x := r.Float64(); {
		case x < expected-0.1:
			score.Wins++
		case x < expected+0.1:
			score.Draws++
		default:
			score.Losses++
		}
	}
	return score, nil
}

func open(t *testing.T, path string, c Config) *Tuner {
	t.Helper()
	tuner, err := Open(path, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tuner.Close() })
	return tuner
}

func TestConverges(t *testing.T) {
	tuner := open(t, filepath.Join(t.TempDir(), "spsa.jsonl"), testConfig(3000))
	if err := tuner.Run(t.Context(), fakeReferee, func(Iteration) {}); err != nil {
		t.Fatal(err)
	}
	for i, p := range testConfig(1).Params {
		if v := tuner.Values()[i]; math.Abs(v-optimum[i]) > 1.5*p.Step {
			t.Errorf("%s went from %d to %.1f, want %v", p.Name, p.Start, v, optimum[i])
		}
	}
	if best := tuner.Best(); math.Abs(float64(best[1])-tuner.Values()[1]) > 0.5 {
		t.Errorf("best %v of %v", best, tuner.Values())
	}
}

// The numbers of a first and a last iteration, worked out by hand from Spall's formulas.
func TestFormulas(t *testing.T) {
	for _, c := range []struct {
		iteration, of int
		offset, shift float64 // in steps, for a rate of 0.1
	}{
		{1, 1, 1, 0.1},
		{10, 10, 1, 0.1},
		{1, 10, 1.26183, 0.1 * 2.79082 / 1.26183}, // 10^0.101; (11/2)^0.602
		{100, 1000, 1.26183, 0.1 * 2.79082 / 1.26183},
	} {
		config := testConfig(c.of)
		if got := config.offset(c.iteration); math.Abs(got-c.offset) > 1e-4 {
			t.Errorf("iteration %d of %d: offset %f, want %f", c.iteration, c.of, got, c.offset)
		}
		if got := config.shift(c.iteration); math.Abs(got-c.shift) > 1e-4 {
			t.Errorf("iteration %d of %d: shift %f, want %f", c.iteration, c.of, got, c.shift)
		}
	}
}

// Values move towards the side that wins, as far as the share of its wins says.
func TestValuesFollowTheWinner(t *testing.T) {
	for _, c := range []struct {
		score Score
		shift float64 // in steps towards the upper side
	}{
		{Score{Wins: 4}, 0.1}, {Score{Losses: 4}, -0.1}, {Score{Wins: 2, Draws: 1, Losses: 1}, 0.025}, {Score{Draws: 4}, 0}, {Score{}, 0},
	} {
		config := testConfig(1)
		tuner := open(t, filepath.Join(t.TempDir(), "spsa.jsonl"), config)
		var it Iteration
		err := tuner.Run(t.Context(), func(context.Context, int, []int, []int) (Score, error) { return c.score, nil }, func(i Iteration) { it = i })
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range config.Params {
			towards := 1.0
			if it.Upper[i] < it.Lower[i] {
				towards = -1
			}
			if want := float64(p.Start) + towards*p.Step*c.shift; math.Abs(it.Values[i]-want) > 1e-9 {
				t.Errorf("%+v: %s is %v, want %v", c.score, p.Name, it.Values[i], want)
			}
		}
	}
}

// Whatever the numbers, the two sides differ in every one of them and keep within the bounds.
func TestSidesDiffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Param{Name: "x", Min: rapid.IntRange(-1000, 1000).Draw(t, "min")}
		p.Max = p.Min + rapid.IntRange(1, 1000).Draw(t, "range")
		p.Start = rapid.IntRange(p.Min, p.Max).Draw(t, "start")
		p.Step = rapid.Float64Range(leastStep, float64(p.Max-p.Min)).Draw(t, "step")
		c := Config{Params: []Param{p}, Iterations: rapid.IntRange(1, 1000).Draw(t, "iterations"), Rate: 1, Seed: rapid.Uint64().Draw(t, "seed")}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		tuner := Tuner{config: c, values: []float64{rapid.Float64Range(float64(p.Min), float64(p.Max)).Draw(t, "value")}}
		it, _ := tuner.draw(rapid.IntRange(1, c.Iterations).Draw(t, "iteration"))
		a, b := it.Upper[0], it.Lower[0]
		if a == b || min(a, b) < p.Min || max(a, b) > p.Max {
			t.Errorf("%d against %d of %+v", a, b, p)
		}
	})
}

// A tuning that is interrupted all the time, now and then in the middle of a line, ends
// with the journal of one that is not, byte for byte.
func TestResumedEqualsUninterrupted(t *testing.T) {
	config := testConfig(60)
	whole := filepath.Join(t.TempDir(), "whole.jsonl")
	if err := open(t, whole, config).Run(t.Context(), fakeReferee, func(Iteration) {}); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}

	path := filepath.Join(t.TempDir(), "pieces.jsonl")
	stop := errors.New("stop")
	for round := 0; ; round++ {
		tuner := open(t, path, config)
		left := 5 + round%3
		err := tuner.Run(t.Context(), func(ctx context.Context, n int, upper, lower []int) (Score, error) {
			if left--; left < 0 {
				return Score{Wins: 8}, stop
			}
			return fakeReferee(ctx, n, upper, lower)
		}, func(Iteration) {})
		if err := tuner.Close(); err != nil {
			t.Fatal(err)
		}
		if err == nil {
			break
		}
		if !errors.Is(err, stop) || round > 60 {
			t.Fatal(round, err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, int64(len(text)-round%40)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
		t.Errorf("%v; in pieces:\n%s\nat one go:\n%s", err, got, want)
	}
}

func TestJournalsThatAreRefused(t *testing.T) {
	config := testConfig(3)
	good := filepath.Join(t.TempDir(), "good.jsonl")
	if err := open(t, good, config).Run(t.Context(), fakeReferee, func(Iteration) {}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(text)))
	other := testConfig(3)
	other.Conditions = []byte(`{"nodes":6000}`)
	for name, c := range map[string]struct {
		text   string
		config Config
		want   string
	}{
		"other conditions":      {string(text), other, "of another tuning"},
		"more iterations":       {string(text), testConfig(4), "of another tuning"},
		"a note":                {"buy milk", config, "no journal"},
		"a longer note":         {"buy milk\n", config, "of another tuning"},
		"an iteration missing":  {lines[0] + lines[2], config, "line 2: iteration 2 with 2 values: want iteration 1"},
		"an iteration twice":    {lines[0] + lines[1] + lines[1], config, "line 3: iteration 1"},
		"a value out of bounds": {lines[0] + `{"iteration":1,"values":[40,21]}` + "\n", config, "moves is 21: want 1 to 20"},
		"a value missing":       {lines[0] + `{"iteration":1,"values":[40]}` + "\n", config, "with 1 values"},
		"no JSON":               {lines[0] + "{\n", config, "line 2"},
	} {
		path := filepath.Join(t.TempDir(), "spsa.jsonl")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if tuner, err := Open(path, c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v %v, want %q", name, tuner, err, c.want)
		}
		if after, err := os.ReadFile(path); err != nil || string(after) != c.text {
			t.Errorf("%s: the file has been changed: %v, %q", name, err, after)
		}
	}
}

func TestConfigsThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"window=10,1,500,4":   "",
		"moves=-3,-5,20,1.5":  "",
		"":                    "want NAME=START,MIN,MAX,STEP",
		"window":              "want NAME=START,MIN,MAX,STEP",
		"=10,1,500,4":         "want NAME=START,MIN,MAX,STEP",
		"window=10,1,500":     "want NAME=START,MIN,MAX,STEP",
		"window=ten,1,500,4":  "all numbers",
		"window=1.5,1,500,4":  "all numbers",
		"window=0,1,500,4":    "start 0, from 1 to 500",
		"window=501,1,500,4":  "start 501, from 1 to 500",
		"window=5,5,5,1":      "from 5 to 5",
		"window=10,1,500,0.9": "step 0.9: want 1 at least",
		"window=10,1,500,NaN": "step NaN",
		"window=10,1,500,600": "step 600",
	} {
		_, err := ParseParam(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for want, change := range map[string]func(*Config){
		"nothing to tune": func(c *Config) { c.Params = nil },
		"given twice":     func(c *Config) { c.Params = append(c.Params, c.Params[0]) },
		"0 iterations":    func(c *Config) { c.Iterations = 0 },
		"rate 0":          func(c *Config) { c.Rate = 0 },
		"rate NaN":        func(c *Config) { c.Rate = math.NaN() },
		"rate +Inf":       func(c *Config) { c.Rate = math.Inf(1) },
	} {
		config := testConfig(3)
		change(&config)
		if _, err := Open(filepath.Join(t.TempDir(), "spsa.jsonl"), config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
