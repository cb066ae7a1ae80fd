package hub

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// DriverOptions tells how to start an engine and what to put up with. A zero limit takes its default.
type DriverOptions struct {
	Command  string   // a path, or a name looked up in PATH
	Args     []string // most engines need the word hub
	Env      []string // KEY=value, added to the environment of this process
	Dir      string   // working directory, the present one if empty; many engines look for their data there
	Timeouts Timeouts
	MaxLine  int // bytes of a line from the engine, 4 MiB by default; a longer one counts as unreadable
	MaxFlood int // bytes of output beyond 1 MiB a second that end the engine, 64 MiB by default
	// Transcript, if set, sees every line of the dialogue, one call at a time, and must not call the driver.
	Transcript func(direction Direction, at time.Time, line string)
}

// Timeouts are the deadlines of a driver; a zero field takes its default.
type Timeouts struct {
	Start     time.Duration // from the start of the process to `wait`, 10 s
	Init      time.Duration // `init` to `ready`, and `new-game` with its sync, 30 s
	Ping      time.Duration // `ping` to `pong`, and for the engine to take a line off its input, 5 s
	Move      time.Duration // a search whose level has no limit in time, 10 min
	Stop      time.Duration // `stop` to `done`, and what a search may exceed its level by before it is stopped, 5 s
	Quit      time.Duration // `quit` to the end of the process, 3 s
	Terminate time.Duration // a request of the system to end, until the process is killed, 2 s
	Exit      time.Duration // between the end of the output and the end of the process, 1 s
}

const (
	defaultMaxLine  = 4 << 20
	defaultMaxFlood = 64 << 20
	floodRate       = 1 << 20 // bytes a second
	keptProblems    = 100
)

func (o DriverOptions) withDefaults() DriverOptions {
	t := &o.Timeouts
	for _, field := range []struct {
		timeout *time.Duration
		normal  time.Duration
	}{
		{&t.Start, 10 * time.Second}, {&t.Init, 30 * time.Second}, {&t.Ping, 5 * time.Second}, {&t.Move, 10 * time.Minute},
		{&t.Stop, 5 * time.Second}, {&t.Quit, 3 * time.Second}, {&t.Terminate, 2 * time.Second}, {&t.Exit, time.Second},
	} {
		if *field.timeout <= 0 {
			*field.timeout = field.normal
		}
	}
	if o.MaxLine <= 0 {
		o.MaxLine = defaultMaxLine
	}
	if o.MaxFlood <= 0 {
		o.MaxFlood = defaultMaxFlood
	}
	return o
}

// Driver is the GUI's end of a dialogue with one engine. Its methods may be called from any goroutine. Once the
// engine has failed, every call returns the same [*EngineError]; once it has been closed, [ErrClosed].
type Driver struct {
	options    DriverOptions
	process    *process // nil for an engine at the other end of Connect
	stdin      io.WriteCloser
	stdout     io.ReadCloser
	record     *record
	outputEnd  chan struct{} // closed at the end of the engine's output
	readerDone chan struct{} // closed when the end of the output has been judged
	over       chan struct{} // closed with err set
	closeOnce  sync.Once
	closeErr   error

	writeMu sync.Mutex // held while lines are written, so that the record has them in the order sent; taken before mu

	mu       sync.Mutex
	id       ID
	params   []Param
	awaited  *answer         // the answer to `hub` or `init` that is due
	pongs    []chan struct{} // owed answers to `ping`, oldest first
	searches []*Search       // owed `done` lines, oldest first
	problems []Problem
	greeted  bool
	closing  bool
	err      error // why the dialogue is over
}

// answer is a line that the engine owes.
type answer struct {
	command string
	arrived chan struct{}
	others  int    // lines seen instead
	last    string // the last of them
}

// Problem is something that the engine did wrong and that the dialogue survived, or an `error` that it reported.
type Problem struct {
	Time time.Time
	Text string
}

// ErrSearching reports a command that is due only when no search is running.
var ErrSearching = errors.New("the engine is searching: stop it first")

