package check

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/protocol/hub"
)

// engineVariable makes the test binary an engine with the fault that its value names.
const engineVariable = "CHECK_TEST_ENGINE"

// nap outlasts every test and ends by itself.
const nap = 3 * time.Minute

func TestMain(m *testing.M) {
	if fault := os.Getenv(engineVariable); fault != "" {
		playEngine(fault)
		return
	}
	os.Exit(m.Run())
}

// playEngine is our own engine with lines changed on their way in or out.
func playEngine(fault string) {
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		lines := bufio.NewScanner(fromEngine)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			fmt.Print(outgoing(fault, lines.Text()))
		}
	}()
	go func() {
		lines := bufio.NewScanner(os.Stdin)
		lines.Buffer(nil, 1<<20)
		lines.Split(rawLines)
		for lines.Scan() {
			if line := incoming(fault, lines.Text()); line != dropped {
				_, _ = io.WriteString(toEngine, line+"\n")
			}
		}
		if fault == "ignores the end of its input" {
			time.Sleep(nap)
		}
		_ = toEngine.Close()
	}()
	settings := protocol.DefaultSettings()
	settings.HashMiB = 1
	server := hub.Server{ID: hub.ID{Name: "Tested", Version: "1", Author: "a test"}, Player: protocol.NewPlayer(settings)}
	_ = server.Serve(in, out)
	_ = out.Close()
	<-done
	if fault == "exits badly" {
		os.Exit(7)
	}
}

