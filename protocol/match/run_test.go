package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"ckengine/engine"
	"ckengine/protocol/hub"
	"ckengine/protocol/match/stats"
)

// quickConfig is a match of in-process engines of different strength.
func quickConfig(pairs int) Config {
	c := testConfig(self("A", 60), self("B", 20))
	c.Pairs, c.MaxPlies = pairs, 30
	return c
}

// gamesOf returns what a journal tells of its games, by number, without the times.
func gamesOf(t *testing.T, paths ...string) []Record {
	t.Helper()
	var all []Record
	for _, path := range paths {
		j, records, err := readAll(path)
		if err != nil || j.Damage != nil {
			t.Fatal(err, j.Damage)
		}
		all = append(all, records...)
	}
	for i := range all {
		r := &all[i]
		r.Started, r.Ended, r.Times, r.offset, r.length = time.Time{}, time.Time{}, nil, 0, 0
	}
	slices.SortFunc(all, func(a, b Record) int { return cmp.Compare(a.Number, b.Number) })
	return all
}

func diffRecords(want, got []Record) string {
	return gocmp.Diff(want, got, gocmp.AllowUnexported(Record{}))
}

func TestSameSeedSameGames(t *testing.T) {
	var journals []string
	for _, concurrency := range []int{1, 3} {
		o := testOptions(t, quickConfig(6))
		o.Concurrency, o.Force = concurrency, true
		outcome, w := runMatch(t, o)
		if outcome.Ending != Completed || len(outcome.Warnings) > 0 || len(w.records) != 12 {
			t.Fatalf("ending %d, %d games, %q", outcome.Ending, len(w.records), outcome.Warnings)
		}
		journals = append(journals, o.Journal)
	}
	if diff := diffRecords(gamesOf(t, journals[0]), gamesOf(t, journals[1])); diff != "" {
		t.Errorf("one game at a time against three (-one +three):\n%s", diff)
	}
	c := quickConfig(6)
	c.Seed++
	o := testOptions(t, c)
	runMatch(t, o)
	if diffRecords(gamesOf(t, journals[0]), gamesOf(t, o.Journal)) == "" {
		t.Error("another seed gives the same games")
	}
}

// Every game in a journal follows the rules to the end that it claims.
func TestJournalledGamesAreLegalAndPaired(t *testing.T) {
	c := quickConfig(5)
	c.MaxPlies = 0
	c.Engines[1] = program("B", "well")
	o := testOptions(t, c)
	runMatch(t, o)
	games := gamesOf(t, o.Journal)
	for i, r := range games {
		g, err := r.Game(c.Variant, c.DrawRule)
		if err != nil {
			t.Fatal(err)
		}
		if outcome := g.Outcome(); outcome.Result.String() != r.Result || outcome.Reason != r.Reason || r.End.IsAbnormal() {
			t.Errorf("game %d is %s by %s: %s; the rules say %s: %s", r.Number, r.Result, r.End, r.Reason, outcome.Result, outcome.Reason)
		}
		if other := games[i^1]; r.FEN != other.FEN || r.White != other.Black || r.Pair != other.Pair {
			t.Errorf("games %d and %d are no pair", r.Number, other.Number)
		}
	}
}