// ErrClosed reports a call after [Driver.Close] or [Driver.Kill].
var ErrClosed = errors.New("the engine has been closed")

// Start runs the engine and greets it: on return it has sent `wait` and waits for [Driver.SetParam] and [Driver.Init].
// The error is an [*EngineError] or the context's.
func Start(ctx context.Context, options DriverOptions) (*Driver, error) {
	options = options.withDefaults()
	process, stdin, stdout, err := startProcess(&options)
	if err != nil {
		return nil, err
	}
	return greet(ctx, newDriver(options, process, stdin, stdout))
}

// Connect greets an engine that runs already, at the other end of two streams; of the options it needs no Command.
func Connect(ctx context.Context, stdin io.WriteCloser, stdout io.ReadCloser, options DriverOptions) (*Driver, error) {
	if options.Command == "" {
		options.Command = "at the other end"
	}
	return greet(ctx, newDriver(options.withDefaults(), nil, stdin, stdout))
}

func newDriver(options DriverOptions, process *process, stdin io.WriteCloser, stdout io.ReadCloser) *Driver {
	d := &Driver{
		options: options, process: process, stdin: stdin, stdout: stdout,
		record: newRecord(options.Transcript), outputEnd: make(chan struct{}),
		readerDone: make(chan struct{}), over: make(chan struct{}),
	}
	if process != nil {
		go d.releaseOutput()
	}
	go d.read()
	return d
}

func greet(ctx context.Context, d *Driver) (*Driver, error) {
	if err := d.ask(ctx, "hub", "wait", d.options.Timeouts.Start, NoHubAnswer); err != nil {
		_ = d.Kill()
		return nil, err
	}
	return d, nil
}

// ID is what the engine says of itself.
func (d *Driver) ID() ID {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.id
}

// Params are the parameters that the engine declares, with their present values.
func (d *Driver) Params() []Param {
	d.mu.Lock()
	defer d.mu.Unlock()
	params := slices.Clone(d.params)
	for i := range params {
		params[i].Values = slices.Clone(params[i].Values)
	}
	return params
}

// SetParam sets a parameter. One that the engine does not declare, or a value that the declaration does not
// allow, is a [*ParamError] and is not sent. Most engines take some parameters over at [Driver.Init] only.
func (d *Driver) SetParam(name, value string) error {
	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	sent, err := d.storeParam(name, value)
	if err != nil {
		return err
	}
	line := Line{Command: "set-param"}
	line.add("name", name)
	line.add("value", sent)
	return d.write(line.String())
}

func (d *Driver) storeParam(name, value string) (sent string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.idle(); err != nil {
		return "", err
	}
	i := slices.IndexFunc(d.params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		unknown := &ParamError{Name: name, Value: value}
		for _, p := range d.params {
			unknown.Declared = append(unknown.Declared, p.Name)
		}
		return "", unknown
	}
	if sent, err = d.params[i].Check(value); err == nil {
		d.params[i].Value = sent
	}
	return sent, err
}

// Init has the engine make itself ready with the parameters set, and waits for that. It may be repeated.
func (d *Driver) Init(ctx context.Context) error {
	return d.ask(ctx, "init", "ready", d.options.Timeouts.Init, NoInitAnswer)
}

// Ping waits until the engine shows that it is alive, in mid-search too.
func (d *Driver) Ping(ctx context.Context) error {
	return d.sync(ctx, d.options.Timeouts.Ping, "ping")
}

// NewGame ends what is still being searched, tells the engine that the next search has nothing to do with the past,
// and waits until it has answered everything; what it still says about earlier games is dropped.
func (d *Driver) NewGame(ctx context.Context) error {
	d.mu.Lock()
	owed := slices.Clone(d.searches)
	d.mu.Unlock()
	for _, search := range owed {
		search.Stop()
		if err := d.await(ctx, search.done); err != nil {
			return err
		}
	}
	return d.sync(ctx, d.options.Timeouts.Init, "new-game", "ping")
}

