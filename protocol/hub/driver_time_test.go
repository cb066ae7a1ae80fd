package hub

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// connect runs a test in time that passes only when all wait, with an engine that reacts to each line.
func connect(t *testing.T, timeouts Timeouts, react func(line string, say func(string)), test func(*testing.T, *Driver)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		input, stdin := io.Pipe()
		stdout, output := io.Pipe()
		go func() {
			defer func() { _ = output.Close() }()
			say := func(text string) { _, _ = fmt.Fprintln(output, text) }
			lines := bufio.NewScanner(input)
			for lines.Scan() {
				switch text := lines.Text(); text {
				case "hub":
					say("id name=E\nwait")
				case "quit":
					return
				default:
					react(text, say)
				}
			}
		}()
		d, err := Connect(t.Context(), stdin, stdout, DriverOptions{Timeouts: timeouts})
		if err != nil {
			t.Fatal(err)
		}
		test(t, d)
		if err := d.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
		synctest.Wait()
	})
}

func begin(t *testing.T, d *Driver, r Request) *Search {
	t.Helper()
	search, err := d.Search(r)
	if err != nil {
		t.Fatal(err)
	}
	return search
}

func TestTimeOnTheClock(t *testing.T) {
	react := func(line string, say func(string)) {
		if line == "go think" {
			time.Sleep(1500 * time.Millisecond)
			say("done move=1-7")
		}
	}
	connect(t, Timeouts{}, react, func(t *testing.T, d *Driver) {
		result, err := begin(t, d, Request{}).Wait(t.Context())
		if result.Elapsed != 1500*time.Millisecond || result.Overdue || err != nil {
			t.Errorf("%+v, %v, want 1.5 s elapsed", result, err)
		}
	})
}

// The clock runs from ponder-hit on; a search that ends before has taken no time, and then no hit is sent.
func TestTimeOfPondering(t *testing.T) {
	for _, test := range []struct {
		name          string
		hit, end      time.Duration // of the driver, of the engine
		elapsed       time.Duration
		ponderHitSent bool
	}{
		{"hit, then done", 3 * time.Second, 5 * time.Second, 2 * time.Second, true},
		{"done, then hit", 5 * time.Second, 3 * time.Second, 0, false},
	} {
		sent := false
		react := func(line string, say func(string)) {
			switch line {
			case "go ponder":
				go func() {
					time.Sleep(test.end)
					say("done move=1-7")
				}()
			case "ponder-hit":
				sent = true
			}
		}
		connect(t, Timeouts{}, react, func(t *testing.T, d *Driver) {
			search := begin(t, d, Request{Mode: Ponder, Level: Level{Clock: &Clock{Time: time.Minute}}})
			time.Sleep(test.hit)
			if err := search.PonderHit(); err != nil {
				t.Error(err)
			}
			if err := search.PonderHit(); err != nil {
				t.Error(err)
			}
			result, err := search.Wait(t.Context())
			if result.Elapsed != test.elapsed || err != nil {
				t.Errorf("%s: %v elapsed, %v, want %v", test.name, result.Elapsed, err, test.elapsed)
			}
			synctest.Wait()
			if sent != test.ponderHitSent {
				t.Errorf("%s: ponder-hit sent: %v", test.name, sent)
			}
		})
	}
}

