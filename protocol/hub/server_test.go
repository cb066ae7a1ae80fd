package hub_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/protocol/hub"
)

// patience is how long a test waits for what has to come before it fails.
const patience = 20 * time.Second

// client is the GUI's end of a dialogue with a server in the same process.
type client struct {
	t      testing.TB
	in     io.WriteCloser
	lines  chan string // what the server said
	served chan error  // its end
}

// testServer returns a server that takes little memory.
func testServer() hub.Server {
	settings := protocol.DefaultSettings()
	settings.HashMiB = 1
	return hub.Server{ID: hub.ID{Name: "x"}, Player: protocol.NewPlayer(settings)}
}

func newClient(t testing.TB, set ...string) *client {
	t.Helper()
	settings := protocol.DefaultSettings()
	for _, setting := range append([]string{"hash=1"}, set...) {
		name, value, _ := strings.Cut(setting, "=")
		if err := settings.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &client{t: t, in: in, lines: make(chan string, 1<<16), served: make(chan error, 1)}
	go func() {
		server := hub.Server{ID: hub.ID{Name: "ckengine", Version: "1"}, Player: protocol.NewPlayer(settings)}
		c.served <- server.Serve(toServer, fromServer)
		_ = fromServer.Close()
	}()
	go func() {
		defer close(c.lines)
		scanner := bufio.NewScanner(out)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			c.lines <- scanner.Text()
		}
	}()
	t.Cleanup(func() { _ = in.Close() })
	return c
}

// send writes lines, all with one write.
func (c *client) send(lines ...string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// next returns the server's next line, or false at its end.
func (c *client) next() (string, bool) {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		return line, ok
	case <-time.After(patience):
		c.t.Fatal("the server is silent")
		return "", false
	}
}

// until returns the lines up to the first one with a command, that one included.
func (c *client) until(command string) (lines []string) {
	c.t.Helper()
	for {
		line, ok := c.next()
		if !ok {
			c.t.Fatalf("the dialogue ended before %s: %q", command, lines)
		}
		lines = append(lines, line)
		if word, _, _ := strings.Cut(line, " "); word == command {
			return lines
		}
	}
}

// done returns the line that ends a search, and those before it.
func (c *client) done() (done hub.Done, before []string) {
	c.t.Helper()
	lines := c.until("done")
	last := len(lines) - 1
	line, err := hub.Parse(lines[last])
	if err != nil {
		c.t.Fatal(err)
	}
	if done, err = hub.ParseDone(line); err != nil {
		c.t.Fatal(err)
	}
	return done, lines[:last]
}

// isSilent checks that the server answers ping and has nothing else to say.
func (c *client) isSilent(after string) {
	c.t.Helper()
	c.send("ping")
	if lines := c.until("pong"); len(lines) != 1 {
		c.t.Errorf("after %s: %q", after, lines)
	}
}

// end closes the input and returns what the server still said.
func (c *client) end() (rest []string) {
	c.t.Helper()
	if err := c.in.Close(); err != nil {
		c.t.Fatal(err)
	}
	return c.ended()
}

// ended waits for the end of the dialogue and returns what the server still said.
func (c *client) ended() (rest []string) {
	c.t.Helper()
	for {
		line, ok := c.next()
		if !ok {
			break
		}
		rest = append(rest, line)
	}
	if err := <-c.served; err != nil {
		c.t.Error(err)
	}
	return rest
}

func TestIntroductionDeclaresEveryParameter(t *testing.T) {
	c := newClient(t, "hash=5", "variant=brazilian")
	for _, hash := range []string{"5", "3"} {
		c.send("hub")
		lines := c.until("wait")
		if lines[0] != "id name=ckengine version=1" {
			t.Errorf("first line %q", lines[0])
		}
		var got []hub.Param
		for _, text := range lines[1 : len(lines)-1] {
			line, err := hub.Parse(text)
			if err != nil || line.Command != "param" {
				t.Fatalf("%q: %v", text, err)
			}
			p, err := hub.ParseParam(line)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Check(p.Value); err != nil {
				t.Error(err)
			}
			got = append(got, p)
		}
		for _, p := range protocol.Parameters() {
			i := slices.IndexFunc(got, func(g hub.Param) bool { return g.Name == p.Name })
			if i < 0 {
				t.Fatalf("%s is not declared", p.Name)
			}
			want := map[string]string{"hash": hash, "variant": "brazilian"}[p.Name]
			if want == "" {
				want = p.Default
			}
			if got[i].Value != want || string(got[i].Type) != string(p.Kind) {
				t.Errorf("%+v, want the value %s and the type %s", got[i], want, p.Kind)
			}
		}
		if !slices.ContainsFunc(got, func(p hub.Param) bool { return p.Name == "ponder" }) {
			t.Error("without a parameter ponder the Hub GUI does not ponder")
		}
		c.send("set-param name=hash value=3", "init")
		c.until("ready")
	}
}