// A match that is told to finish ends with its running games and goes on later as if
// nothing had been.
func TestFinishAndResume(t *testing.T) {
	whole := testOptions(t, quickConfig(8))
	runMatch(t, whole)

	o := testOptions(t, quickConfig(8))
	for round := 0; ; round++ {
		m, err := Prepare(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		finish := make(chan struct{})
		stopper := &stopAfter{games: 3, stop: func() { close(finish) }}
		outcome, err := m.Run(t.Context(), finish, stopper)
		if err := errors.Join(err, m.Close()); err != nil {
			t.Fatal(err)
		}
		if outcome.Dropped > 0 {
			t.Errorf("%d games were dropped", outcome.Dropped)
		}
		if outcome.Ending == Completed {
			if round < 2 {
				t.Errorf("only %d interruptions", round)
			}
			break
		}
		if outcome.Ending != Interrupted {
			t.Fatalf("ending %d", outcome.Ending)
		}
		o.Resume, o.Config = true, Config{}
	}
	if diff := diffRecords(gamesOf(t, whole.Journal), gamesOf(t, o.Journal)); diff != "" {
		t.Errorf("at one go against in pieces (-one +pieces):\n%s", diff)
	}
}

// stopAfter stops a match when it has seen some games.
type stopAfter struct {
	watcher
	games int
	stop  func()
}

func (s *stopAfter) GameOver(r *Record, report *stats.Report, done, planned int) {
	s.watcher.GameOver(r, report, done, planned)
	if len(s.records) == s.games {
		s.stop()
	}
}

func TestDropEndsAtOnce(t *testing.T) {
	c := testConfig(self("A", 60), program("B", "answers when stopped"))
	c.Pairs = 5
	c.Engines[1].Limits.MoveTime = Duration(time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	o := testOptions(t, c)
	o.Driver.Transcript = func(_ hub.Direction, _ time.Time, line string) {
		if line == "go think" {
			cancel()
		}
	}
	m, err := Prepare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := m.Run(ctx, nil, &watcher{})
	if err := errors.Join(err, m.Close()); err != nil {
		t.Fatal(err)
	}
	if outcome.Ending != Interrupted || outcome.Dropped != 1 || len(gamesOf(t, o.Journal)) != 0 {
		t.Errorf("ending %d, %d games dropped", outcome.Ending, outcome.Dropped)
	}
}

func TestSPRTEndsTheMatch(t *testing.T) {
	c := testConfig(self("Strong", 400), self("Weak", 1))
	c.Pairs, c.MaxPlies = 400, 0
	c.SPRT = &stats.SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05}
	o := testOptions(t, c)
	o.Concurrency, o.Force = 2, true
	outcome, w := runMatch(t, o)
	if outcome.Ending != Decided || outcome.Decision != stats.AcceptH1 || len(w.records) == 800 {
		t.Errorf("ending %d, decision %s after %d games", outcome.Ending, outcome.Decision, len(w.records))
	}
	s, err := ReadSummary([]string{o.Journal})
	if err != nil {
		t.Fatal(err)
	}
	if decision, _ := s.Report.Decision(); decision != stats.AcceptH1 || s.Games != len(w.records) {
		t.Errorf("the journal says %s after %d games", decision, s.Games)
	}
	o.Resume = true
	if outcome, w := runMatch(t, o); outcome.Ending != Decided || len(w.records) != 0 {
		t.Errorf("resumed after the decision: ending %d, %d games more", outcome.Ending, len(w.records))
	}
}

func TestResumeRefusesAnotherMatch(t *testing.T) {
	o := testOptions(t, quickConfig(1))
	runMatch(t, o)
	o.Resume = true
	o.Config = quickConfig(1)
	o.Config.Margin++
	if _, err := Prepare(t.Context(), o); err == nil || !strings.Contains(err.Error(), "margin was") {
		t.Errorf("another margin: error %v", err)
	}
	o.Config = quickConfig(1)
	o.Config.Resign = &ResignRule{Moves: 1, Score: 1}
	if _, err := Prepare(t.Context(), o); err == nil || !strings.Contains(err.Error(), "resign") {
		t.Errorf("with a rule to resign: error %v", err)
	}
	o.Config = quickConfig(1)
	if outcome, w := runMatch(t, o); outcome.Ending != Completed || len(w.records) != 0 {
		t.Errorf("the same match: ending %d, %d games", outcome.Ending, len(w.records))
	}
}

// One process at a time writes to a journal.
func TestJournalIsLocked(t *testing.T) {
	o := testOptions(t, quickConfig(1))
	m, err := Prepare(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	o.Resume = true
	if _, err := Prepare(t.Context(), o); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("error %v", err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestShardsMakeUpTheWhole(t *testing.T) {
	c := testConfig(self("A", 60), self("B", 20), self("C", 30))
	c.Pairs, c.MaxPlies = 4, 20
	whole := testOptions(t, c)
	runMatch(t, whole)
	var parts []string
	for i := range 3 {
		c.Shard = Shard{i + 1, 3}
		o := testOptions(t, c)
		runMatch(t, o)
		parts = append(parts, o.Journal)
	}
	if diff := diffRecords(gamesOf(t, whole.Journal), gamesOf(t, parts...)); diff != "" {
		t.Errorf("whole against three shards (-whole +shards):\n%s", diff)
	}
	one, err := ReadSummary([]string{whole.Journal})
	if err != nil {
		t.Fatal(err)
	}
	three, err := ReadSummary(parts)
	if err != nil {
		t.Fatal(err)
	}
	if one.Games != 24 || three.Games != 24 || three.Planned != 24 {
		t.Errorf("%d and %d games, %d planned", one.Games, three.Games, three.Planned)
	}
	for _, pairing := range [][2]string{{"A", "B"}, {"A", "C"}, {"B", "C"}} {
		if a, b := one.Report.Counts(pairing[0], pairing[1]), three.Report.Counts(pairing[0], pairing[1]); a != b {
			t.Errorf("%s: %+v against %+v", pairing, a, b)
		}
	}
	if _, err := ReadSummary([]string{parts[0], parts[0]}); err == nil || !strings.Contains(err.Error(), "given twice") {
		t.Errorf("a shard counts twice: %v", err)
	}
	other := testOptions(t, quickConfig(1))
	runMatch(t, other)
	if _, err := ReadSummary([]string{parts[0], other.Journal}); err == nil || !strings.Contains(err.Error(), "not of the same match") {
		t.Errorf("two matches merged: %v", err)
	}
}

func TestHalfPairsAreMarked(t *testing.T) {
	s, err := ReadSummary([]string{writeJournal(t, 3)})
	if err != nil {
		t.Fatal(err)
	}
	counts := s.Report.Counts("A", "B")
	if s.HalfPairs != 1 || counts.Pairs.Count() != 1 || counts.Unpaired.Games() != 1 {
		t.Errorf("%d half pairs, %+v", s.HalfPairs, counts)
	}
	for _, text := range []string{s.Text(), s.Markdown()} {
		if !strings.Contains(text, "3 of 10 planned games") || !strings.Contains(text, "1 pair") {
			t.Errorf("the report does not tell of the half pair:\n%s", text)
		}
	}
}

// journalVariable makes the test binary play a match into the journal that its value
// names, and killVariable has it kill itself some microseconds after its third game, or
// when it has no game left.
const (
	journalVariable = "MATCH_TEST_JOURNAL"
	killVariable    = "MATCH_TEST_KILL"
)

func killedConfig() Config {
	c := quickConfig(30)
	c.Engines[1] = program("B", "well")
	c.Engines[1].Limits = Limits{Nodes: 1}
	return c
}

// playIntoJournal is the process that TestKillAndResume kills.
func playIntoJournal(path string) {
	microseconds, noKill := strconv.Atoi(os.Getenv(killVariable))
	kill := func() {
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
	}
	observer := &stopAfter{games: 3, stop: func() {
		if noKill == nil {
			time.AfterFunc(time.Duration(microseconds)*time.Microsecond, kill)
		}
	}}
	m, err := Prepare(context.Background(), Options{
		Config: killedConfig(), Journal: path, Resume: true, Concurrency: 2, Force: true, Program: Identity{Name: "test"}, Driver: patientDriver(),
	})
	if err == nil {
		_, err = m.Run(context.Background(), nil, observer)
	}
	if err == nil && noKill == nil {
		kill()
	}
	if err == nil {
		err = m.Close()
	}
	if err != nil {
		_, _ = os.Stderr.WriteString(err.Error())
		os.Exit(1)
	}
}

// A match that is killed ten times ends, resumed each time, with the games of one that
// is not, each once.
func TestKillAndResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "killed.jsonl")
	const kills = 10
	for round := range kills + 1 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), journalVariable+"="+path)
		if round < kills {
			cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d", killVariable, round*300))
		}
		text, err := cmd.CombinedOutput()
		if (err == nil) != (round == kills) || len(text) > 0 {
			t.Fatalf("round %d: %v: %s", round, err, text)
		}
	}
	whole := testOptions(t, killedConfig())
	runMatch(t, whole)
	if diff := diffRecords(gamesOf(t, whole.Journal), gamesOf(t, path)); diff != "" {
		t.Errorf("never killed against killed (-never +killed):\n%s", diff)
	}
}

func TestPDNOfAMatch(t *testing.T) {
	o := testOptions(t, quickConfig(3))
	runMatch(t, o)
	var text strings.Builder
	if err := WritePDN(&text, []string{o.Journal}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "games.pdn")
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	checkPDNAgainst(t, text.String(), gamesOf(t, o.Journal))
	// Games can serve as openings, as long as they are not over.
	openings, err := LoadOpenings(OpeningConfig{Source: path, Plies: 4}, engine.Canadian)
	if err != nil || len(openings) != 6 {
		t.Fatalf("%d openings, %v", len(openings), err)
	}
	for i, r := range gamesOf(t, o.Journal) {
		g, err := r.Game(engine.Canadian, engine.InternationalDraws)
		if err != nil {
			t.Fatal(err)
		}
		if openings[i] != g.PositionAt(4) {
			t.Errorf("opening %d is %s, want %s", i, openings[i].FEN(), g.PositionAt(4).FEN())
		}
	}
}
