package match

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ckengine/protocol/match/stats"
)

// watcher notes what a match tells its observer.
type watcher struct {
	records  []Record
	warnings []string
}

func (w *watcher) GameOver(r *Record, _ *stats.Report, _, _ int) { w.records = append(w.records, *r) }
func (w *watcher) Warning(text string)                           { w.warnings = append(w.warnings, text) }

// run plays a match and returns its outcome.
func runMatch(t *testing.T, o Options) (Outcome, *watcher) {
	t.Helper()
	m, err := Prepare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	w := &watcher{}
	outcome, err := m.Run(t.Context(), nil, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return outcome, w
}

// Each row is an engine that does one thing wrong. It loses its games by that, or the
// match goes on with a warning; in no case does it hang or end the program.
func TestBadEnginesAreReportedAsWhatTheyAre(t *testing.T) {
	tests := []struct {
		behaviour string
		end       End    // of its games
		warning   string // what a warning has to say
	}{
		{"crashes", EndCrash, "assertion failed: search.c:12"},
		{"stalls", EndStall, "no done within"},
		{"closes its output", EndDisconnect, "closed its output"},
		{"floods", EndBadProtocol, "floods its output"},
		{"answers like version 1", EndBadProtocol, "done 31-26"},
		{"answers with an open quote", EndBadProtocol, "done move="},
		{"answers without a move", EndNoMove, "gave no move"},
		{"plays an illegal move", EndIllegalMove, "67-61"},
		{"answers when stopped", EndTimeLoss, "loses on time"},
		{"thinks too long", EndTimeLoss, "loses on time"},
		{"dies between games", EndAdjudicated, "failed between games and is started again"},
		{"answers late", EndAdjudicated, "without a go"},
		{"sends bad lines", EndAdjudicated, "out of memory"},
		{"scores without a value", EndAdjudicated, "score"},
		{"ignores quit", EndAdjudicated, "ignored quit"},
		{"writes long lines", EndAdjudicated, ""},
		{"writes to standard error", EndAdjudicated, ""},
		{"leaves captures open", EndAdjudicated, ""},
		{"well", EndAdjudicated, ""},
	}
	for _, test := range tests {
		t.Run(test.behaviour, func(t *testing.T) {
			t.Parallel()
			bad := program("Bad", test.behaviour)
			if test.end == EndTimeLoss || test.end == EndStall {
				bad.Limits.MoveTime = Duration(100 * time.Millisecond)
			}
			c := testConfig(self("Good", 50), bad)
			c.OnFailure = RestartOnFailure
			o := testOptions(t, c)
			o.LogDir = filepath.Join(t.TempDir(), "logs")
			timeouts := &o.Driver.Timeouts
			switch test.behaviour {
			case "stalls":
				timeouts.Stop = soon
			case "ignores quit":
				timeouts.Quit = soon
			case "closes its output":
				timeouts.Exit = soon
			case "floods":
				o.Driver.MaxFlood = 1 << 20
			}
			outcome, w := runMatch(t, o)
			if outcome.Ending != Completed || len(w.records) != 2 {
				t.Fatalf("ending %d after %d games: %v", outcome.Ending, len(w.records), outcome.Failure)
			}
			for _, r := range w.records {
				if r.End != test.end {
					t.Errorf("game %d ended by %s: %s", r.Number, r.End, r.Reason)
				}
				if test.end.IsAbnormal() {
					want := map[bool]string{true: "2-0", false: "0-2"}[r.Black == "Bad"]
					if r.Blame != "Bad" || r.Result != want {
						t.Errorf("game %d: %s, %q to blame, want %s", r.Number, r.Result, r.Blame, want)
					}
				} else if r.Blame != "" {
					t.Errorf("game %d: %q is to blame for an end by %s", r.Number, r.Blame, r.End)
				}
			}
			all := strings.Join(outcome.Warnings, "\n")
			if !strings.Contains(all, test.warning) || test.warning == "" && all != "" {
				t.Errorf("warnings %q, want one with %q", all, test.warning)
			}
			logs, _ := filepath.Glob(filepath.Join(o.LogDir, "game-*.log"))
			if (len(logs) == 2) != test.end.IsAbnormal() {
				t.Errorf("logs %v after an end by %s", logs, test.end)
			}
			for _, path := range logs {
				if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "> go think") {
					t.Errorf("%s: %v, %q", path, err, text)
				}
			}
		})
	}
}

// An engine that breaks ends the match if that is the policy; its game is lost and in
// the journal.
func TestPolicyStop(t *testing.T) {
	c := testConfig(self("Good", 50), program("Bad", "crashes"))
	c.Pairs = 5
	o := testOptions(t, c)
	outcome, w := runMatch(t, o)
	if outcome.Ending != Broken || outcome.Failure == nil || !strings.Contains(outcome.Failure.Error(), "game 1: engine Bad: crash") {
		t.Errorf("ending %d: %v", outcome.Ending, outcome.Failure)
	}
	if len(w.records) != 1 || w.records[0].End != EndCrash || w.records[0].Blame != "Bad" {
		t.Errorf("records %+v", w.records)
	}
}