// infoLine is what lidraughts takes an info line to be, field by field.
var infoLine = regexp.MustCompile(`^info depth=\d+ mean-depth=\d+\.\d score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d{3} nps=\d+\.\d pv=("[^"=]+"|[^" =]+)$`)

func TestInfoHasAllFieldsInEverySearch(t *testing.T) {
	c := newClient(t)
	for _, level := range []string{"depth=5", "nodes=1", "move-time=0,001", "time=0.01", "time=-0.4 inc=0.45", "depth=1"} {
		for _, mode := range []string{"think", "analyze", "analyse", ""} {
			c.send("pos start", "level "+level, "go "+mode)
			done, before := c.done()
			if len(before) == 0 {
				t.Errorf("level %s, go %s: no info", level, mode)
			}
			for _, line := range before {
				if !infoLine.MatchString(line) {
					t.Errorf("level %s, go %s: %s", level, mode, line)
				}
			}
			checkLegalMove(t, engine.Start(engine.Canadian), done)
		}
	}
}

// checkLegalMove checks the moves of a done line.
func checkLegalMove(t testing.TB, p engine.Position, done hub.Done) {
	t.Helper()
	m, err := p.ParseMove(done.Move)
	if err != nil {
		t.Error(err)
		return
	}
	if p.HubText(m) != done.Move {
		t.Errorf("move %s is not in its canonical form %s", done.Move, p.HubText(m))
	}
	if done.Ponder != "" {
		if _, err := p.Play(m).ParseMove(done.Ponder); err != nil {
			t.Error(err)
		}
	}
}

func TestMultiPVIsAnExtraField(t *testing.T) {
	c := newClient(t)
	c.send("set-param name=multi-pv value=3", "pos start", "level depth=4", "go think")
	_, before := c.done()
	ranks := make(map[string]int)
	for _, line := range before {
		fixed, rank, found := strings.Cut(line, " multi-pv=")
		if !found || !infoLine.MatchString(fixed) {
			t.Errorf("%s", line)
		}
		ranks[rank]++
	}
	if len(ranks) != 3 || ranks["1"] < 4 || ranks["2"] < 4 || ranks["3"] < 4 {
		t.Errorf("lines of each rank: %v", ranks)
	}
}

// loneMan is a position in which White has a single man, so that a move tells the position it belongs to.
func loneMan(v engine.Variant, square int) string {
	return fmt.Sprintf("pos pos=%s", loneManPosition(v, square).HubString())
}

func loneManPosition(v engine.Variant, square int) engine.Position {
	p, err := engine.ParseFEN(fmt.Sprintf("W:W%d:B1", square), v)
	if err != nil {
		panic(err)
	}
	return p
}

// The Hub GUI sends stop, pos, level and go in one write, and counts the done lines it is owed.
func TestSearchMovesConfineOneSearch(t *testing.T) {
	c := newClient(t)
	c.send("pos start", "level depth=4", "go think")
	free, _ := c.done()
	for _, mode := range []string{"", "think ", "analyze ", "ponder "} {
		for _, m := range engine.Start(engine.Canadian).Moves() {
			only := engine.Start(engine.Canadian).HubText(m)
			c.send("pos start", "level depth=4", "go "+mode+"search-moves="+only)
			done, infos := c.done()
			if done.Move != only {
				t.Errorf("go %s: move %s, want %s", mode, done.Move, only)
			}
			for _, info := range infos {
				if !strings.Contains(info, "pv="+only) && !strings.Contains(info, `pv="`+only+" ") {
					t.Errorf("go %s: %s, want a line that begins with %s", mode, info, only)
				}
			}
		}
	}
	c.send("new-game", "pos start", "level depth=4", "go think")
	if done, _ := c.done(); done != free {
		t.Errorf("%v, want %v as before", done, free)
	}
}

