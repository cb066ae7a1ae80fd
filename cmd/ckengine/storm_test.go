package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ckengine/engine"
)

// stormTime is how long the storm blows: CKENGINE_STORM=1h for a long one.
func stormTime(t *testing.T) time.Duration {
	if text := os.Getenv("CKENGINE_STORM"); text != "" {
		d, err := time.ParseDuration(text)
		if err != nil {
			t.Fatalf("CKENGINE_STORM: %v", err)
		}
		return d
	}
	if testing.Short() {
		return time.Second
	}
	return 3 * time.Second
}

// TestStorm writes random and mutated lines at random moments. The program must
// live, answer every ping, give one done for each go, and play a correct move
// afterwards. How long the pings took is reported.
func TestStorm(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	e := greetedEngine(t)
	s := &storm{engine: e, r: rand.New(rand.NewPCG(seed, 0))}
	rounds := 0
	for start := time.Now(); rounds == 0 || time.Since(start) < stormTime(t); rounds++ {
		if err := s.round(); err != nil {
			t.Fatalf("round %d: %v\nlast lines: %q", rounds, err, s.last)
		}
	}
	if err := e.send("quit"); err != nil {
		t.Fatal(err)
	}
	if err := e.wait(); err != nil {
		t.Error(err)
	}
	slices.Sort(s.pings)
	t.Logf("%d rounds, %d lines, %d searches; ping to pong: median %v, 99%% %v, most %v",
		rounds, s.lines, s.searches, s.pings[len(s.pings)/2], s.pings[len(s.pings)*99/100], s.pings[len(s.pings)-1])
}

type storm struct {
	engine   *engineProcess
	r        *rand.Rand
	last     []string // lines of this round
	lines    int
	searches int
	pings    []time.Duration
}

// round sends a handful of wild lines, checks that a ping is answered and that the
// searches end, and then asks for a plain move.
func (s *storm) round() error {
	s.last = nil
	owed := 0
	for range 1 + s.r.IntN(12) {
		line := s.line()
		if isGo(line) {
			owed++
		}
		s.last = append(s.last, line)
		if err := s.engine.send(line); err != nil {
			return err
		}
		if s.r.IntN(4) == 0 {
			time.Sleep(time.Duration(s.r.IntN(3000)) * time.Microsecond)
		}
	}
	s.lines += len(s.last)
	s.searches += owed

	ended, err := s.ping()
	if err != nil {
		return err
	}
	square := 43 + s.r.IntN(28)
	if err := s.engine.send("stop", loneMan(square), "level depth=2", "go think"); err != nil {
		return err
	}
	for ; ended < owed; ended++ {
		if _, err := s.engine.until("done"); err != nil {
			return fmt.Errorf("%d of %d searches ended: %w", ended, owed, err)
		}
	}
	done, err := s.engine.until("done")
	if err != nil {
		return err
	}
	if !strings.HasPrefix(done, fmt.Sprintf("done move=%d-", square)) {
		return fmt.Errorf("%s, want a move from %d", done, square)
	}
	return nil
}

// ping measures the answer to a ping, and counts the searches that ended before it.
func (s *storm) ping() (ended int, err error) {
	sent := time.Now()
	if err := s.engine.send("ping"); err != nil {
		return 0, err
	}
	for {
		line, err := s.engine.next()
		if err != nil {
			return ended, fmt.Errorf("waiting for pong: %w", err)
		}
		switch command, _, _ := strings.Cut(line.text, " "); command {
		case "done":
			ended++
		case "pong":
			s.pings = append(s.pings, line.at.Sub(sent))
			return ended, nil
		}
	}
}

func loneMan(square int) string {
	board := []byte(strings.Repeat("e", engine.Canadian.Squares()))
	board[0], board[square-1] = 'b', 'w'
	return "pos pos=W" + string(board)
}

// isGo reports whether an engine has to take a line for a go: the word, and then
// nothing that could belong to it.
func isGo(line string) bool {
	rest, found := strings.CutPrefix(strings.TrimLeft(line, " \t"), "go")
	return found && (strings.Trim(rest, "\r") == "" || strings.ContainsRune(" \t=", rune(rest[0])))
}

// line returns a line as a GUI might send it, one in three of them damaged.
func (s *storm) line() string {
	start := engine.Start(engine.Variants()[s.r.IntN(3)]).HubString()
	lines := []string{
		"hub", "init", "new-game", "stop", "ponder-hit", "go", "go think", "go ponder", "go analyze", "go analyse",
		"level infinite", "level depth=3", "level nodes=500", "level move-time=0.01", "level time=0.5 inc=0,01 moves=3",
		"level time=-0.4 inc=1", "pos start", "pos pos=" + start, "pos pos=" + start + ` moves="45-39 28-34 39x28x34 22x33x28"`,
		`pos start moves="32-28 19-23"`, "set-param name=hash value=2", "set-param name=multi-pv value=3", "set-param name=multi-pv value=1",
		`set-param name="variant" value="international"`, "set-param name=variant value=canadian", "set-param name=ponder value=true",
		loneMan(50), "nonsense", "",
	}
	line := lines[s.r.IntN(len(lines))]
	if s.r.IntN(3) > 0 {
		return line
	}
	return s.damage(line)
}

// damage changes a few bytes of a line, but never makes it end the dialogue.
func (s *storm) damage(line string) string {
	b := []byte(line)
	for range 1 + s.r.IntN(4) {
		at := s.r.IntN(len(b) + 1)
		switch s.r.IntN(4) {
		case 0:
			b = slices.Insert(b, at, byte(s.r.IntN(256)))
		case 1:
			b = slices.Insert(b, at, []byte(`= "'-x,.0`)[s.r.IntN(9)])
		case 2:
			b = b[:at]
		case 3:
			b = slices.Insert(b, at, b[:at]...)
		}
	}
	damaged := strings.ReplaceAll(string(b), "\n", "")
	if strings.Contains(damaged, "quit") || strings.Contains(damaged, "hash") || strings.Contains(damaged, "ping") {
		return "x"
	}
	return damaged
}
