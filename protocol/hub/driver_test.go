package hub

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const (
	soon = 150 * time.Millisecond // for what never comes
	long = time.Minute            // for what must come
)

// patient waits long for everything; a test shortens what it wants to see expire.
func patient() Timeouts {
	return Timeouts{Start: long, Init: long, Ping: long, Move: long, Stop: long, Quit: long, Terminate: long, Exit: long}
}

func engineOptions(t testing.TB, behaviour string) DriverOptions {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return DriverOptions{Command: program, Args: []string{"hub"}, Env: []string{engineVariable + "=" + behaviour}, Timeouts: patient()}
}

func start(t *testing.T, options DriverOptions) (*Driver, error) {
	t.Helper()
	d, err := Start(t.Context(), options)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() {
		_ = d.Kill()
		checkGone(t, d.PID())
	})
	return d, nil
}

func startEngine(t *testing.T, behaviour string) *Driver {
	t.Helper()
	d, err := start(t, engineOptions(t, behaviour))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func think(t *testing.T, d *Driver) (Result, error) {
	t.Helper()
	search, err := d.Search(Request{Level: Level{Depth: 1}})
	if err != nil {
		return Result{}, err
	}
	return search.Wait(t.Context())
}

func mustThink(t *testing.T, d *Driver) Result {
	t.Helper()
	result, err := think(t, d)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func wantKind(t *testing.T, err error, kind FailureKind) *EngineError {
	t.Helper()
	failure, ok := errors.AsType[*EngineError](err)
	if !ok || failure.Kind != kind {
		t.Fatalf("error %v, want kind %q", err, kind)
	}
	return failure
}

func TestGame(t *testing.T) {
	d := startEngine(t, "is good")
	if err := d.SetParam("threads", "2"); err != nil {
		t.Fatal(err)
	}
	for _, step := range []func(context.Context) error{d.Init, d.NewGame, d.Ping, d.Init} {
		if err := step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	result := mustThink(t, d)
	if result.Move != "31-26" || result.Ponder != "20-24" || result.Infos != 1 || result.Info.Score != 10 || result.Overdue {
		t.Errorf("result %+v", result)
	}
	if result.Started.IsZero() || result.Ended.Before(result.Started) || result.Elapsed != result.Ended.Sub(result.Started) {
		t.Errorf("started %v, ended %v, elapsed %v", result.Started, result.Ended, result.Elapsed)
	}
	if err := d.Close(); err != nil {
		t.Errorf("Close: %v", err)
	}
	if err := d.Ping(t.Context()); err != ErrClosed {
		t.Errorf("Ping after Close: %v, want ErrClosed", err)
	}
	if problems := d.Problems(); len(problems) != 0 {
		t.Errorf("problems %v, but text before ready is free", problems)
	}
	want := []string{
		"> hub", "< id", "< param", "< param", "< wait", "> set-param name=threads value=2", "> init", "< init eval", `< init "book`, "< ready",
		"> new-game", "> ping", "< pong", "> ping", "< pong", "> init", "< init eval", `< init "book`, "< ready",
		"> pos start", "> level depth=1", "> go think", "< info", "< done move=31-26 ponder=20-24", "> quit",
	}
	var got []string
	for i, entry := range d.Dialogue() {
		text := entry.Direction.String() + " " + entry.Line
		if i < len(want) && strings.HasPrefix(text, want[i]) {
			text = want[i]
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("dialogue (-want +got):\n%s", diff)
	}
}

func TestArgumentsEnvironmentAndDirectory(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	options := engineOptions(t, "is good")
	options.Args = []string{"hub", "-x", "two words"}
	options.Env = append(options.Env, "HUB_TEST_NOTE=a=b")
	options.Dir = dir
	d, err := start(t, options)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := d.ID(), (ID{Name: "hub,-x,two words", Version: "a=b", Author: dir}); got != want {
		t.Errorf("the engine was started with %+v, want %+v", got, want)
	}
}

func TestRelativeCommand(t *testing.T) {
	options := engineOptions(t, "is good")
	dir := t.TempDir()
	if err := os.Symlink(options.Command, filepath.Join(dir, "engine")); err != nil {
		t.Fatal(err)
	}
	options.Command = "." + string(filepath.Separator) + "engine"
	options.Dir = dir
	if _, err := start(t, options); err != nil {
		t.Errorf("engine in its own directory: %v", err)
	}
	t.Chdir(dir)
	options.Dir = t.TempDir()
	if _, err := start(t, options); err != nil {
		t.Errorf("engine in the present directory, working in another: %v", err)
	}
}

func TestParams(t *testing.T) {
	d := startEngine(t, "is good")
	want := []Param{
		{Name: "threads", Value: "1", Type: IntParam, Min: "1", Max: "8"},
		{Name: "ponder", Value: "false", Type: BoolParam},
	}
	if diff := cmp.Diff(want, d.Params()); diff != "" {
		t.Errorf("params (-want +got):\n%s", diff)
	}
	for _, test := range []struct{ name, value, message string }{
		{"thread", "2", "which has threads, ponder"},
		{"threads", "9", "an integer from 1 up to 8"},
		{"ponder", "maybe", "true or false"},
		{"threads", "2\nquit", "an integer"},
	} {
		err := d.SetParam(test.name, test.value)
		if _, ok := errors.AsType[*ParamError](err); !ok || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%s=%q: %v, want %s", test.name, test.value, err, test.message)
		}
	}
	for _, entry := range d.Dialogue() {
		if strings.HasPrefix(entry.Line, "set-param") {
			t.Errorf("sent in spite of the error: %s", entry.Line)
		}
	}
	if err := d.SetParam("threads", "8"); err != nil {
		t.Fatal(err)
	}
	if got := d.Params()[0].Value; got != "8" {
		t.Errorf("threads = %s after it was set to 8", got)
	}
}

func TestNotStarted(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(dir, "script")
	if err := os.WriteFile(script, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	good := engineOptions(t, "is good").Command
	tests := []struct {
		command, dir string
		kind         FailureKind
		message      string
	}{
		{filepath.Join(dir, "nothing"), "", NotFound, "no file " + dir},
		{"./nothing", dir, NotFound, "and no file " + filepath.Join(dir, "nothing")},
		{"no-such-engine", "", NotFound, `no "no-such-engine" in PATH`},
		{"", "", NotFound, "no command"},
		{plain, "", NotStarted, "permission"},
		{dir, "", NotStarted, dir},
		{script, "", NotStarted, "no such file"},
		{good, filepath.Join(dir, "nowhere"), NotStarted, "working directory"},
		{good, plain, NotStarted, "not a directory"},
	}
	for _, test := range tests {
		d, err := start(t, DriverOptions{Command: test.command, Dir: test.dir})
		if d != nil {
			t.Errorf("%q in %q was started", test.command, test.dir)
			continue
		}
		failure := wantKind(t, err, test.kind)
		if !strings.Contains(failure.Error(), test.message) {
			t.Errorf("%q in %q: %v, want it to say %s", test.command, test.dir, err, test.message)
		}
	}
}

func TestFailures(t *testing.T) {
	handshake := func(*testing.T, *Driver) error { return errors.New("the handshake succeeded") }
	init := func(t *testing.T, d *Driver) error { return d.Init(t.Context()) }
	ping := func(t *testing.T, d *Driver) error { return d.Ping(t.Context()) }
	newGame := func(t *testing.T, d *Driver) error { return d.NewGame(t.Context()) }
	search := func(t *testing.T, d *Driver) error {
		_, err := think(t, d)
		return err
	}
	manyPositions := func(t *testing.T, d *Driver) error {
		if err := d.Init(t.Context()); err != nil {
			return err
		}
		_, err := d.Search(Request{Position: Position{Board: strings.Repeat("e", 1<<20)}})
		return err
	}
	stopped := func(t *testing.T, d *Driver) error {
		s, err := d.Search(Request{Mode: Analyze, Level: Level{Infinite: true}})
		if err != nil {
			return err
		}
		if err := s.Stop(); err != nil {
			return err
		}
		_, err = s.Wait(t.Context())
		return err
	}
	tests := []struct {
		behaviour string
		shorten   func(*DriverOptions)
		provoke   func(*testing.T, *Driver) error
		kind      FailureKind
		messages  []string
	}{
		{"exits at start", nil, handshake, ExitedAtStart, []string{"exit status 3", "weights.bin: no such file"}},
		{"leaves at start", func(o *DriverOptions) { o.Args = nil }, handshake, ExitedAtStart, []string{"exit status 0", "argument hub"}},
		{"closes output at start", func(o *DriverOptions) { o.Timeouts.Exit = soon }, handshake, ClosedOutput, nil},
		{"mute", func(o *DriverOptions) { o.Timeouts.Start = soon }, handshake, NoHubAnswer, []string{"no wait within"}},
		{"never ends a line", func(o *DriverOptions) { o.Timeouts.Start = soon; o.MaxFlood = 1 << 40 }, handshake, NoHubAnswer, nil},
		{"floods at start", func(o *DriverOptions) { o.MaxFlood = 1 << 18 }, handshake, Flooded, nil},
		{"never ends a line", func(o *DriverOptions) { o.MaxFlood = 1 << 18 }, handshake, Flooded, nil},
		{"mute at init", func(o *DriverOptions) { o.Timeouts.Init = soon }, init, NoInitAnswer, []string{"no ready within"}},
		{"exits at init", nil, init, Exited, []string{"instead of the answer ready", "exit status 4"}},
		{"mute at ping", func(o *DriverOptions) { o.Timeouts.Ping = soon }, ping, NoPingAnswer, []string{"no pong within"}},
		{"mute at ping", func(o *DriverOptions) { o.Timeouts.Init = soon }, newGame, NoPingAnswer, []string{"no pong within"}},
		{"exits at ping", nil, ping, Exited, []string{"exit status 5"}},
		{"crashes", nil, search, Crashed, []string{"exit status 6", "assertion failed: search.c:12"}},
		{"kills itself", nil, search, Crashed, []string{"killed"}},
		{"crashes within a line", nil, search, Crashed, []string{"exit status 6"}},
		{"closes output", func(o *DriverOptions) { o.Timeouts.Exit = soon }, search, ClosedOutput, nil},
		{"closes input", func(o *DriverOptions) { o.Timeouts.Exit = soon }, ping, ClosedInput, nil},
		{"stops reading", func(o *DriverOptions) { o.Timeouts.Ping = soon }, manyPositions, ClosedInput, []string{"not taken within"}},
		{"ignores stop", func(o *DriverOptions) { o.Timeouts.Stop = soon }, stopped, Stalled, []string{"after stop"}},
		{"ignores stop", func(o *DriverOptions) { o.Timeouts.Move = soon; o.Timeouts.Stop = soon }, search, Stalled, nil},
		{"floods", func(o *DriverOptions) { o.MaxFlood = 1 << 18 }, search, Flooded, nil},
		{"leaves a child", nil, search, Crashed, []string{"exit status 6"}},
		{"leaves a runaway", func(o *DriverOptions) { o.Timeouts.Exit = soon }, search, Crashed, []string{"exit status 6"}},
	}
	for _, test := range tests {
		t.Run(test.behaviour+"/"+test.kind.String(), func(t *testing.T) {
			options := engineOptions(t, test.behaviour)
			if test.shorten != nil {
				test.shorten(&options)
			}
			d, err := start(t, options)
			if err == nil {
				killChildLater(t, d)
				err = test.provoke(t, d)
			}
			failure := wantKind(t, err, test.kind)
			for _, message := range test.messages {
				if !strings.Contains(failure.Error(), message) {
					t.Errorf("%v: want it to say %s", err, message)
				}
			}
			if d == nil {
				return
			}
			if again := d.Ping(t.Context()); again != err {
				t.Errorf("Ping after the failure: %v, want %v again", again, err)
			}
			if err := d.Close(); err != nil {
				t.Errorf("Close after the failure: %v, want nothing new", err)
			}
		})
	}
}

// killChildLater ends the process that an engine left outside its group, which no driver can reach.
func killChildLater(t *testing.T, d *Driver) {
	for _, p := range d.Params() {
		if pid, err := strconv.Atoi(p.Value); p.Name == "child" && err == nil {
			t.Cleanup(func() { killProcess(pid) })
		}
	}
}