// The best of other moves would be taken for the best of those that were meant.
func TestWrongSearchMovesGetNoMove(t *testing.T) {
	c := newClient(t)
	for list, want := range map[string]string{
		`"45-39 45-40"`: "search-moves: move '45-40': the man on 45 does not go to 40; legal: 45-38, 45-39",
		`castle`:        "search-moves: move 'castle': want squares",
		`""`:            "search-moves: no move given",
	} {
		c.send("pos start", "level depth=2", "go analyze search-moves="+list)
		done, before := c.done()
		if done.Move != "" || len(before) != 1 || !strings.HasPrefix(before[0], `error message="`+want) {
			t.Errorf("%s: %q and %v, want the error %s", list, before, done, want)
		}
	}
	c.send("level depth=2", "go analyze")
	if done, _ := c.done(); done.Move == "" {
		t.Error("no move, although the position is right")
	}
}

func TestBurstsYieldOneDoneForEachGoInOrder(t *testing.T) {
	for _, mode := range []string{"think", "ponder", "analyze"} {
		c := newClient(t)
		var burst []string
		var squares []string
		for i := range 60 {
			square := 43 + i%28
			squares = append(squares, strconv.Itoa(square))
			if i%3 > 0 {
				burst = append(burst, "stop")
			}
			burst = append(burst, loneMan(engine.Canadian, square), "level infinite", "go "+mode)
		}
		c.send("pos start", "level infinite", "go "+mode)
		c.until("info")
		c.send(append(burst, "stop")...)
		first, _ := c.done()
		checkLegalMove(t, engine.Start(engine.Canadian), first)
		for i, square := range squares {
			done, _ := c.done()
			if !strings.HasPrefix(done.Move, square+"-") {
				t.Fatalf("go %s, search %d: move %s, want one from %s", mode, i+1, done.Move, square)
			}
		}
		c.isSilent("the last done")
	}
}

func TestStopBeforeTheSearchHasBegun(t *testing.T) {
	c := newClient(t)
	for range 50 {
		c.send("pos start", "level infinite", "go analyze", "stop", "stop", "ponder-hit")
		done, _ := c.done()
		checkLegalMove(t, engine.Start(engine.Canadian), done)
	}
	c.isSilent("the last done")
}

func TestStopAndPonderHitWhenIdleAreSilent(t *testing.T) {
	c := newClient(t)
	c.send("stop", "ponder-hit", "", "  ", "\r")
	c.isSilent("stop when idle")
	c.send("pos start", "level depth=2", "go think")
	c.done()
	c.send("stop", "ponder-hit")
	c.isSilent("stop after done")
}

func TestPingIsAnsweredInMidSearch(t *testing.T) {
	c := newClient(t)
	c.send("pos start", "level infinite", "go analyze")
	c.until("info")
	for range 20 {
		c.send("ping")
		c.until("pong")
	}
	c.send("stop")
	c.done()
}

// secondsOf returns the time field of an info line.
func secondsOf(t *testing.T, text string) float64 {
	t.Helper()
	line, err := hub.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	info, err := hub.ParseInfo(line)
	if err != nil {
		t.Fatal(err)
	}
	return info.Time.Seconds()
}

func TestPonderHitLetsTheClockRun(t *testing.T) {
	for _, level := range []string{"level move-time=0.02", "level time=0.5", "level time=10 moves=1000"} {
		c := newClient(t)
		c.send(`pos start moves="45-39 26-32"`, level, "go ponder")
		for secondsOf(t, c.until("info")[0]) < 0.05 {
			// The limits of the level have passed by then.
		}
		c.isPondering()
		c.send("ponder-hit")
		c.done()
		c.isSilent("the hit")
	}
}

// isPondering checks that a search goes on.
func (c *client) isPondering() {
	c.t.Helper()
	c.send("ping")
	for _, line := range c.until("pong") {
		if strings.HasPrefix(line, "done") {
			c.t.Errorf("the search ended before the hit: %s", line)
		}
	}
}

func TestPonderHitBeforeTheSearchHasBegun(t *testing.T) {
	c := newClient(t)
	c.send("pos start", "level move-time=0.001", "go ponder", "ponder-hit", "ponder-hit")
	c.done()
}

