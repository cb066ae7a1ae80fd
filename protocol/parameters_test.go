package protocol

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ckengine/engine"
	"ckengine/search"
)

func TestDefaultsAreAllowed(t *testing.T) {
	for _, p := range Parameters() {
		settings := DefaultSettings()
		if err := p.Set(&settings, p.Default); err != nil {
			t.Error(err)
		}
		if settings != DefaultSettings() {
			t.Errorf("%s: setting the default changed %+v to %+v", p.Name, DefaultSettings(), settings)
		}
	}
}

// otherValue returns an allowed value that is not the default.
func otherValue(t *testing.T, p Parameter) (value string, found bool) {
	if p.Name == "weights" {
		return writeWeights(t, engine.Canadian), true
	}
	switch p.Kind {
	case Bool:
		return map[string]string{"true": "false", "false": "true"}[p.Default], true
	case Enum:
		return p.Values[len(p.Values)-1], true
	case Int, Real:
		// The machine may not have what a maximum asks for.
		for _, value := range []string{p.Bound(p.Min), p.Bound(p.Max)} {
			if value != p.Default {
				return value, true
			}
		}
		return "", false
	}
	return "other", true
}

func TestEachParameterHasItsOwnField(t *testing.T) {
	for _, p := range Parameters() {
		settings := DefaultSettings()
		value, found := otherValue(t, p)
		if !found {
			continue
		}
		if err := settings.Set(p.Name, value); err != nil {
			t.Error(err)
		}
		for _, q := range Parameters() {
			want := q.Default
			if q.Name == p.Name {
				want = value
			}
			if got := q.Get(settings); got != want {
				t.Errorf("%s=%s: %s is %s, want %s", p.Name, value, q.Name, got, want)
			}
		}
	}
}

func TestWrongValuesChangeNothing(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"variant", "chess", "canadian, international or brazilian"},
		{"variant", "", "canadian, international or brazilian"},
		{"draw-rule", "none", "international, quebec or repetition"},
		{"hash", "0", "an integer from 1 to 65536"},
		{"hash", "65537", "an integer from 1 to 65536"},
		{"hash", "1e3", "an integer"},
		{"hash", "64.5", "an integer"},
		{"hash", "99999999999999999999", "an integer"},
		{"hash", "", "an integer"},
		{"multi-pv", "-1", "an integer from 1 to"},
		{"ponder", "yes", "true or false"},
		{"move-overhead", "-1", "an integer from 0 to"},
		{"tempo", "1", "unknown; there are variant,"},
		{strings.Repeat("x", 1000), "1", "..."},
	}
	for _, test := range tests {
		settings := DefaultSettings()
		err := settings.Set(test.name, test.value)
		if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 200 {
			t.Errorf("%s=%s: error %v, want %s", test.name, test.value, err, test.want)
		}
		if settings != DefaultSettings() {
			t.Errorf("%s=%s was refused and changed the settings to %+v", test.name, test.value, settings)
		}
	}
}

func TestAnyTextIsSetOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(Parameters()).Draw(t, "parameter")
		value := rapid.OneOf(rapid.String(), rapid.StringMatching(`[+-]?\d{1,20}(\.\d+)?`)).Draw(t, "value")
		settings := DefaultSettings()
		if err := p.Set(&settings, value); err != nil {
			if settings != DefaultSettings() {
				t.Fatalf("refused with %v, and changed to %+v", err, settings)
			}
			return
		}
		again := DefaultSettings()
		if err := p.Set(&again, p.Get(settings)); err != nil || again != settings {
			t.Fatalf("%s does not come back: %v, %+v, want %+v", p.Get(settings), err, again, settings)
		}
	})
}

func TestVariantAndDrawRuleNames(t *testing.T) {
	settings := DefaultSettings()
	for _, v := range engine.Variants() {
		if err := settings.Set("variant", v.String()); err != nil || settings.Variant != v {
			t.Errorf("%s: %v, got %s", v, err, settings.Variant)
		}
	}
	for _, r := range engine.DrawRules() {
		if err := settings.Set("draw-rule", r.String()); err != nil || settings.DrawRule != r {
			t.Errorf("%s: %v, got %s", r, err, settings.DrawRule)
		}
	}
}

var update = flag.Bool("update", false, "write docs/parameters.md anew")

// parametersPage returns what docs/parameters.md has to be.
func parametersPage() string {
	var b strings.Builder
	b.WriteString(`# Parameters

A Hub program sets them with ` + "`set-param name=NAME value=VALUE`" + `, the command line with ` + "`--NAME VALUE`" + `.
This page is made from the declaration in protocol/parameters.go by ` + "`go test ./protocol -run Page -update`" + `.

| name | default | values | what it does |
|---|---|---|---|
`)
	for _, p := range Parameters() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, p.Default, p.Range(), p.Help)
	}
	return b.String()
}

func TestParametersPage(t *testing.T) {
	const path = "../docs/parameters.md"
	want := parametersPage()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/parameters.md is out of date, run this test with -update (-want +got):\n%s", diff)
	}
}

func TestNoTableBeyondTheMemory(t *testing.T) {
	there, known := memoryMiB()
	if !known || there >= maxHashMiB {
		t.Logf("memory %d MiB, known: %v: every size is allowed", there, known)
		return
	}
	settings := DefaultSettings()
	if err := settings.Set("hash", fmt.Sprint(there)); err != nil {
		t.Error(err)
	}
	settings = DefaultSettings()
	err := settings.Set("hash", fmt.Sprint(there+1))
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("the machine has %d MiB", there)) {
		t.Errorf("%d MiB of %d: %v", there+1, there, err)
	}
	if settings != DefaultSettings() {
		t.Errorf("a refused size changed the settings to %+v", settings)
	}
}

func TestTotalMemory(t *testing.T) {
	for _, c := range []struct {
		text string
		mib  int
		ok   bool
	}{
		{"MemTotal:        8060928 kB\nMemFree:          100000 kB\n", 7872, true},
		{"MemFree: 1 kB\nMemTotal: 2048 kB", 2, true},
		{"MemTotal: lots kB\n", 0, false},
		{"MemTotal:\n", 0, false},
		{"", 0, false},
	} {
		if mib, ok := totalMiB([]byte(c.text)); mib != c.mib || ok != c.ok {
			t.Errorf("%q: %d, %v, want %d, %v", c.text, mib, ok, c.mib, c.ok)
		}
	}
}

func TestNumbersInsideTheSearch(t *testing.T) {
	s := DefaultSettings()
	if err := s.Set("search.reduce-base", "7"); err != nil || s.Search.ReduceBase != 7 || s.Search.ProbCutDepth != search.DefaultParams().ProbCutDepth {
		t.Errorf("%v: %+v", err, s.Search)
	}
	before := s
	for _, wrong := range [][2]string{{"search.nonsense", "1"}, {"search.reduce-base", "many"}, {"search.reduce-base", "1000"}, {"search.", ""}} {
		if err := s.Set(wrong[0], wrong[1]); err == nil || s != before {
			t.Errorf("%s=%s: %v, %+v", wrong[0], wrong[1], err, s.Search)
		}
	}
}
