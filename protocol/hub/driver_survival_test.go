package hub

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestClose(t *testing.T) {
	tests := []struct {
		behaviour string
		shorten   func(*Timeouts)
		kind      FailureKind // 0 is none
		message   string
	}{
		{"is good", nil, 0, ""},
		{"searches till stopped", nil, 0, ""},
		{"ignores quit", func(o *Timeouts) { o.Quit = soon }, IgnoredQuit, "still there"},
		{"ignores quit and termination", func(o *Timeouts) { o.Quit = soon; o.Terminate = soon }, IgnoredQuit, "still there"},
		{"ends when asked by the system", func(o *Timeouts) { o.Quit = soon }, IgnoredQuit, "saved the hash table"},
		{"exits badly", nil, BadExit, "exit status 7"},
	}
	for _, test := range tests {
		t.Run(test.behaviour, func(t *testing.T) {
			options := engineOptions(t, test.behaviour)
			if test.shorten != nil {
				test.shorten(&options.Timeouts)
			}
			d, err := start(t, options)
			if err != nil {
				t.Fatal(err)
			}
			search, err := d.Search(Request{Mode: Ponder})
			if err != nil {
				t.Fatal(err)
			}
			err = d.Close()
			checkGone(t, d.PID())
			switch {
			case test.kind == 0 && err != nil:
				t.Errorf("Close: %v", err)
			case test.kind != 0:
				if failure := wantKind(t, err, test.kind); !strings.Contains(failure.Error(), test.message) {
					t.Errorf("Close: %v, want it to say %s", err, test.message)
				}
			}
			if again := d.Close(); again != err {
				t.Errorf("second Close: %v, want %v", again, err)
			}
			if _, err := search.Wait(t.Context()); err != ErrClosed {
				t.Errorf("the search that was open: %v, want ErrClosed", err)
			}
		})
	}
}

func TestCloseAfterTheEngineLeft(t *testing.T) {
	d := startEngine(t, "exits at ping")
	_ = d.send("ping") // not Ping, which would report the exit
	<-d.process.exited
	if err := d.Close(); err != nil {
		wantKind(t, err, BadExit)
	} else if _, failed := errors.AsType[*EngineError](d.Err()); !failed {
		t.Error("an exit with status 5 is reported neither by Close nor by Err")
	}
}

func TestChildrenEndWithTheEngine(t *testing.T) {
	d := startEngine(t, "leaves a child")
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	checkGone(t, d.PID())
}

func TestCloseInSpiteOfARunaway(t *testing.T) {
	options := engineOptions(t, "leaves a runaway")
	options.Timeouts.Exit = soon
	d, err := start(t, options)
	if err != nil {
		t.Fatal(err)
	}
	killChildLater(t, d)
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	<-d.process.stderrDone
}