func TestPonderMissIsStoppedAndForgotten(t *testing.T) {
	c := newClient(t)
	c.send(`pos start moves="45-39 28-34"`, "level time=300 inc=2", "go ponder")
	c.until("info")
	c.send("stop", `pos start moves="45-39 26-33"`, "level depth=3", "go think")
	c.done()
	done, _ := c.done()
	p := engine.Start(engine.Canadian)
	for _, text := range []string{"45-39", "26-33"} {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m)
	}
	checkLegalMove(t, p, done)
	c.isSilent("the miss")
}

func TestAnyOtherLineEndsTheSearch(t *testing.T) {
	for _, line := range []string{"pos start", "level depth=3", "new-game", "set-param name=hash value=2", "init", "hub", "quit"} {
		c := newClient(t)
		c.send("pos start", "go analyze")
		c.until("info")
		c.send(line)
		done, _ := c.done()
		checkLegalMove(t, engine.Start(engine.Canadian), done)
	}
}

func TestEndOfInputInMidSearch(t *testing.T) {
	for _, mode := range []string{"go think", "go ponder", "go analyze"} {
		c := newClient(t)
		c.send("pos start", "level infinite", mode)
		c.until("info")
		for _, line := range c.end() {
			if !strings.HasPrefix(line, "info ") {
				t.Errorf("%s: %s after the end of input", mode, line)
			}
		}
	}
}

func TestEndOfInputAnswersWhatCameBefore(t *testing.T) {
	for range 20 {
		var out bytes.Buffer
		if err := testServer().Serve(strings.NewReader("hub\ninit\nping"), &out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"id name=x\n", "\nwait\n", "ready\n", "pong\n"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("no %q in %q", want, out.String())
			}
		}
	}
}

func TestQuitEndsTheSearchFirst(t *testing.T) {
	c := newClient(t)
	c.send("pos start", "level infinite", "go think")
	c.until("info")
	c.send("quit", "hub")
	c.done()
	if rest := c.ended(); len(rest) > 0 {
		t.Errorf("after quit: %q", rest)
	}
}

// stuckWriter takes nothing, like a pipe that nobody reads.
type stuckWriter struct{ release chan struct{} }

func (w stuckWriter) Write(p []byte) (int, error) {
	<-w.release
	return 0, io.ErrClosedPipe
}

func TestTranscriptHasEveryLineInOrder(t *testing.T) {
	var got []string
	server := testServer()
	server.Transcript = func(direction hub.Direction, at time.Time, line string) {
		if at.IsZero() {
			t.Errorf("%s has no time", line)
		}
		got = append(got, direction.String()+" "+line)
	}
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	go func() {
		_ = server.Serve(toServer, fromServer)
		_ = fromServer.Close()
	}()
	answers := bufio.NewScanner(out)
	for _, turn := range [][2]string{{"ping now", "pong"}, {"init\r", "ready"}, {"nonsense", `error message="bad command: nonsense"`}} {
		if _, err := io.WriteString(in, turn[0]+"\n"); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() || answers.Text() != turn[1] {
			t.Fatalf("%s: %q", turn[0], answers.Text())
		}
	}
	_, _ = io.WriteString(in, "stop")
	_ = in.Close()
	if answers.Scan() {
		t.Fatalf("%q after the end", answers.Text())
	}
	want := []string{"> ping now", "< pong", "> init", "< ready", "> nonsense", `< error message="bad command: nonsense"`, "> stop"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("transcript (-want +got):\n%s", diff)
	}
}

func TestEndOfInputWhileNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := stuckWriter{make(chan struct{})}
		if err := testServer().Serve(strings.NewReader("hub\n"), w); err != nil {
			t.Error(err)
		}
		close(w.release)
	})
}

func TestErrorsOfTheStreams(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("ping\n"), brokenReader{})
	if err := testServer().Serve(broken, io.Discard); err == nil {
		t.Error("no error from a broken input")
	}
	w := stuckWriter{make(chan struct{})}
	close(w.release)
	if err := testServer().Serve(strings.NewReader("hub\nquit\n"), w); err == nil {
		t.Error("no error from a closed output")
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, os.ErrPermission }

