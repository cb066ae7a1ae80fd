package hub

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"
)

// engineVariable makes the test binary play an engine, in the way that its value names.
const engineVariable = "HUB_TEST_ENGINE"

// nap outlasts every test and ends by itself, should the test that began it be killed.
const nap = 3 * time.Minute

func TestMain(m *testing.M) {
	if behaviour := os.Getenv(engineVariable); behaviour != "" {
		playEngine(behaviour)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// playEngine is an engine that is good but for one thing.
func playEngine(behaviour string) {
	switch behaviour {
	case "sleeps":
		time.Sleep(nap)
	case "exits at start":
		fmt.Fprintln(os.Stderr, "loading\nweights.bin: no such file")
		os.Exit(3)
	case "leaves at start":
		os.Exit(0)
	case "closes output at start":
		_ = os.Stdout.Close()
		time.Sleep(nap)
	case "closes input":
		_ = os.Stdin.Close()
		fmt.Print("id name=E\nwait\n")
		time.Sleep(nap)
	case "floods at start":
		for {
			fmt.Println("loading ............................................................")
		}
	case "never ends a line":
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	case "ignores quit and termination":
		signal.Ignore(syscall.SIGTERM)
	case "ends when asked by the system":
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		go func() {
			<-asked
			time.Sleep(soon)
			fmt.Fprintln(os.Stderr, "saved the hash table")
			os.Exit(0)
		}()
	}
	searching := false
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		line, _ := Parse(input.Text())
		switch line.Command {
		case "hub":
			engineHello(behaviour)
		case "init":
			switch behaviour {
			case "mute at init":
				continue
			case "exits at init":
				os.Exit(4)
			}
			fmt.Print("init eval\ninit \"book\nready\n")
			if behaviour == "stops reading" {
				time.Sleep(nap)
			}
		case "ping":
			switch behaviour {
			case "mute at ping":
				continue
			case "exits at ping":
				os.Exit(5)
			}
			fmt.Println("pong")
		case "new-game":
			if behaviour == "answers late" {
				fmt.Println("info depth=9 score=9.99\ndone move=9-9")
			}
		case "pos":
			if behaviour == "reports errors" {
				fmt.Println(`error message="bad position"`)
			}
		case "go":
			searching = true
			engineGo(behaviour, ParseMode(line))
		case "stop":
			if searching && behaviour != "ignores stop" {
				searching = false
				fmt.Println("done move=31-26 ponder=20-24")
			}
		case "quit":
			switch behaviour {
			case "ignores quit", "ignores quit and termination", "ends when asked by the system":
				time.Sleep(nap)
			case "exits badly":
				os.Exit(7)
			}
			return
		}
	}
}

func engineHello(behaviour string) {
	switch behaviour {
	case "mute":
		return
	case "is a text program":
		fmt.Println("Welcome to Checkers 1.0\nYour move?")
		return
	case "is chatty":
		fmt.Print("Checkers 1.0\n\n\"\x01=\nparam\nparam name=threads value=9 type=int\n")
		fmt.Fprint(os.Stderr, strings.Repeat("done move=1-1\n", 100_000)+"last words\n")
	case "leaves a child", "leaves a runaway":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), engineVariable+"=sleeps")
		child.Stdout = os.Stdout
		child.Stderr = os.Stderr
		if behaviour == "leaves a runaway" {
			leaveGroup(child)
		}
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Printf("param name=child value=%d type=int\n", child.Process.Pid)
	case "is version 1":
		fmt.Print("name Old\nwait\n")
		return
	}
	dir, _ := os.Getwd()
	fmt.Println(ID{Name: strings.Join(os.Args[1:], ","), Version: os.Getenv("HUB_TEST_NOTE"), Author: dir})
	fmt.Print("param name=threads value=1 type=int min=1 max=8\nparam name=ponder value=false type=bool\n")
	fmt.Print("wait\n")
}

func engineGo(behaviour string, mode Mode) {
	fmt.Println("info depth=1 mean-depth=1.0 score=0.10 nodes=72 time=0.001 nps=0.1 pv=31-26")
	switch behaviour {
	case "crashes":
		fmt.Fprintln(os.Stderr, "assertion failed: search.c:12")
		os.Exit(6)
	case "kills itself":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		time.Sleep(nap)
	case "crashes within a line":
		fmt.Print("done move=31-2")
		os.Exit(6)
	case "closes output":
		_ = os.Stdout.Close()
		time.Sleep(nap)
	case "leaves a child", "leaves a runaway":
		os.Exit(6)
	case "ignores stop", "searches till stopped":
		return
	case "answers like version 1":
		fmt.Println("done 31-26")
		return
	case "answers with an open quote":
		fmt.Println(`done move="31-26`)
		return
	case "answers in a line too long":
		fmt.Println("done move=31-26 comment=" + strings.Repeat("x", 1<<20))
		return
	case "writes long lines":
		fmt.Printf("info depth=2 score=0.20 pv=\"%s\"\n", strings.Repeat("31-26 ", 1<<19/6))
		fmt.Printf("info depth=3 score=0.30 pv=\"%s\"\n", strings.Repeat("31-26 ", 1<<21/6))
	case "writes much":
		w := bufio.NewWriter(os.Stdout)
		for depth := range 20_000 {
			_, _ = fmt.Fprintf(w, "info depth=%d mean-depth=1.0 score=0.10 nodes=72 time=0.001 nps=0.1 pv=31-26\n", depth)
		}
		_ = w.Flush()
	case "floods":
		for {
			fmt.Println("info depth=1 mean-depth=1.0 score=0.10 nodes=72 time=0.001 nps=0.1 pv=31-26")
		}
	case "sends bad info":
		fmt.Print("info depth=2 score\ninfo depth=3 score=\"\ninfo = depth\nrandom words = 3\n\ninfo depth=x score=0.40 nodes=100 pv=32-27\n")
	case "answers twice":
		fmt.Println("done move=31-26")
	}
	if mode == Think {
		fmt.Println("done move=31-26 ponder=20-24")
	}
}
