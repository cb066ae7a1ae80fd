// Package check tells the author of a Hub engine what his engine does wrong: it holds
// a scripted dialogue with it, and names each fault with the lines that show it.
//
// It knows the rules of draughts, in order to judge moves, and the Hub protocol, version
// 2. It refuses to know how strong an engine is.
package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"ckengine/engine"
	"ckengine/protocol/hub"
)

// Severity says how bad a finding is.
type Severity uint8

// The severities.
const (
	Passed Severity = iota
	Advice          // some hosts cope badly with it, or it costs strength
	Fault           // hosts lose games or hang by it
)

// String is "ok", "advice" or "FAULT".
func (s Severity) String() string { return [...]string{"ok", "advice", "FAULT"}[s] }

// MarshalText is String in lower case.
func (s Severity) MarshalText() ([]byte, error) { return []byte(strings.ToLower(s.String())), nil }

// Finding is the result of one examination.
type Finding struct {
	Name       string   `json:"name"` // what a good engine does
	Severity   Severity `json:"severity"`
	Messages   []string `json:"messages,omitempty"`   // what this one does, empty if it passed
	Transcript []string `json:"transcript,omitempty"` // the dialogue, each line with its time and '>' to the engine or '<' from it
}

// Options say what to examine.
type Options struct {
	Driver  hub.DriverOptions // how to start the engine
	Variant engine.Variant    // the board to play on
	Params  map[string]string // to set before init
}

// Timeouts of the examination, where the driver's options have none.
var patience = hub.Timeouts{
	Start: 10 * time.Second, Init: 30 * time.Second, Ping: 5 * time.Second, Move: 60 * time.Second,
	Stop: 5 * time.Second, Quit: 3 * time.Second, Terminate: 2 * time.Second, Exit: time.Second,
}

// Run examines an engine and shows each finding as it is made. The error is that of
// the context, or tells that the engine cannot be started at all.
func Run(ctx context.Context, o Options, show func(Finding)) error {
	return run(ctx, o, examinations(), show)
}

func run(ctx context.Context, o Options, list []examination, show func(Finding)) error {
	if o.Driver.Timeouts == (hub.Timeouts{}) {
		o.Driver.Timeouts = patience
	}
	s := &session{ctx: ctx, options: o, random: newWalk(o.Variant)}
	defer func() {
		if s.driver != nil {
			_ = s.driver.Kill()
		}
	}()
	for _, e := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		finding, err := s.examine(e)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		show(finding)
		if err != nil {
			return err
		}
	}
	return nil
}

// errNotStarted says that there is nothing to examine.
var errNotStarted = errors.New("the engine cannot be started, so that there is nothing more to examine")

// examination is one part of the dialogue.
type examination struct {
	name string
	run  func(s *session)
	// fresh is an examination that begins with the start of an engine by itself.
	fresh bool
}

func examinations() []examination {
	return slices.Concat(handshake(), searching(), robustness(), ending())
}

// session is the dialogue with an engine, which is started again whenever it has ended.
type session struct {
	ctx     context.Context
	options Options
	random  *walk
	driver  *hub.Driver

	severity Severity
	messages []string

	mu   sync.Mutex
	log  []hub.Entry
	more chan struct{} // closed when there is a further entry
}

// examine runs one examination. The error tells that there is no engine to go on with.
func (s *session) examine(e examination) (Finding, error) {
	s.severity, s.messages = Passed, nil
	s.mu.Lock()
	s.log, s.more = nil, make(chan struct{})
	s.mu.Unlock()
	if e.fresh {
		s.end()
	}
	var broken error
	if s.driver == nil && !e.fresh {
		broken = s.start()
	}
	if broken == nil {
		e.run(s)
		if e.fresh && s.driver == nil {
			broken = errNotStarted
		}
	} else {
		s.fault("%v", broken)
	}
	if s.driver != nil && s.driver.Err() != nil {
		if s.severity < Fault {
			s.fault("%v", s.driver.Err())
		}
		s.end()
	}
	f := Finding{Name: e.name, Severity: s.severity, Messages: s.messages}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, entry := range s.log {
		f.Transcript = append(f.Transcript, entry.String())
	}
	return f, broken
}

// start starts the engine and makes it ready.
func (s *session) start() error {
	if err := s.greet(); err != nil {
		return err
	}
	return s.prepare()
}

// greet starts the engine up to its `wait`.
func (s *session) greet() error {
	o := s.options.Driver
	o.Transcript = s.record
	driver, err := hub.Start(s.ctx, o)
	if err != nil {
		return err
	}
	s.driver = driver
	return nil
}

// prepare sets the parameters and waits for `ready`.
func (s *session) prepare() error {
	params := map[string]string{}
	for _, p := range s.driver.Params() {
		if p.Name == "variant" && slices.Contains(p.Values, s.options.Variant.String()) {
			params["variant"] = s.options.Variant.String()
		}
	}
	maps.Copy(params, s.options.Params)
	for name, value := range params {
		if err := s.driver.SetParam(name, value); err != nil {
			return err
		}
	}
	return s.driver.Init(s.ctx)
}

// end ends the engine without ceremony.
func (s *session) end() {
	if s.driver != nil {
		_ = s.driver.Kill()
		s.driver = nil
	}
}

func (s *session) fault(format string, args ...any)  { s.note(Fault, format, args...) }
func (s *session) advise(format string, args ...any) { s.note(Advice, format, args...) }

func (s *session) note(severity Severity, format string, args ...any) {
	s.severity = max(s.severity, severity)
	if text := fmt.Sprintf(format, args...); !slices.Contains(s.messages, text) {
		s.messages = append(s.messages, text)
	}
}

// maxLog bounds the transcript of one examination, in lines.
const maxLog = 2000

func (s *session) record(direction hub.Direction, at time.Time, line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.log) == maxLog {
		return
	}
	s.log = append(s.log, hub.Entry{Time: at, Direction: direction, Line: line})
	close(s.more)
	s.more = make(chan struct{})
}

// mark is the place in the log where the next line will stand.
func (s *session) mark() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.log)
}

// answers returns the engine's lines with a command from a place in the log on.
func (s *session) answers(from int, command string) []hub.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []hub.Entry
	for _, entry := range s.log[from:] {
		word, _, _ := strings.Cut(strings.TrimSpace(entry.Line), " ")
		if entry.Direction == hub.FromEngine && (word == command || command == "") {
			found = append(found, entry)
		}
	}
	return found
}

// await waits for a number of lines with a command and returns what has come.
func (s *session) await(from int, command string, count int, patience time.Duration) []hub.Entry {
	timeout := time.After(patience)
	for {
		s.mu.Lock()
		more := s.more
		s.mu.Unlock()
		found := s.answers(from, command)
		if len(found) >= count {
			return found
		}
		select {
		case <-more:
		case <-timeout:
			return found
		case <-s.driver.Over():
			return s.answers(from, command)
		case <-s.ctx.Done():
			return found
		}
	}
}

// send writes lines as they are.
func (s *session) send(lines ...string) bool {
	if err := s.driver.Send(lines...); err != nil {
		s.fault("%v", err)
		return false
	}
	return true
}

// alive makes sure that the engine answers a ping, so that all that was due before has come.
func (s *session) alive(after string) bool {
	if err := s.driver.Ping(s.ctx); err != nil {
		s.fault("after %s: %v", after, err)
		return false
	}
	return true
}