func TestGoBeforeInitAndWithoutAPosition(t *testing.T) {
	for _, v := range engine.Variants() {
		c := newClient(t, "variant="+v.String())
		c.send("level depth=3", "go")
		done, _ := c.done()
		checkLegalMove(t, engine.Start(v), done)
	}
}

func TestThePositionOfAHubLineSelectsTheBoard(t *testing.T) {
	c := newClient(t)
	c.send("init")
	c.until("ready")
	for range 2 {
		for _, v := range engine.Variants() {
			c.send("pos pos="+engine.Start(v).HubString(), "level depth=3", "go think")
			done, _ := c.done()
			checkLegalMove(t, engine.Start(v), done)
		}
	}
	c.send("set-param name=variant value=normal", "pos start", "level depth=3", "go think")
	done, _ := c.done()
	checkLegalMove(t, engine.Start(engine.International), done)
}

func TestLevelsAddUpUntilGoOrPos(t *testing.T) {
	deepest := func(lines []string) string {
		depth, _, _ := strings.Cut(strings.TrimPrefix(lines[len(lines)-1], "info depth="), " ")
		return depth
	}
	c := newClient(t)
	c.send("pos start", "level move-time=90", "level depth=2", "go think")
	if _, lines := c.done(); deepest(lines) != "2" {
		t.Errorf("limits together: depth %s", deepest(lines))
	}
	c.send("pos start", "level depth=5", "level depth=3", "go think")
	if _, lines := c.done(); deepest(lines) != "3" {
		t.Errorf("the last of two: depth %s", deepest(lines))
	}
	for _, forgetting := range [][]string{
		{"level depth=2", "pos start", "level depth=4", "go think"},
		{"level nodes=1 depth=2", "pos start", "level depth=4", "go think"},
		{"pos start moves=bad", "pos start", "level depth=4", "go think"},
		{"level depth=4", "go think"},
	} {
		c.send(forgetting...)
		if _, lines := c.done(); deepest(lines) != "4" {
			t.Errorf("%q: depth %s, want 4", forgetting, deepest(lines))
		}
	}
}

// A limit that cannot be read must not make a search that never ends.
func TestBrokenLevelsEndOnTheirOwn(t *testing.T) {
	for _, level := range []string{
		"depth=x", "depth=0", "nodes=-1", "move-time=soon", "time=nan moves=1", "moves=1e9", "inc=0x1p4 time=inf",
		"depth=99999999999999999999", `move-time="1`, "=5", "move-time= time",
	} {
		c := newClient(t)
		c.send("pos start", "level depth=4", "level "+level, "go think")
		if lines := c.until("done"); !strings.HasPrefix(lines[0], "error message=") || strings.HasPrefix(lines[1], "error") {
			t.Errorf("level %s: %q", level, lines[:2])
		}
	}
	c := newClient(t)
	c.send("pos start", "level depth=x", "go think")
	done, _ := c.done()
	checkLegalMove(t, engine.Start(engine.Canadian), done)
}

func TestBrokenPositionsAreRemembered(t *testing.T) {
	start := engine.Start(engine.Canadian).HubString()
	for _, c := range []struct{ line, want string }{
		{"pos pos=Wxyz", "bad position: "},
		{"pos pos=", "bad position: "},
		{"pos pos=" + start[:72], "bad position: "},
		{"pos pos=" + start + "e", "bad position: "},
		{"pos pos=" + "Ww" + start[2:], "bad position: "},
		{"pos pos=" + "X" + start[1:], "bad position: "},
		{`pos start moves="45-38"`, ""},
		{`pos start moves="45-40"`, "illegal move, number 1: "},
		{`pos start moves="45-39 28-34 45-39"`, "illegal move, number 3: "},
		{`pos start moves="45-39 28-99"`, "bad move, number 2: "},
		{`pos start moves="nonsense"`, "bad move, number 1: "},
		{`pos pos=` + start + ` moves="45-39`, "column "},
		{`pos start moves="45-39"x`, "column "},
		{"pos =start", "column "},
	} {
		client := newClient(t)
		client.send(c.line, "go think")
		if c.want == "" {
			client.until("info")
			continue
		}
		lines := client.until("done")
		if len(lines) != 2 || !strings.HasPrefix(lines[0], `error message="`+c.want) || lines[1] != "done" {
			t.Errorf("%s: %q, want an error %s and a bare done", c.line, lines, c.want)
		}
		client.send("pos start", "level depth=1", "go think")
		if done, _ := client.done(); done.Move == "" {
			t.Errorf("%s: no move in the position after it", c.line)
		}
	}
}

