package hub

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Send writes lines as they are, at once. It is for those who examine an engine: what it answers is theirs to read
// in the Transcript, and the driver takes it as uncalled for.
func (d *Driver) Send(lines ...string) error { return d.send(lines...) }

// Hangup closes the engine's input, as a host does that dies.
func (d *Driver) Hangup() error { return d.stdin.Close() }

func (d *Driver) send(lines ...string) error {
	d.writeMu.Lock()
	defer d.writeMu.Unlock()
	return d.write(lines...)
}

// write sends whole lines at once; the caller holds writeMu.
func (d *Driver) write(lines ...string) error {
	if err := d.Err(); err != nil {
		return err
	}
	err := d.writeTo(lines)
	if err == nil {
		return nil
	}
	// Most often the engine has ended, and the reader is about to find out how.
	isClosedWithin(d.over, 2*d.options.Timeouts.Exit)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fail(ClosedInput, "", err)
	return d.err
}

// writeTo writes with a deadline and leaves the judgement of an error to the caller.
func (d *Driver) writeTo(lines []string) error {
	now := time.Now()
	for _, line := range lines {
		d.record.add(ToEngine, now, line)
	}
	patience := d.options.Timeouts.Ping
	watchdog := time.AfterFunc(patience, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.fail(ClosedInput, fmt.Sprintf("%q not taken within %v", abbreviate(lines[0], 80), patience), nil)
	})
	_, err := io.WriteString(d.stdin, strings.Join(lines, "\n")+"\n")
	watchdog.Stop()
	return err
}

// read takes the engine's lines until the end of its output.
func (d *Driver) read() {
	defer close(d.readerDone)
	lines := NewLineReader(&floodMeter{source: d.stdout, limit: d.options.MaxFlood, flooded: d.flooded}, d.options.MaxLine)
	for {
		text, arrived, err := lines.Next()
		_, tooLong := errors.AsType[*LongLineError](err)
		switch {
		case err == nil:
			d.record.add(FromEngine, arrived, text)
			line, err := Parse(text)
			d.receive(line, err, text, arrived)
		case tooLong:
			d.record.add(FromEngine, arrived, text+"...")
			line, _ := Parse(text)
			d.receive(line, err, text, arrived)
		default:
			if text != "" {
				d.record.add(FromEngine, arrived, text)
				d.mu.Lock()
				d.report(arrived, "output ends within the line %q", abbreviate(text, 80))
				d.mu.Unlock()
			}
			close(d.outputEnd)
			_ = d.stdout.Close()
			d.judgeEnd()
			return
		}
	}
}

// receive acts on one line; err says why it cannot be read, with what stands before the error in line.
func (d *Driver) receive(line Line, err error, text string, arrived time.Time) {
	d.mu.Lock()
	tell := d.dispatch(line, err, text, arrived)
	d.mu.Unlock()
	if tell != nil {
		tell()
	}
}

// dispatch returns what is to be called without the lock, or nil.
func (d *Driver) dispatch(line Line, err error, text string, arrived time.Time) (tell func()) {
	if d.err != nil || errors.Is(err, ErrNoCommand) {
		return nil
	}
	if line.Command == "done" {
		d.receiveDone(line, err, text, arrived)
		return nil
	}
	due := d.awaited
	freeText := due != nil && line.Command != "id" && line.Command != "param"
	switch {
	case err != nil && !freeText:
		d.report(arrived, "%q: %v", abbreviate(text, 80), err)
		return nil
	case err != nil:
		due.skip(text)
		return nil
	case due != nil && due.command == line.Command:
		d.receiveAwaited(arrived)
		return nil
	}
	switch line.Command {
	case "info":
		return d.receiveInfo(line, text, arrived)
	case "pong":
		if len(d.pongs) == 0 {
			d.report(arrived, "pong without a ping")
			return nil
		}
		close(d.pongs[0])
		d.pongs = d.pongs[1:]
		return nil
	case "error":
		message, _ := line.Get("message")
		d.report(arrived, "the engine reports: %s", abbreviate(message, 200))
		if len(d.searches) > 0 {
			d.searches[0].result.addError(message)
		}
	case "id":
		if !d.greeted {
			d.id = ParseID(line)
		}
	case "param":
		if !d.greeted {
			d.declare(line, text, arrived)
		}
	}
	if due != nil {
		due.skip(text)
	}
	return nil
}

func (d *Driver) receiveAwaited(arrived time.Time) {
	if d.awaited.command == "wait" {
		d.greeted = true
		if d.id == (ID{}) {
			d.report(arrived, "wait without an id line: it may speak version 1 of Hub")
		}
	}
	close(d.awaited.arrived)
	d.awaited = nil
}

func (d *Driver) declare(line Line, text string, arrived time.Time) {
	p, err := ParseParam(line)
	if err != nil {
		d.report(arrived, "%q: %v", abbreviate(text, 80), err)
		return
	}
	if i := slices.IndexFunc(d.params, func(q Param) bool { return q.Name == p.Name }); i >= 0 {
		d.report(arrived, "parameter %s is declared twice", p.Name)
		d.params[i] = p
		return
	}
	d.params = append(d.params, p)
}

// report keeps a fault of the engine that the dialogue survives.
func (d *Driver) report(at time.Time, format string, args ...any) {
	if len(d.problems) == keptProblems {
		d.problems = slices.Delete(d.problems, 0, 1)
	}
	d.problems = append(d.problems, Problem{at, fmt.Sprintf(format, args...)})
}