// Problems are the last faults of the engine that did not end the dialogue, oldest first.
func (d *Driver) Problems() []Problem {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.problems)
}

// Dialogue is the last part of the dialogue, in order of time; very long lines are abridged.
func (d *Driver) Dialogue() []Entry { return d.record.entries() }

// Stderr is the end of what the engine wrote to its standard error, at most 64 KiB.
func (d *Driver) Stderr() string {
	if d.process == nil {
		return ""
	}
	return d.process.stderr.String()
}

// PID is the number of the engine's process, and of its group where there are groups; 0 after Connect.
func (d *Driver) PID() int {
	if d.process == nil {
		return 0
	}
	return d.process.cmd.Process.Pid
}

// Over is closed when the dialogue is over; [Driver.Err] tells why.
func (d *Driver) Over() <-chan struct{} { return d.over }

// Err is what ended the dialogue, an [*EngineError] or [ErrClosed], or nil while it goes on.
func (d *Driver) Err() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.err
}

// ask sends a command and waits for the line that answers it.
func (d *Driver) ask(ctx context.Context, command, reply string, patience time.Duration, kind FailureKind) error {
	due, err := d.expect(reply)
	if err != nil {
		return err
	}
	defer d.forget(due)
	timer := time.AfterFunc(patience, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if !isClosed(due.arrived) {
			d.fail(kind, joinDetails(due.describe(patience), d.hint()), nil)
		}
	})
	defer timer.Stop()
	if err := d.send(command); err != nil {
		return err
	}
	return d.await(ctx, due.arrived)
}

func (d *Driver) expect(reply string) (*answer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.idle(); err != nil {
		return nil, err
	}
	if d.awaited != nil {
		return nil, fmt.Errorf("engine %s: still waiting for %s", d.options.Command, d.awaited.command)
	}
	d.awaited = &answer{command: reply, arrived: make(chan struct{})}
	return d.awaited, nil
}

func (d *Driver) forget(due *answer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.awaited == due {
		d.awaited = nil
	}
}

func (a *answer) skip(text string) {
	a.others++
	a.last = text
}

func (a *answer) describe(patience time.Duration) string {
	text := fmt.Sprintf("no %s within %v", a.command, patience)
	if a.others > 0 {
		text += fmt.Sprintf(" but %d other lines, the last %q", a.others, abbreviate(a.last, 80))
	}
	return text
}

// hint names the usual cause of a handshake that fails.
func (d *Driver) hint() string {
	if d.greeted || d.process == nil || slices.Contains(d.options.Args, "hub") {
		return ""
	}
	return "perhaps it needs the argument hub"
}

// sync sends lines that end with `ping` and waits for its `pong`.
func (d *Driver) sync(ctx context.Context, patience time.Duration, lines ...string) error {
	pong := make(chan struct{})
	d.writeMu.Lock()
	d.mu.Lock()
	d.pongs = append(d.pongs, pong)
	d.mu.Unlock()
	timer := time.AfterFunc(patience, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if !isClosed(pong) {
			d.fail(NoPingAnswer, fmt.Sprintf("no pong within %v", patience), nil)
		}
	})
	defer timer.Stop()
	err := d.write(lines...)
	d.writeMu.Unlock()
	if err != nil {
		return err
	}
	return d.await(ctx, pong)
}

// await waits for an answer, a failure or the end of the context; what has arrived counts first.
func (d *Driver) await(ctx context.Context, arrived <-chan struct{}) error {
	select {
	case <-arrived:
	case <-d.over:
	case <-ctx.Done():
	}
	if isClosed(arrived) {
		return nil
	}
	if err := d.Err(); err != nil {
		return err
	}
	return ctx.Err()
}

func (d *Driver) idle() error {
	switch {
	case d.err != nil:
		return d.err
	case d.closing:
		return ErrClosed
	case len(d.searches) > 0:
		return ErrSearching
	}
	return nil
}

func isClosed(ch <-chan struct{}) bool {
	select {
	case <-ch:
		return true
	default:
		return false
	}
}