func TestPositionsWithoutAMove(t *testing.T) {
	c := newClient(t)
	for _, fen := range []string{"W:W:B1", "W:W67:B61,62,55,56"} {
		p, err := engine.ParseFEN(fen, engine.Canadian)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"think", "ponder", "analyze"} {
			c.send("pos pos="+p.HubString(), "level infinite", "go "+mode)
			if lines := c.until("done"); len(lines) != 1 || lines[0] != "done" {
				t.Errorf("%s, go %s: %q", fen, mode, lines)
			}
		}
	}
}

// Hosts with other draw rules play on where ours has ended the game.
func TestMovesBeyondADraw(t *testing.T) {
	shuffle := strings.Repeat("50-45 1-6 45-50 6-1 ", 5)
	p, err := engine.ParseFEN("W:WK50,31:BK1,10", engine.International)
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t)
	c.send(fmt.Sprintf(`pos pos=%s moves="%s"`, p.HubString(), shuffle), "level depth=6", "go think")
	done, lines := c.done()
	checkLegalMove(t, p, done)
	for _, line := range lines {
		if !infoLine.MatchString(line) {
			t.Errorf("%s", line)
		}
	}
}

func TestWhatIsWrongGetsOneErrorLine(t *testing.T) {
	c := newClient(t)
	for _, test := range []struct{ line, want string }{
		{"nonsense a=1", "bad command: nonsense"},
		{"GO think", "bad command: GO"},
		{"set-param", "set-param without a name"},
		{"set-param value=3", "set-param without a name"},
		{"set-param name=hash", "set-param hash without a value"},
		{"set-param name=hash value=0", "parameter hash: '0': want an integer from 1 to"},
		{"set-param name=hash value=9999999999999999999999", "parameter hash: "},
		{"set-param name=hash value=big", "parameter hash: 'big'"},
		{"set-param name=ponder value=yes", "parameter ponder: 'yes': want true or false"},
		{"set-param name=variant value=frisian", "parameter variant: 'frisian': want canadian"},
		{"set-param name=bb-size value=5", "parameter 'bb-size': unknown"},
		{`set-param name="hash value=3`, "column 16: no closing"},
		{"=", "column 1: "},
		{`"hub"`, "column 1: "},
		{"hub\x00", "column 4: "},
		{"ping =", "column 6: "},
		{"go\xffthink", "bad command: go?think"},
		{"d\u00e9fi", "bad command: d?fi"},
		{strings.Repeat("x", 2000), "bad command: xxx"},
		{"level " + strings.Repeat("x", 2<<20), "line longer than"},
		{"level depth=x nodes=y", "depth='x': want an integer"},
	} {
		c.send(test.line)
		lines := c.until("error")
		if len(lines) != 1 || !strings.HasPrefix(lines[0], `error message="`+test.want) || len(lines[0]) > 300 {
			t.Errorf("%.40q: %q, want %s", test.line, lines, test.want)
		}
		if strings.HasPrefix(test.line, "ping") {
			c.until("pong")
		}
		c.isSilent(fmt.Sprintf("%.40q", test.line))
	}
	c.send("pos start", "level depth=3", "go think")
	if done, _ := c.done(); done.Move == "" {
		t.Error("no move after all that")
	}
}

func TestWhatIsUnknownInALineIsIgnored(t *testing.T) {
	c := newClient(t)
	c.send("hub version=3", "init now", "new-game seed=5", `pos start wolf=0 moves="45-39"`, "level depth=3 handicap=2 ponder", "go think mcts")
	for _, line := range c.until("done") {
		if strings.HasPrefix(line, "error") {
			t.Errorf("%s", line)
		}
	}
}

func TestLineEndsAndBlanks(t *testing.T) {
	c := newClient(t)
	c.send("pos start\r", "\tlevel  depth = 3\r", " go\tthink \r")
	if done, _ := c.done(); done.Move == "" {
		t.Error("no move")
	}
}