func (d *Driver) flooded(bytes int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.fail(Flooded, fmt.Sprintf("%d bytes more than %d a second", bytes, floodRate), nil)
}

// judgeEnd finds out why the output has ended.
func (d *Driver) judgeEnd() {
	ended := d.process != nil && d.process.awaitEnd(d.options.Timeouts.Exit)
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.closing:
	case !ended:
		d.fail(ClosedOutput, d.hint(), nil)
	case !d.greeted:
		d.fail(ExitedAtStart, d.hint(), nil)
	case len(d.searches) > 0:
		d.fail(Crashed, "", nil)
	case d.awaited != nil:
		d.fail(Exited, "instead of the answer "+d.awaited.command, nil)
	default:
		d.fail(Exited, "", nil)
	}
}

// fail ends the dialogue and the engine; the caller holds mu. Only the first failure counts.
func (d *Driver) fail(kind FailureKind, detail string, cause error) {
	if d.err == nil {
		d.end(d.failure(kind, detail, cause))
		d.stop()
	}
}

func (d *Driver) failure(kind FailureKind, detail string, cause error) *EngineError {
	e := &EngineError{Kind: kind, Engine: d.options.Command, Detail: detail, Err: cause, Stderr: d.Stderr()}
	if d.process != nil {
		e.Exit = d.process.status()
		if d.options.Dir != "" && !d.greeted {
			e.Detail = joinDetails(e.Detail, "started in "+d.options.Dir)
		}
	}
	return e
}

func joinDetails(details ...string) string {
	return strings.Join(slices.DeleteFunc(details, func(s string) bool { return s == "" }), ", ")
}

// end lets go of everyone who waits; the caller holds mu.
func (d *Driver) end(err error) {
	d.err = err
	for _, search := range d.searches {
		search.disarm()
	}
	close(d.over)
}

// stop ends the engine without ceremony and without waiting; the caller holds mu.
func (d *Driver) stop() {
	if d.process != nil {
		d.process.signal(killGroup)
	}
	// Closing may wait for a writer that is stuck, who may wait for mu.
	go func() {
		_ = d.stdin.Close()
		if d.process == nil {
			_ = d.stdout.Close()
		}
	}()
}

// Close ends the engine: `quit`, then a request of the system to end, then a kill, each after its own time; what the
// engine left running in its group of processes is killed too. It returns when all is over. The error, an
// [*EngineError], says how the end went wrong; an earlier failure is not repeated.
func (d *Driver) Close() error {
	d.shutDown((*Driver).quit)
	return d.closeErr
}

// Kill ends the engine and its group of processes at once, and returns when all is over.
func (d *Driver) Kill() error {
	d.shutDown(func(*Driver) error { return nil })
	return d.closeErr
}

func (d *Driver) shutDown(ask func(*Driver) error) {
	d.closeOnce.Do(func() {
		d.mu.Lock()
		d.closing = true
		failed := d.err != nil
		d.mu.Unlock()
		if !failed {
			d.closeErr = ask(d)
		}
		d.mu.Lock()
		if d.err == nil {
			d.end(ErrClosed)
		}
		d.stop()
		d.mu.Unlock()
		if d.process != nil && !d.process.awaitEnd(d.options.Timeouts.Terminate) {
			d.closeErr = d.failure(IgnoredQuit, "the system cannot end it", nil)
			_ = d.stdout.Close()
		}
		<-d.readerDone
	})
}

// quit asks the engine to end, with growing force.
func (d *Driver) quit() error {
	gone := (<-chan struct{})(d.outputEnd)
	if d.process != nil {
		gone = d.process.exited
	}
	d.writeMu.Lock()
	_ = d.writeTo([]string{"quit"}) // an engine that is gone already is what we want
	d.writeMu.Unlock()
	ignored := !isClosedWithin(gone, d.options.Timeouts.Quit)
	if d.process != nil {
		if ignored {
			d.process.signal(terminateGroup)
		}
		d.process.awaitEnd(d.options.Timeouts.Terminate) // its last words belong to the failure
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.err != nil:
		return d.err
	case ignored:
		return d.failure(IgnoredQuit, fmt.Sprintf("still there after %v", d.options.Timeouts.Quit), nil)
	case d.process != nil && !d.process.cmd.ProcessState.Success():
		return d.failure(BadExit, "", nil)
	}
	return nil
}

// releaseOutput ends the reading if a process that left the group holds the output open after the engine's end.
func (d *Driver) releaseOutput() {
	<-d.process.exited
	if !isClosedWithin(d.outputEnd, d.options.Timeouts.Exit) {
		_ = d.stdout.Close()
	}
}

// floodMeter counts what comes in beyond floodRate.
type floodMeter struct {
	source  io.Reader
	limit   int // bytes
	flooded func(bytes int)
	excess  float64
	last    time.Time
}

func (m *floodMeter) Read(p []byte) (int, error) {
	n, err := m.source.Read(p)
	now := time.Now()
	if !m.last.IsZero() {
		m.excess = max(0, m.excess-now.Sub(m.last).Seconds()*floodRate)
	}
	m.last = now
	m.excess += float64(n)
	if m.excess > float64(m.limit) {
		m.flooded(int(m.excess))
	}
	return n, err
}
