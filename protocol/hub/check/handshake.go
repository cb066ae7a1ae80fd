package check

import (
	"fmt"
	"strings"
	"time"

	"ckengine/protocol/hub"
)

// Times beyond which hosts are known to give up or to lose games.
const (
	slowStart = 5 * time.Second // of `hub` to `wait`, and of `init` to `ready`
	slowPong  = 200 * time.Millisecond
	slowStop  = 500 * time.Millisecond
	lateMove  = 50 * time.Millisecond // the margin of ckengine match
)

func handshake() []examination {
	return []examination{
		{name: "answers hub with wait", run: examineGreeting, fresh: true},
		{name: "says who it is", run: examineID},
		{name: "declares its parameters", run: examineParams},
		{name: "takes its own parameter values", run: examineOwnValues},
		{name: "answers ping with pong", run: func(s *session) { s.alive("init") }},
		{name: "is ready again after a second init", run: examineSecondInit},
	}
}

func examineGreeting(s *session) {
	began := time.Now()
	if err := s.greet(); err != nil {
		s.fault("%v", err)
		return
	}
	if elapsed := time.Since(began); elapsed > slowStart {
		s.advise("it took %v, and some hosts wait for %v only", elapsed.Round(time.Millisecond), slowStart)
	}
	began = time.Now()
	if err := s.prepare(); err != nil {
		s.fault("%v", err)
		return
	}
	if elapsed := time.Since(began); elapsed > slowStart {
		s.advise("it took %v from init to ready, and some hosts wait for %v only", elapsed.Round(time.Millisecond), slowStart)
	}
}

func examineID(s *session) {
	switch id := s.driver.ID(); {
	case id.Name == "":
		s.fault("there is no id line with a name")
	case id.Version == "" || id.Author == "":
		s.advise("the id line lacks version or author: some hosts cut the name out between them")
	}
}

// examineParams asks once more, so that the lines are in this examination's transcript.
func examineParams(s *session) {
	from := s.mark()
	if !s.send("hub") || len(s.await(from, "wait", 1, s.options.Driver.Timeouts.Start)) == 0 {
		s.advise("hub is not answered a second time")
		return
	}
	seen := map[string]bool{}
	for _, entry := range s.answers(from, "param") {
		line, err := hub.Parse(entry.Line)
		if err != nil {
			s.fault("%q: %v", entry.Line, err)
			continue
		}
		p, err := hub.ParseParam(line)
		if err != nil {
			s.fault("%q: %v", entry.Line, err)
			continue
		}
		s.examineParam(p, line, seen)
	}
}

func (s *session) examineParam(p hub.Param, line hub.Line, seen map[string]bool) {
	if seen[p.Name] {
		s.fault("parameter %s is declared twice", p.Name)
	}
	seen[p.Name] = true
	switch p.Type {
	case hub.BoolParam, hub.IntParam, hub.RealParam, hub.StringParam, hub.EnumParam:
	default:
		s.fault("parameter %s has the type %q: want bool, int, real, string or enum", p.Name, p.Type)
	}
	if _, err := p.Check(p.Value); err != nil {
		s.fault("its own value does not fit the declaration: %v", err)
	}
	for _, arg := range line.Args {
		if arg.Flag {
			s.advise("parameter %s: there is a word without a value, %q, which some hosts cannot split", p.Name, arg.Name)
		}
	}
	if p.Name == "variant" && p.Type != hub.EnumParam {
		s.advise("parameter variant is no enum, so that hosts cannot choose the board")
	}
}

func examineOwnValues(s *session) {
	from := s.mark()
	for _, p := range s.driver.Params() {
		if err := s.driver.SetParam(p.Name, p.Value); err != nil {
			s.fault("%v", err)
		}
	}
	if s.alive("set-param") {
		s.noErrors(from, "setting parameters to the values that they have")
	}
}

// noErrors takes an error line as a fault.
func (s *session) noErrors(from int, doing string) {
	for _, entry := range s.answers(from, "error") {
		s.fault("%s is answered by %s", doing, entry.Line)
	}
}

func examineSecondInit(s *session) {
	if err := s.driver.Init(s.ctx); err != nil {
		s.fault("%v", err)
	}
}

// infoFields are what an info line should hold, in the order that hosts with a fixed pattern want.
var infoFields = []string{"depth", "mean-depth", "score", "nodes", "time", "nps", "pv"}

// examineInfo looks at the form of an info line.
func (s *session) examineInfo(text string) {
	line, err := hub.Parse(text)
	if err != nil {
		s.fault("%q: %v", text, err)
		return
	}
	if _, err := hub.ParseInfo(line); err != nil {
		s.fault("%q: %v", text, err)
	}
	next := 0
	for _, arg := range line.Args {
		if arg.Flag {
			s.advise("an info line has a word without a value, %q, which some hosts cannot split", arg.Name)
		}
		if next < len(infoFields) && arg.Name == infoFields[next] {
			next++
		}
	}
	var missing []string
	for _, name := range infoFields[:6] {
		if !line.Has(name) {
			missing = append(missing, name)
		}
	}
	switch {
	case len(missing) > 0:
		s.advise("info lines lack %s: some hosts skip such lines", strings.Join(missing, ", "))
	case next < len(infoFields) && line.Has("pv"):
		s.advise("info lines have their fields in an order other than %s: some hosts skip such lines", fmt.Sprint(infoFields))
	}
}