func TestNewGameForgetsTheOldOne(t *testing.T) {
	c := newClient(t)
	var transcripts [2][]string
	timing := regexp.MustCompile(` time=.* nps=\S+`)
	for i := range transcripts {
		c.send("new-game", "pos start", "level depth=7", "go think")
		for _, line := range c.until("done") {
			transcripts[i] = append(transcripts[i], timing.ReplaceAllString(line, ""))
		}
	}
	if diff := cmp.Diff(transcripts[0], transcripts[1]); diff != "" {
		t.Errorf("the same game again (-first +second):\n%s", diff)
	}
}

// randomLevel returns the arguments of a level line, sound and unsound ones.
func randomLevel(r *rand.Rand) string {
	names := []string{"depth", "nodes", "move-time", "time", "inc", "moves", "handicap", ""}
	values := []string{"0", "1", "3", "-1", "0.01", "0,02", "-0.4", "1e3", "1e400", "nan", "inf", "x", "", `"`, `""`, `"1 2"`,
		"99999999999999999999", "0x10", "1.5", "+2", "true"}
	var b strings.Builder
	for range r.IntN(4) {
		b.WriteString(" " + names[r.IntN(len(names))])
		if r.IntN(8) > 0 {
			b.WriteString("=" + values[r.IntN(len(values))])
		}
	}
	if r.IntN(8) == 0 {
		b.WriteString(" infinite")
	}
	return b.String()
}

// searchCount is the number of searches of a test: few in the short run, 10,000 in the slow one.
func searchCount() int {
	switch {
	case os.Getenv("CKENGINE_SLOW") != "":
		return 10_000
	case testing.Short():
		return 100
	}
	return 500
}

func TestEveryGoGetsOneDoneWhateverItsLevel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := newClient(t)
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	count := searchCount()
	for i := range count {
		square := 43 + r.IntN(28)
		c.send(loneMan(engine.Canadian, square))
		for range r.IntN(3) {
			c.send("level" + randomLevel(r))
		}
		c.send("go think")
		if r.IntN(4) > 0 {
			c.send("level depth=1")
		} else {
			c.send("stop")
		}
		done, _ := c.done()
		if !strings.HasPrefix(done.Move, strconv.Itoa(square)+"-") {
			t.Fatalf("search %d: move %q, want one from %d", i+1, done.Move, square)
		}
	}
	c.isSilent("the last done")
	runtime.GC()
	var after runtime.MemStats
	runtime.ReadMemStats(&after)
	t.Logf("%d searches; heap in use %d KiB before, %d KiB after", count, before.HeapInuse>>10, after.HeapInuse>>10)
}

func FuzzServe(f *testing.F) {
	f.Add("hub\ninit\nnew-game\npos start\nlevel time=300 inc=2\ngo think\nstop\n")
	f.Add("pos start moves=\"45-39 28-34\"\nlevel depth=2\ngo ponder\nponder-hit\nping\n")
	f.Add("set-param name=\"variant\" value=\"international\"\npos pos=W\ngo analyse\nquit\n")
	f.Add("level depth=1,5\r\ngo =\n\"\nlevel =1 x\ngo\tthink\n")
	f.Add("pos pos=" + engine.Start(engine.Brazilian).HubString() + " moves=\"22-18\"\ngo\ngo\n")
	bigTable := regexp.MustCompile(`\d{3}`)
	f.Fuzz(func(t *testing.T, input string) {
		if strings.Contains(input, "hash") && bigTable.MatchString(input) {
			return // a table that takes more memory than a test should
		}
		want := 0
		for text := range strings.SplitSeq(input, "\n") {
			line, _ := hub.Parse(strings.TrimSuffix(text, "\r"))
			if line.Command == "quit" {
				break
			}
			if line.Command == "go" {
				want++
			}
		}
		var out bytes.Buffer
		if err := testServer().Serve(strings.NewReader(input+"\nstop\nquit\n"), &out); err != nil {
			t.Fatal(err)
		}
		got := 0
		for text := range strings.Lines(out.String()) {
			line, err := hub.Parse(text)
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			switch line.Command {
			case "done":
				got++
			case "id", "param", "wait", "ready", "pong", "error", "info":
			default:
				t.Errorf("%q", text)
			}
		}
		if got != want {
			t.Errorf("%d go and %d done:\n%s", want, got, out.String())
		}
	})
}