// rawLines keeps carriage returns.
func rawLines(data []byte, atEOF bool) (int, []byte, error) {
	if i := slices.Index(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	return 0, nil, nil
}

var (
	isSearching atomic.Bool // set by one direction, cleared by the other
	levels      int
	captured    = regexp.MustCompile(`(\d+x\d+)(x\d+)+`)
	fieldOfInfo = regexp.MustCompile(`(mean-depth|nps)=\S+ `)
)

// dropped is a line that does not arrive.
const dropped = "\x00"

// incoming changes what the engine reads.
func incoming(fault, line string) string {
	command, _, _ := strings.Cut(line, " ")
	switch {
	case fault == "answers stop without a search" && command == "stop" && !isSearching.Load():
		fmt.Println("done")
	case fault == "ignores stop" && command == "stop",
		fault == "ignores ponder-hit" && command == "ponder-hit",
		fault == "is deaf during a search" && command == "ping" && isSearching.Load(),
		fault == "ignores quit" && command == "quit",
		fault == "takes the last level alone" && strings.HasPrefix(line, "level depth=3"),
		fault == "is silent after a bad position" && levels < 0 && command == "go",
		fault == "stumbles over CR" && strings.HasSuffix(line, "\r"):
		return dropped
	case fault == "stumbles over a comma" && strings.Contains(line, "time=0,"):
		return "level depth=99"
	case fault == "dies of nonsense" && command == "nonsense":
		os.Exit(9)
	case fault == "ignores depth" && command == "level":
		return strings.ReplaceAll(line, "depth=4", "depth=7")
	case fault == "ignores nodes" && command == "level":
		return strings.ReplaceAll(line, "nodes=20000", "nodes=200000")
	case fault == "takes its time" && command == "level":
		return strings.ReplaceAll(line, "move-time=0.3", "move-time=0.9")
	case fault == "forgets the moves" && command == "pos":
		board, _, _ := strings.Cut(line, " moves=")
		return board
	}
	switch command {
	case "go":
		isSearching.Store(true)
	case "pos":
		levels = 0
		if strings.Contains(line, "Wxyz") {
			levels = -1
		}
	}
	return line
}

// outgoing changes what the engine writes.
func outgoing(fault, line string) string {
	command, _, _ := strings.Cut(line, " ")
	if command == "done" {
		isSearching.Store(false)
	}
	switch {
	case fault == "answers twice" && command == "done":
		line += "\n" + line
	case fault == "gives no move" && command == "done":
		line = "done"
	case fault == "plays an illegal move" && command == "done":
		line = "done move=1-2"
	case fault == "leaves captures open" && command == "done":
		line = captured.ReplaceAllString(line, "$1")
	case fault == "lacks fields" && command == "info":
		line = fieldOfInfo.ReplaceAllString(line, "")
	case fault == "writes scores without a value" && command == "info":
		line = regexp.MustCompile(`score=\S+`).ReplaceAllString(line, "score")
	case fault == "has no name" && command == "id":
		line = "id version=1"
	case fault == "declares values out of bounds" && strings.Contains(line, "name=threads"):
		line = "param name=threads value=0 type=int min=1 max=2"
	case fault == "declares an unknown type" && strings.Contains(line, "name=threads"):
		line = "param name=threads value=1 type=integer"
	case fault == "is not ready again" && line == "ready":
		if levels++; levels > 1 {
			return ""
		}
	case fault == "writes to standard error" && line == "ready":
		fmt.Fprintln(os.Stderr, "book loaded")
	case fault == "plays on when it has lost" && line == "done":
		line = "done move=7-1"
	}
	return line + "\n"
}

// soon is how long tests wait for what is not to come.
const soon = 300 * time.Millisecond

// examineAlone runs one examination of an engine with a fault.
func examineAlone(t *testing.T, fault, name string) Finding {
	t.Helper()
	list := examinations()
	list = slices.DeleteFunc(list, func(e examination) bool { return e.name != name })
	if len(list) != 1 {
		t.Fatalf("%d examinations have the name %q", len(list), name)
	}
	const long = 20 * time.Second
	timeouts := hub.Timeouts{Start: long, Init: long, Ping: long, Move: long, Stop: long, Quit: long, Terminate: long, Exit: long}
	switch fault {
	case "ignores stop":
		timeouts.Stop = soon
	case "is deaf during a search":
		timeouts.Ping = soon
	case "ignores quit", "ignores the end of its input":
		timeouts.Quit, timeouts.Terminate = soon, soon
	case "ignores ponder-hit", "is silent after a bad position", "stumbles over a comma", "takes the last level alone":
		timeouts.Stop = 2 * soon
	case "stumbles over CR":
		timeouts.Ping = soon
	case "is not ready again":
		timeouts.Init = 2 * time.Second
	}
	o := Options{Driver: hub.DriverOptions{Command: os.Args[0], Env: []string{engineVariable + "=" + fault}, Timeouts: timeouts}}
	var findings []Finding
	if err := run(t.Context(), o, list, func(f Finding) { findings = append(findings, f) }); err != nil {
		t.Fatal(err)
	}
	if len(findings) != 1 {
		t.Fatalf("findings %+v", findings)
	}
	return findings[0]
}

func TestFaultsAreFound(t *testing.T) {
	tests := []struct {
		fault, examination string
		severity           Severity
		message            string
	}{
		{"has no name", "says who it is", Fault, "no id line with a name"},
		{"declares values out of bounds", "declares its parameters", Fault, "does not fit the declaration"},
		{"declares an unknown type", "declares its parameters", Fault, `type "integer"`},
		{"is not ready again", "is ready again after a second init", Fault, "no ready within"},
		{"gives no move", "finds a legal move in the start position", Fault, "no move in its answer"},
		{"plays an illegal move", "finds a legal move in the start position", Fault, "1-2"},
		{"answers twice", "finds a legal move in the start position", Fault, "2 done"},
		{"lacks fields", "finds a legal move in the start position", Advice, "mean-depth, nps"},
		{"writes scores without a value", "finds a legal move in the start position", Fault, "score"},
		{"leaves captures open", "captures the most pieces", Advice, "all captured squares"},
		{"forgets the moves", "finds a legal move after a long game", Fault, "move"},
		{"ignores depth", "searches to a depth", Advice, "depth 7"},
		{"ignores nodes", "searches a number of nodes", Advice, "nodes"},
		{"takes its time", "keeps to the time for a move", Advice, "loss on time"},
		{"is deaf during a search", "answers ping during a search", Fault, "no pong within"},
		{"ignores stop", "ends an analysis at stop", Fault, "no done within"},
		{"ignores ponder-hit", "ponders, and moves after ponder-hit", Advice, "loss on time"},
		{"plays on when it has lost", "answers a bare done where there is no move", Fault, "7-1"},
		{"answers stop without a search", "keeps silent at stop and ponder-hit without a search", Fault, "next search"},
		{"answers twice", "answers each go of a burst once", Fault, "4 done"},
		{"dies of nonsense", "survives lines that are none", Fault, "exit status 9"},
		{"is silent after a bad position", "answers go after a bad position", Advice, "waits for ever"},
		{"stumbles over CR", "reads lines that end with CR LF", Advice, "CR LF"},
		{"stumbles over a comma", "reads a decimal comma", Advice, "0,100"},
		{"writes to standard error", "writes nothing to standard error", Advice, "book loaded"},
		{"ignores quit", "ends at quit", Fault, "ignored quit"},
		{"exits badly", "ends at quit", Fault, "exit status 7"},
		{"ignores the end of its input", "ends when its input does", Fault, "runs on"},
	}
	for _, test := range tests {
		t.Run(test.fault, func(t *testing.T) {
			t.Parallel()
			f := examineAlone(t, test.fault, test.examination)
			if f.Severity != test.severity || !strings.Contains(strings.Join(f.Messages, "\n"), test.message) {
				t.Errorf("%s: %s, %q; want %s, %q\n%s", f.Name, f.Severity, f.Messages, test.severity, test.message, strings.Join(f.Transcript, "\n"))
			}
			if len(f.Transcript) == 0 {
				t.Errorf("%s: there is no transcript", f.Name)
			}
		})
	}
}

// Our own engine has no fault, whatever the board. Advice on time is left out: the
// machine may be busy.
func TestOurEngineHasNoFault(t *testing.T) {
	boards := engine.Variants()
	if testing.Short() {
		boards = boards[:1]
	}
	for _, v := range boards {
		t.Run(v.String(), func(t *testing.T) {
			t.Parallel()
			o := Options{Driver: hub.DriverOptions{Command: os.Args[0], Env: []string{engineVariable + "=none"}}, Variant: v}
			err := Run(t.Context(), o, func(f Finding) {
				if f.Severity == Fault || f.Severity == Advice && !strings.Contains(strings.Join(f.Messages, " "), "took") {
					t.Errorf("%s: %s: %q\n%s", f.Severity, f.Name, f.Messages, strings.Join(f.Transcript, "\n"))
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestNoEngineAtAll(t *testing.T) {
	var findings []Finding
	err := Run(t.Context(), Options{Driver: hub.DriverOptions{Command: "./no-such-engine"}}, func(f Finding) { findings = append(findings, f) })
	if err == nil || len(findings) != 1 || findings[0].Severity != Fault || !strings.Contains(findings[0].Messages[0], "not found") {
		t.Errorf("%v, %+v", err, findings)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Run(ctx, Options{}, func(Finding) {}); err == nil {
		t.Error("it went on after the end of the context")
	}
}