// What the preflight finds wrong ends the match before its first game and before there
// is a journal.
func TestPreflightRefuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.fen")
	if err := os.WriteFile(empty, []byte("# nothing\n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	over := filepath.Join(t.TempDir(), "over.fen")
	if err := os.WriteFile(over, []byte("W:W32:B26\nW:W:B26\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	option := func(c EngineConfig, name, value string) EngineConfig {
		c.Options = map[string]string{name: value}
		return c
	}
	with := func(change func(*Options)) Options {
		o := testOptions(t, testConfig(self("A", 50), self("B", 50)))
		change(&o)
		return o
	}
	engines := func(list ...EngineConfig) Options {
		return with(func(o *Options) { o.Config.Engines = list })
	}
	openings := func(source string) Options {
		return with(func(o *Options) { o.Config.Openings.Source = source })
	}
	missing := program("Missing", "well")
	missing.Command = "./no-such-engine"
	unlimited := program("Unlimited", "well")
	unlimited.Limits = Limits{}
	tests := []struct {
		name    string
		options Options
		want    string
	}{
		{"no engine", engines(), "two engines"},
		{"one engine", engines(self("A", 50)), "two engines"},
		{"not found", engines(self("A", 50), missing), "not found"},
		{"exits at start", engines(self("A", 50), program("B", "exits at start")), "weights.bin: no such file"},
		{"never answers hub", engines(self("A", 50), program("B", "mute")), "no wait within"},
		{"never ready", engines(self("A", 50), program("B", "never ready")), "no ready within"},
		{"unknown option", engines(self("A", 50), option(program("B", "well"), "sharpness", "3")), `parameter "sharpness": unknown to the engine, which has variant, level`},
		{"bad value", engines(self("A", 50), option(program("B", "well"), "level", "10")), "an integer from 1 up to 9"},
		{"unknown option of ours", engines(self("A", 50), option(self("B", 50), "sharpness", "3")), "unknown"},
		{"bad value of ours", engines(self("A", 50), option(self("B", 50), "hash", "0")), "hash"},
		{"option that is the match's", engines(self("A", 50), option(self("B", 50), "variant", "brazilian")), "match's to set"},
		{"no limit", engines(self("A", 50), unlimited), "has no limit"},
		{"the same name twice", engines(self("A", 50), self("A", 60)), "same name"},
		{"no openings", openings(empty), "no opening in it"},
		{"an opening that is over", openings(over), "line 2"},
		{"openings of nowhere", openings(filepath.Join(t.TempDir(), "none.fen")), "no such file"},
		{"no pairs", with(func(o *Options) { o.Config.Pairs = 0 }), "game pairs"},
		{"an empty shard", with(func(o *Options) { o.Config.Shard = Shard{2, 2} }), "is empty"},
		{"SPRT of three", with(func(o *Options) {
			o.Config.Engines = append(o.Config.Engines, self("C", 50))
			o.Config.SPRT = &stats.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}
		}), "two engines"},
		{"SPRT in a shard", with(func(o *Options) {
			o.Config.Pairs, o.Config.Shard = 2, Shard{2, 2}
			o.Config.SPRT = &stats.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}
		}), "shard"},
		{"too many games at a time", with(func(o *Options) { o.Concurrency = 10_000 }), "--force"},
		{"nowhere to write", with(func(o *Options) { o.Journal = filepath.Join(t.TempDir(), "none", "match.jsonl") }), "no such file"},
		{"a directory", with(func(o *Options) { o.Journal = t.TempDir() }), "directory"},
		{"nothing to resume", with(func(o *Options) { o.Resume, o.Config.Engines = true, nil }), "no such journal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			switch test.name {
			case "never answers hub":
				test.options.Driver.Timeouts.Start = soon
			case "never ready":
				test.options.Driver.Timeouts.Init = soon
			}
			m, err := Prepare(t.Context(), test.options)
			if err == nil {
				_ = m.Close()
				t.Fatal("the match could begin")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v: want %q in it", err, test.want)
			}
			if _, err := os.Stat(test.options.Journal); err == nil && test.name != "a directory" {
				t.Error("there is a journal of a match that cannot be played")
			}
		})
	}
}

// Engines without a name get different ones.
func TestNameEngines(t *testing.T) {
	config := func(name string) EngineConfig { return EngineConfig{Name: name, Command: "./e"} }
	got := nameEngines(
		[]EngineConfig{config(""), config(""), config("X-2"), config(""), config("")},
		[]EngineFacts{{Identity: Identity{Name: "X"}}, {Identity: Identity{Name: "X"}}, {}, {}, {}})
	var names []string
	for _, c := range got {
		names = append(names, c.Name)
	}
	if want := []string{"X", "X-3", "X-2", "./e", "./e-2"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
}
