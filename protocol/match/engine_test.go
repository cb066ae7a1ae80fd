package match

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/protocol/hub"
)

// behaviourVariable makes the test binary play an engine, in the way that its value names.
const behaviourVariable = "MATCH_TEST_ENGINE"

// nap outlasts every test and ends by itself, should the test that began it be killed.
const nap = 10 * time.Minute

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(behaviourVariable); behaviour != "" {
		newTestEngine(behaviour).serve()
		return
	}
	if path := os.Getenv(journalVariable); path != "" {
		playIntoJournal(path)
		return
	}
	os.Exit(m.Run())
}

// testEngine plays the first legal move, and is good but for one thing.
type testEngine struct {
	behaviour string
	game      *engine.Game
	searches  int
}

func newTestEngine(behaviour string) *testEngine { return &testEngine{behaviour: behaviour} }

func (e *testEngine) serve() {
	if e.behaviour == "exits at start" {
		fmt.Fprintln(os.Stderr, "weights.bin: no such file")
		os.Exit(3)
	}
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		line, err := hub.Parse(input.Text())
		if err != nil {
			continue
		}
		switch line.Command {
		case "hub":
			e.greet()
		case "init":
			if e.behaviour != "never ready" {
				fmt.Println("ready")
			}
		case "ping":
			if e.behaviour == "dies between games" && e.searches > 0 {
				os.Exit(8)
			}
			fmt.Println("pong")
		case "new-game":
			if e.behaviour == "answers late" && e.searches > 0 {
				fmt.Println("done move=67-61")
			}
		case "pos":
			e.game = readGame(hub.ParsePosition(line))
		case "go":
			e.search()
		case "stop":
			if e.behaviour == "answers when stopped" {
				e.answer()
			}
		case "quit":
			if e.behaviour == "ignores quit" {
				time.Sleep(nap)
			}
			return
		}
	}
}

func (e *testEngine) greet() {
	if e.behaviour == "mute" {
		return
	}
	fmt.Println(`id name=Tester version=1.0 author="a test"`)
	fmt.Println(`param name=variant value=canadian type=enum values="canadian international"`)
	fmt.Println("param name=level value=1 type=int min=1 max=9")
	fmt.Println("wait")
}

func readGame(p hub.Position) *engine.Game {
	start := engine.Start(engine.Canadian)
	if p.Board != "" {
		var err error
		if start, err = engine.ParseFEN(p.Board, engine.Canadian); err != nil {
			panic(err)
		}
	}
	g := engine.NewGame(start, engine.RepetitionDraws)
	for _, text := range p.Moves {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			panic(err)
		}
	}
	return g
}

func (e *testEngine) search() {
	e.searches++
	info := "info depth=1 mean-depth=1.0 score=0.10 nodes=72 time=0.001 nps=0.1 pv="
	switch e.behaviour {
	case "crashes":
		fmt.Fprintln(os.Stderr, "assertion failed: search.c:12")
		os.Exit(6)
	case "crashes in its second game":
		if e.searches > 3 {
			os.Exit(6)
		}
	case "stalls", "answers when stopped":
		return
	case "closes its output":
		_ = os.Stdout.Close()
		time.Sleep(nap)
	case "answers without a move":
		fmt.Println("done")
		return
	case "answers like version 1":
		fmt.Println("done 31-26")
		return
	case "answers with an open quote":
		fmt.Println(`done move="31-26`)
		return
	case "plays an illegal move":
		fmt.Println("done move=67-61")
		return
	case "leaves captures open":
		p := e.game.Position()
		m := p.Moves()[0]
		fmt.Printf("done move=%dx%d\n", p.Variant().Number(m.From()), p.Variant().Number(m.To()))
		return
	case "sends bad lines":
		fmt.Print("info depth=2 score\ninfo depth=3 score=\"\n= =\n\x00\x01\nerror message=\"out of memory\"\n")
	case "writes long lines":
		fmt.Printf("info depth=2 score=0.20 pv=\"%s\"\n", strings.Repeat("31-26 ", 1<<20/6-100))
	case "writes to standard error":
		fmt.Fprint(os.Stderr, strings.Repeat("done move=1-1\n", 100_000))
	case "floods":
		for {
			fmt.Println(info)
		}
	case "scores without a value":
		fmt.Println("info depth=7 score nodes=5")
		info = "info depth=8 nodes=6 pv="
	case "thinks too long":
		time.Sleep(300 * time.Millisecond)
	}
	fmt.Println(info + e.move())
	e.answer()
}

func (e *testEngine) move() string {
	p := e.game.Position()
	return p.HubText(p.Moves()[0])
}

func (e *testEngine) answer() { fmt.Println("done move=" + e.move()) }

// program is the description of an engine with a behaviour.
func program(name, behaviour string) EngineConfig {
	return EngineConfig{
		Name: name, Command: os.Args[0], Env: []string{behaviourVariable + "=" + behaviour},
		Limits: Limits{MoveTime: Duration(patience)},
	}
}

// self is the description of an in-process engine.
func self(name string, nodes int64) EngineConfig {
	return EngineConfig{Name: name, Self: true, Options: map[string]string{"hash": "1"}, Limits: Limits{Nodes: nodes}}
}

// testConfig is a match of one pair of short games.
func testConfig(engines ...EngineConfig) Config {
	c := DefaultConfig()
	c.Engines, c.Pairs, c.Seed, c.MaxPlies = engines, 1, 1, 8
	return c
}

// testOptions are what tests play under: patient, so that a busy machine fails none.
func testOptions(t *testing.T, c Config) Options {
	t.Helper()
	return Options{
		Config: c, Journal: filepath.Join(t.TempDir(), "match.jsonl"), Concurrency: 1, Program: Identity{Name: "test"},
		Driver: patientDriver(),
	}
}

// patience is how long tests wait for what has to come: no test takes as long, unless it fails.
const patience = 2 * time.Minute

func patientDriver() hub.DriverOptions {
	return hub.DriverOptions{Timeouts: hub.Timeouts{
		Start: patience, Init: patience, Ping: patience, Move: patience, Stop: patience, Quit: patience, Terminate: patience, Exit: patience,
	}}
}

// soon is how long tests wait for what is not to come.
const soon = 300 * time.Millisecond