func TestMalformedAnswerEndsOneSearchOnly(t *testing.T) {
	for _, behaviour := range []string{"answers like version 1", "answers with an open quote", "answers in a line too long"} {
		t.Run(behaviour, func(t *testing.T) {
			options := engineOptions(t, behaviour)
			options.MaxLine = 1 << 16
			d, err := start(t, options)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				result, err := think(t, d)
				if failure := wantKind(t, err, MalformedAnswer); !strings.Contains(failure.Error(), "done") {
					t.Errorf("%v: want it to show the line", err)
				}
				if result.Move != "" || result.Ended.IsZero() {
					t.Errorf("result %+v, want a time and no move", result)
				}
			}
			if err := d.NewGame(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestLongLines(t *testing.T) {
	options := engineOptions(t, "writes long lines")
	options.MaxLine = 1 << 20
	d, err := start(t, options)
	if err != nil {
		t.Fatal(err)
	}
	result := mustThink(t, d)
	if result.Move != "31-26" || result.Info.Depth != 2 || len(result.Info.PV) != 1<<19/6 {
		t.Errorf("move %s, depth %d, PV of %d moves, want the line of half a megabyte to count and that of two not to",
			result.Move, result.Info.Depth, len(result.Info.PV))
	}
	if problems := d.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Text, "longer than") || len(problems[0].Text) > 300 {
		t.Errorf("problems %v, want one about the long line", problems)
	}
	for _, entry := range d.Dialogue() {
		if len(entry.Line) > 2*keptLine {
			t.Errorf("%d bytes of a line are kept", len(entry.Line))
		}
	}
}

func TestMuchOutput(t *testing.T) {
	d := startEngine(t, "writes much")
	for range 2 {
		result := mustThink(t, d)
		if result.Infos != 20_001 || result.Info.Depth != 19_999 {
			t.Errorf("%d info lines, the last of depth %d", result.Infos, result.Info.Depth)
		}
	}
	sent := 0
	for _, entry := range d.Dialogue() {
		if entry.Direction == ToEngine {
			sent++
		}
	}
	if entries := len(d.Dialogue()); sent != 7 || entries != sent+keptReceived {
		t.Errorf("%d lines of the dialogue kept, %d of them sent, want all 7 sent lines and %d others", entries, sent, keptReceived)
	}
}

func TestStderrIsKeptApart(t *testing.T) {
	d := startEngine(t, "is chatty")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if stderr := d.Stderr(); !strings.HasSuffix(stderr, "\nlast words\n") || len(stderr) != keptStderr {
		t.Errorf("%d bytes of standard error kept, ending in %q", len(stderr), stderr[max(0, len(stderr)-30):])
	}
	if problems := d.Problems(); len(problems) != 2 { // the param without a name, the param declared twice
		t.Errorf("problems %v, want 2", problems)
	}
	if p := d.Params(); len(p) != 2 || p[0].Value != "1" || p[0].Max != "8" {
		t.Errorf("params %+v, want the later declaration of threads", p)
	}
}

func TestBadInfo(t *testing.T) {
	d := startEngine(t, "sends bad info")
	result := mustThink(t, d)
	want := Info{HasScore: true, Score: 40, Nodes: 100, Time: time.Millisecond, PV: []string{"32-27"}}
	if diff := cmp.Diff(want, result.Info); diff != "" {
		t.Errorf("info (-want +got):\n%s", diff)
	}
	if problems := d.Problems(); len(problems) != 4 {
		t.Errorf("problems %v, want one each for: score without value, open quote, '=' as a name, depth=x", problems)
	}
}

func TestErrorsOfTheEngine(t *testing.T) {
	d := startEngine(t, "reports errors")
	for range 2 {
		if result := mustThink(t, d); len(result.Errors) != 1 || result.Errors[0] != "bad position" {
			t.Errorf("errors %q, want the one about the position", result.Errors)
		}
	}
}

func TestVersion1IsNoticed(t *testing.T) {
	d := startEngine(t, "is version 1")
	if problems := d.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Text, "version 1") {
		t.Errorf("problems %v, want one that names version 1", problems)
	}
}

func TestLateAnswersAreDropped(t *testing.T) {
	for _, behaviour := range []string{"answers late", "answers twice"} {
		t.Run(behaviour, func(t *testing.T) {
			d := startEngine(t, behaviour)
			for range 3 {
				if err := d.NewGame(t.Context()); err != nil {
					t.Fatal(err)
				}
				if result := mustThink(t, d); result.Move != "31-26" || result.Info.Score != 10 {
					t.Errorf("move %s, score %d: an answer of the game before", result.Move, result.Info.Score)
				}
			}
			if problems := d.Problems(); len(problems) < 2 || !strings.Contains(problems[0].Text, "without a go") {
				t.Errorf("problems %v, want the stray answers", problems)
			}
		})
	}
}

func TestNewGameEndsTheSearch(t *testing.T) {
	d := startEngine(t, "searches till stopped")
	search, err := d.Search(Request{Mode: Ponder})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.NewGame(t.Context()); err != nil {
		t.Fatal(err)
	}
	if result, err := search.Wait(t.Context()); result.Move != "31-26" || err != nil {
		t.Errorf("the search of the game before: %+v, %v", result, err)
	}
}

// A search may follow a stopped one at once; each gets its own answer.
func TestBurst(t *testing.T) {
	d := startEngine(t, "searches till stopped")
	var searches []*Search
	for range 50 {
		search, err := d.Search(Request{Mode: Analyze, Level: Level{Infinite: true}})
		if err != nil {
			t.Fatal(err)
		}
		if err := search.Stop(); err != nil {
			t.Fatal(err)
		}
		if err := search.Stop(); err != nil {
			t.Fatal(err)
		}
		searches = append(searches, search)
	}
	for i, search := range searches {
		result, err := search.Wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 && result.Ended.Before(searches[i-1].result.Ended) {
			t.Errorf("search %d ended before the one before it", i)
		}
	}
	if problems := d.Problems(); len(problems) > 0 {
		t.Errorf("problems %v", problems)
	}
}

func TestCommandsThatMustWait(t *testing.T) {
	d := startEngine(t, "searches till stopped")
	search, err := d.Search(Request{Mode: Analyze})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Search(Request{}); err != ErrSearching {
		t.Errorf("second search: %v, want ErrSearching", err)
	}
	if err := d.SetParam("threads", "2"); err != ErrSearching {
		t.Errorf("SetParam: %v, want ErrSearching", err)
	}
	if err := d.Init(t.Context()); err != ErrSearching {
		t.Errorf("Init: %v, want ErrSearching", err)
	}
	if err := d.Ping(t.Context()); err != nil {
		t.Errorf("Ping in mid-search: %v", err)
	}
	if err := search.Stop(); err != nil {
		t.Error(err)
	}
	if _, err := search.Wait(t.Context()); err != nil {
		t.Error(err)
	}
	if err := search.Stop(); err != nil {
		t.Errorf("Stop after the end: %v", err)
	}
	if err := d.SetParam("threads", "2"); err != nil {
		t.Errorf("SetParam after the search: %v", err)
	}
}

func TestTextThatHubCannotCarry(t *testing.T) {
	d := startEngine(t, "is good")
	for _, position := range []Position{
		{Board: "Wbe\nquit"}, {Board: "W e"}, {Board: `W"`}, {Board: "Wbew", Moves: []string{"31-26", "20-24 26-21"}}, {Moves: []string{"a=b"}},
	} {
		if _, err := d.Search(Request{Position: position}); err == nil {
			t.Errorf("position %q was sent", position)
		}
	}
	if result := mustThink(t, d); result.Move != "31-26" {
		t.Errorf("the search after: %+v", result)
	}
}

func TestCancelledContexts(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if d, err := Start(cancelled, engineOptions(t, "mute")); d != nil || err != context.Canceled {
		t.Errorf("Start: %v, %v, want context.Canceled", d, err)
	}
	d := startEngine(t, "searches till stopped")
	search, err := d.Search(Request{Mode: Analyze})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := search.Wait(cancelled); err != context.Canceled {
		t.Errorf("Wait: %v, want context.Canceled", err)
	}
	if err := search.Stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := search.Wait(t.Context()); err != nil {
		t.Errorf("the search goes on after its waiter has left: %v", err)
	}
}

func TestTranscript(t *testing.T) {
	options := engineOptions(t, "is good")
	var lines []string // calls of the hook never overlap; the race detector watches
	options.Transcript = func(direction Direction, at time.Time, line string) {
		if at.IsZero() {
			t.Error("a line without its time")
		}
		lines = append(lines, direction.String()+" "+line)
	}
	d, err := start(t, options)
	if err != nil {
		t.Fatal(err)
	}
	mustThink(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(lines, "\n")
	for _, want := range []string{"> hub\n< id ", "> pos start\n> level depth=1\n> go think\n< info depth=1", "\n> quit"} {
		if !strings.Contains(text, want) {
			t.Errorf("transcript without %q:\n%s", want, text)
		}
	}
}

// Calls from several goroutines do not take each other's answers.
func TestConcurrentCalls(t *testing.T) {
	d := startEngine(t, "is good")
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for range 50 {
				if err := d.Init(t.Context()); err != nil && !strings.Contains(err.Error(), "still waiting for ready") {
					t.Errorf("Init: %v", err)
				}
				if err := d.Ping(t.Context()); err != nil {
					t.Errorf("Ping: %v", err)
				}
			}
		})
	}
	callers.Wait()
	if problems := d.Problems(); len(problems) > 0 {
		t.Errorf("problems %v", problems)
	}
}
