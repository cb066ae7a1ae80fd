package check

import (
	"strconv"
	"strings"
	"time"

	"ckengine/engine"
	"ckengine/protocol/hub"
)

func robustness() []examination {
	return []examination{
		{name: "keeps silent at stop and ponder-hit without a search", run: examineIdle},
		{name: "answers each go of a burst once", run: examineBurst},
		{name: "adds level lines up", run: examineLevels},
		{name: "survives lines that are none", run: examineNonsense},
		{name: "answers go after a bad position", run: examineBadPosition},
		{name: "reads lines that end with CR LF", run: examineCRLF},
		{name: "reads a decimal comma", run: examineComma},
		{name: "writes nothing to standard error", run: examineStderr},
	}
}

func examineIdle(s *session) {
	from := s.mark()
	if s.send("stop", "ponder-hit", "stop") && s.alive("stop and ponder-hit without a search") {
		if found := s.answers(from, "done"); len(found) > 0 {
			s.fault("it answers %s, and a host takes that for its next search", found[0].Line)
		}
	}
}

// examineBurst does what the Hub GUI does when the opponent plays another move than the expected one.
func examineBurst(s *session) {
	first, second := middleGame(s), middleGame(s)
	from := s.mark()
	if !s.send(positionLine(first), "level infinite", "go ponder") {
		return
	}
	time.Sleep(100 * time.Millisecond)
	if !s.send("stop", positionLine(second), "level depth=3", "go think") {
		return
	}
	s.await(from, "done", 2, s.options.Driver.Timeouts.Move)
	time.Sleep(200 * time.Millisecond) // for one too many
	if !s.alive("a burst of stop, pos, level and go") {
		return
	}
	done := s.answers(from, "done")
	if len(done) != 2 {
		s.fault("two go in a burst were answered by %d done", len(done))
		return
	}
	for i, g := range []*engine.Game{first, second} {
		line, err := hub.Parse(done[i].Line)
		if err == nil {
			var answer hub.Done
			if answer, err = hub.ParseDone(line); err == nil {
				s.examineMove(g.Position(), answer)
			}
		}
		if err != nil {
			s.fault("%q: %v", done[i].Line, err)
		}
	}
}

func examineLevels(s *session) {
	g := middleGame(s)
	from := s.mark()
	began := time.Now()
	if !s.send(positionLine(g), "level depth=3", "level move-time=20", "go think") {
		return
	}
	if len(s.await(from, "done", 1, 10*time.Second)) == 0 {
		s.advise("after level depth=3 and level move-time=20 it searches on at %v: the second line has undone the first",
			time.Since(began).Round(time.Second))
		s.send("stop")
		s.await(from, "done", 1, s.options.Driver.Timeouts.Stop)
	}
	s.alive("two level lines")
}

func examineStderr(s *session) {
	s.think(middleGame(s), hub.Level{Depth: 4})
	time.Sleep(100 * time.Millisecond) // it comes by a way of its own
	if text := s.driver.Stderr(); text != "" {
		line, _, _ := strings.Cut(text, "\n")
		s.advise("it writes %q: some hosts read that as Hub", line)
	}
}

// nonsense is what a host's fault, or a newer version of Hub, may send.
func nonsense() []string {
	return []string{
		"", "   ", "nonsense a=1", `set-param name="threads value=1`, "set-param", "set-param name=no-such-parameter value=1", "set-param name=threads value=many",
		"level depth=abc", "level time=", "level moves=-1", "=", `pos pos="`, "pos pos=Wxyz", `pos start moves="1-72 a-b"`, strings.Repeat("x", 1<<16),
		"go sideways now=yes",
	}
}

func examineNonsense(s *session) {
	for _, line := range nonsense() {
		from := s.mark()
		isGo := strings.HasPrefix(line, "go")
		if isGo && !s.send(positionLine(middleGame(s)), "level depth=1") || !s.send(line) {
			return
		}
		if isGo && len(s.await(from, "done", 1, time.Second)) == 0 {
			s.send("stop")
		}
		if !s.alive("the line " + abridged(line)) {
			return
		}
	}
	s.think(middleGame(s), hub.Level{Depth: 2})
}

func abridged(line string) string {
	const limit = 60
	if len(line) > limit {
		line = line[:limit] + "..."
	}
	return strconv.Quote(line)
}

func examineBadPosition(s *session) {
	from := s.mark()
	if !s.send("pos pos=Wxyz", "level depth=2", "go think") {
		return
	}
	if len(s.await(from, "done", 1, s.options.Driver.Timeouts.Stop)) == 0 {
		s.advise("go after a position that cannot be read is not answered: the host waits for ever")
	}
	s.alive("a position that cannot be read")
}

func examineCRLF(s *session) {
	from := s.mark()
	if s.send("ping\r") && len(s.await(from, "pong", 1, s.options.Driver.Timeouts.Ping)) == 0 {
		s.advise("a ping that ends with CR LF, as on Windows, is not answered")
	}
}

// examineComma sends what the Hub GUI writes on a machine whose numbers have a comma.
func examineComma(s *session) {
	from := s.mark()
	if !s.send(positionLine(middleGame(s)), "level move-time=0,100", "go think") {
		return
	}
	if len(s.await(from, "done", 1, s.options.Driver.Timeouts.Stop)) == 0 {
		s.advise("level move-time=0,100 is not read as a tenth of a second")
		s.send("stop")
		s.await(from, "done", 1, s.options.Driver.Timeouts.Stop)
	}
	s.alive("a decimal comma")
}

func ending() []examination {
	return []examination{
		{name: "ends at quit", run: func(s *session) { examineQuit(s, false) }},
		{name: "ends at quit during a search", run: func(s *session) { examineQuit(s, true) }},
		{name: "ends when its input does", run: func(s *session) { examineHangup(s, false) }},
		{name: "ends when its input does during a search", run: func(s *session) { examineHangup(s, true) }},
	}
}

func examineQuit(s *session, searching bool) {
	if searching {
		if _, _, _, ok := s.analysis(hub.Analyze, hub.Level{Infinite: true}); !ok {
			return
		}
	}
	if err := s.driver.Close(); err != nil {
		s.fault("%v", err)
	}
	s.driver = nil
}

// examineHangup does what happens when the host is killed.
func examineHangup(s *session, searching bool) {
	if searching {
		if _, _, _, ok := s.analysis(hub.Analyze, hub.Level{Infinite: true}); !ok {
			return
		}
	}
	if err := s.driver.Hangup(); err != nil {
		s.fault("%v", err)
	}
	select {
	case <-s.driver.Over():
	case <-s.ctx.Done():
	case <-time.After(s.options.Driver.Timeouts.Quit):
		s.fault("it runs on %v after the end of its input: it will be left behind when its host dies", s.options.Driver.Timeouts.Quit)
	}
	s.end()
}