// An engine that answers to stop alone is stopped when its level says so, and no sooner.
func TestWhenASearchIsStopped(t *testing.T) {
	timeouts := Timeouts{Move: time.Hour, Stop: 5 * time.Second}
	for _, test := range []struct {
		request Request
		stopped time.Duration // 0 is never
	}{
		{Request{}, time.Hour},
		{Request{Level: Level{Nodes: 1000}}, time.Hour},
		{Request{Level: Level{Depth: 9}, Timeout: time.Second}, time.Second},
		{Request{Level: Level{MoveTime: 2 * time.Second}}, 7 * time.Second},
		{Request{Level: Level{Clock: &Clock{Time: 60 * time.Second, Inc: 2 * time.Second}}}, 67 * time.Second},
		{Request{Level: Level{Clock: &Clock{Time: -10 * time.Second, Inc: 2 * time.Second}}}, 7 * time.Second},
		{Request{Level: Level{Clock: &Clock{}}}, 5*time.Second + time.Millisecond},
		{Request{Level: Level{Infinite: true}}, 0},
		{Request{Mode: Analyze}, 0},
		{Request{Mode: Analyze, Level: Level{Depth: 30}}, 0},
		{Request{Mode: Analyze, Level: Level{MoveTime: time.Second}}, 6 * time.Second},
		{Request{Mode: Ponder, Level: Level{MoveTime: time.Second}}, 0},
	} {
		react := func(line string, say func(string)) {
			if line == "stop" {
				say("done move=1-7")
			}
		}
		connect(t, timeouts, react, func(t *testing.T, d *Driver) {
			start := time.Now()
			search := begin(t, d, test.request)
			select {
			case <-search.Ended():
				if took := time.Since(start); took != test.stopped || !search.result.Overdue {
					t.Errorf("%+v: ended after %v, overdue %v, want it stopped after %v", test.request, took, search.result.Overdue, test.stopped)
				}
			case <-time.After(24 * time.Hour):
				if test.stopped != 0 {
					t.Errorf("%+v: never stopped, want it after %v", test.request, test.stopped)
				}
			}
		})
	}
}

func TestPonderHitSetsTheLimit(t *testing.T) {
	react := func(line string, say func(string)) {
		if line == "stop" {
			say("done move=1-7")
		}
	}
	connect(t, Timeouts{Stop: 5 * time.Second}, react, func(t *testing.T, d *Driver) {
		search := begin(t, d, Request{Mode: Ponder, Level: Level{MoveTime: time.Second}})
		time.Sleep(time.Hour)
		if err := search.PonderHit(); err != nil {
			t.Fatal(err)
		}
		if result, err := search.Wait(t.Context()); result.Elapsed != 6*time.Second || !result.Overdue || err != nil {
			t.Errorf("%v elapsed, overdue %v, %v, want it stopped 6 s after the hit", result.Elapsed, result.Overdue, err)
		}
	})
}

// What the engine says of a stopped search is not taken for the next one, which is asked for before the answer.
func TestInfoOfAnEarlierSearch(t *testing.T) {
	searches := 0
	react := func(line string, say func(string)) {
		switch line {
		case "go analyze":
			searches++
			say(fmt.Sprintf("info depth=%d score=0.10", searches))
		case "stop":
			time.Sleep(time.Second)
			say(fmt.Sprintf("info depth=%d score=0.20\ndone move=%d-7", 10*searches, searches))
		}
	}
	connect(t, Timeouts{}, react, func(t *testing.T, d *Driver) {
		var told []int
		request := Request{Mode: Analyze, OnInfo: func(info Info, _ time.Time) { told = append(told, info.Depth) }}
		first := begin(t, d, request)
		if err := first.Stop(); err != nil {
			t.Fatal(err)
		}
		second := begin(t, d, request)
		if err := second.Stop(); err != nil {
			t.Fatal(err)
		}
		if result, err := second.Wait(t.Context()); result.Move != "2-7" || result.Infos != 2 || err != nil {
			t.Errorf("move %s, %d info lines, %v, want 2-7 and the two lines of its own", result.Move, result.Infos, err)
		}
		if want := []int{1, 2, 20}; !slices.Equal(told, want) {
			t.Errorf("told of depths %v, want %v", told, want)
		}
	})
}

