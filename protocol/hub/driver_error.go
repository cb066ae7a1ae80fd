package hub

import (
	"fmt"
	"strings"
)

// FailureKind tells what an engine did wrong.
type FailureKind uint8

// The kinds of failure. After all but MalformedAnswer the driver has ended the engine.
const (
	NotFound        FailureKind = iota + 1 // there is no such program
	NotStarted                             // the system refuses to run it
	ExitedAtStart                          // it ended before the handshake was over
	NoHubAnswer                            // no `wait` after `hub`
	NoInitAnswer                           // no `ready` after `init`
	NoPingAnswer                           // no `pong` after `ping`
	Crashed                                // it ended during a search
	Exited                                 // it ended between searches
	ClosedOutput                           // it closed its standard output and still runs
	ClosedInput                            // it closed its standard input, or does not read it
	Stalled                                // it went on searching, deaf to `stop`
	Flooded                                // it writes more than anyone can want to read
	MalformedAnswer                        // it ended a search with a `done` that cannot be read
	IgnoredQuit                            // it ran on after `quit` and had to be killed
	BadExit                                // it ended after `quit` with an exit status other than 0
)

var failureTexts = [...]string{
	NotFound:        "not found",
	NotStarted:      "cannot be started",
	ExitedAtStart:   "exited at start",
	NoHubAnswer:     "no answer to hub",
	NoInitAnswer:    "no answer to init",
	NoPingAnswer:    "no answer to ping",
	Crashed:         "ended during a search",
	Exited:          "ended between searches",
	ClosedOutput:    "closed its output",
	ClosedInput:     "does not read its input",
	Stalled:         "does not end its search",
	Flooded:         "floods its output",
	MalformedAnswer: "malformed answer",
	IgnoredQuit:     "ignored quit",
	BadExit:         "bad exit status after quit",
}

// String says it in words.
func (k FailureKind) String() string {
	if int(k) < len(failureTexts) && k != 0 {
		return failureTexts[k]
	}
	return fmt.Sprintf("failure %d", k)
}

// EngineError is a failure of an engine.
type EngineError struct {
	Kind   FailureKind
	Engine string // the command
	Detail string // what was seen or missed, may be empty
	Exit   string // how the process ended, e.g. "exit status 2"; empty where it had not
	Stderr string // the end of what it wrote to its standard error
	Err    error  // the cause that the system reports, may be nil
}

// Error names the engine, the failure and its circumstances, with the last line of standard error.
func (e *EngineError) Error() string {
	parts := []string{"engine " + e.Engine, e.Kind.String()}
	for _, part := range []string{e.Detail, e.Exit} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if e.Err != nil {
		parts = append(parts, e.Err.Error())
	}
	if lines := strings.Split(strings.TrimSpace(e.Stderr), "\n"); lines[len(lines)-1] != "" {
		parts = append(parts, fmt.Sprintf("stderr ends with %q", abbreviate(lines[len(lines)-1], 200)))
	}
	return strings.Join(parts, ": ")
}

// Unwrap returns the system's cause.
func (e *EngineError) Unwrap() error { return e.Err }