func TestDeadlines(t *testing.T) {
	timeouts := Timeouts{Init: 2 * time.Second, Ping: 3 * time.Second, Stop: 4 * time.Second}
	for _, test := range []struct {
		name  string
		call  func(*testing.T, *Driver) error
		after time.Duration
		kind  FailureKind
	}{
		{"init", func(t *testing.T, d *Driver) error { return d.Init(t.Context()) }, 2 * time.Second, NoInitAnswer},
		{"ping", func(t *testing.T, d *Driver) error { return d.Ping(t.Context()) }, 3 * time.Second, NoPingAnswer},
		{"new-game", func(t *testing.T, d *Driver) error { return d.NewGame(t.Context()) }, 2 * time.Second, NoPingAnswer},
		{"stop", func(t *testing.T, d *Driver) error {
			search := begin(t, d, Request{Mode: Analyze})
			if err := search.Stop(); err != nil {
				return err
			}
			_, err := search.Wait(t.Context())
			return err
		}, 4 * time.Second, Stalled},
		{"new-game in mid-search", func(t *testing.T, d *Driver) error {
			begin(t, d, Request{Mode: Ponder})
			return d.NewGame(t.Context())
		}, 4 * time.Second, Stalled},
	} {
		connect(t, timeouts, func(string, func(string)) {}, func(t *testing.T, d *Driver) {
			start := time.Now()
			wantKind(t, test.call(t, d), test.kind)
			if took := time.Since(start); took != test.after {
				t.Errorf("%s: given up after %v, want %v", test.name, took, test.after)
			}
		})
	}
}

func TestDeadlineOfTheHandshake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		input, stdin := io.Pipe()
		stdout, output := io.Pipe()
		go func() {
			_, _ = io.WriteString(output, "Welcome to Checkers\nYour move?\n")
			_, _ = io.Copy(io.Discard, input)
		}()
		start := time.Now()
		_, err := Connect(t.Context(), stdin, stdout, DriverOptions{Timeouts: Timeouts{Start: 7 * time.Second}})
		wantKind(t, err, NoHubAnswer)
		if took := time.Since(start); took != 7*time.Second {
			t.Errorf("given up after %v, want 7 s", took)
		}
		if want := `no wait within 7s but 2 other lines, the last "Your move?"`; !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want it to say %s", err, want)
		}
	})
}

func TestAnEngineAtTheOtherEndThatIgnoresQuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		input, stdin := io.Pipe()
		stdout, output := io.Pipe()
		go func() {
			_, _ = io.WriteString(output, "id name=E\nwait\n")
			_, _ = io.Copy(io.Discard, input)
		}()
		d, err := Connect(t.Context(), stdin, stdout, DriverOptions{})
		if err != nil {
			t.Fatal(err)
		}
		wantKind(t, d.Close(), IgnoredQuit)
	})
}

// Whatever an engine writes, and whenever its output ends, every call returns.
func FuzzDriver(f *testing.F) {
	for _, seed := range []string{
		"", "wait\n", "id name=E\nparam name=threads value=1 type=int min=1 max=4\nwait\n", "pong\nready\ndone\nwait\ndone move=1-7\n",
		"id name=E\nwait\nready\npong\ninfo depth=1 score=0.1 pv=\"1-7 8-2\"\ndone move=1-7 ponder=8-2\npong\n",
		"wait\nready\ndone 1-7\npong\n", "wait\nready\ndone move=\"1-7\npong\n", "wait\nerror message=x\nready\npong\nerror message=y\ninfo score\ndone\n",
		"\x00\xff=\"\nwait\r\nready\r\n", "wait\nwait\nwait\nready\nready\npong\npong\n",
	} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, said []byte, pieces uint8) {
		input, stdin := io.Pipe()
		stdout, output := io.Pipe()
		go func() { _, _ = io.Copy(io.Discard, input) }()
		go func() {
			for size := len(said)/(int(pieces)+1) + 1; len(said) > 0; said = said[min(size, len(said)):] {
				_, _ = output.Write(said[:min(size, len(said))])
			}
			_ = output.Close()
		}()
		d, err := Connect(t.Context(), stdin, stdout, DriverOptions{Timeouts: patient(), MaxLine: 200})
		if err != nil {
			return
		}
		for _, p := range d.Params() {
			_ = d.SetParam(p.Name, p.Value)
		}
		_ = d.Init(t.Context())
		if search, err := d.Search(Request{Mode: Ponder}); err == nil {
			_ = search.PonderHit()
			_ = search.Stop()
			_, _ = search.Wait(t.Context())
		}
		_ = d.NewGame(t.Context())
		_ = d.Close()
		if d.Err() == nil {
			t.Error("the dialogue is over without a reason")
		}
	})
}
