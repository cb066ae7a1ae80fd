package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ckengine/engine"
	"ckengine/engine/pdn"
)

// dxpProcess is the built program at one end of a DXP connection.
type dxpProcess struct {
	cmd     *exec.Cmd
	stdout  bytes.Buffer
	stderr  bytes.Buffer
	address chan string   // where it listens
	read    chan struct{} // closed once stderr is read to its end
}

// startDXP runs `ckengine dxp` with arguments, in a folder.
func startDXP(dir string, args ...string) (*dxpProcess, error) {
	p := &dxpProcess{
		cmd:     exec.Command("ckengine", append([]string{"dxp", "--hash", "1"}, args...)...),
		address: make(chan string, 1),
		read:    make(chan struct{}),
	}
	p.cmd.Dir, p.cmd.Stdout = dir, &p.stdout
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.read)
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			fmt.Fprintln(&p.stderr, lines.Text())
			if address, found := strings.CutPrefix(lines.Text(), "listening on "); found {
				p.address <- address
			}
		}
	}()
	return p, nil
}

// listensOn returns the address of a program that listens.
func (p *dxpProcess) listensOn() (string, error) {
	select {
	case address := <-p.address:
		return address, nil
	case <-p.read:
		return "", errors.New("the program does not listen")
	case <-time.After(patience):
		return "", errSilent
	}
}

// wait returns the exit status.
func (p *dxpProcess) wait() (status int, err error) {
	select {
	case <-p.read:
	case <-time.After(patience):
		return 0, errors.New("the program does not end")
	}
	err = p.cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// end kills the program unless it has ended, and keeps what it wrote in NAME.out and NAME.err.
func (p *dxpProcess) end(ts *testscript.TestScript, name string) {
	if p.cmd.ProcessState == nil {
		_ = p.cmd.Process.Kill()
		<-p.read
		_ = p.cmd.Wait()
	}
	ts.Logf("%s: %s%s", name, &p.stdout, &p.stderr)
	ts.Check(os.WriteFile(ts.MkAbs(name+".out"), p.stdout.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs(name+".err"), p.stderr.Bytes(), 0o644))
}

// duelCommand plays two copies of the program against each other: duel ARGS -- ARGS.
// The first one listens. Both have to end with status 0.
func duelCommand(ts *testscript.TestScript, neg bool, args []string) {
	middle := slices.Index(args, "--")
	if neg || middle < 0 {
		ts.Fatalf("usage: duel ARGS -- ARGS")
	}
	listener, err := startDXP(ts.MkAbs("."), append([]string{"--listen=127.0.0.1:0"}, args[:middle]...)...)
	ts.Check(err)
	defer listener.end(ts, "listener")
	address, err := listener.listensOn()
	ts.Check(err)
	connector, err := startDXP(ts.MkAbs("."), append([]string{"--connect", address}, args[middle+1:]...)...)
	ts.Check(err)
	defer connector.end(ts, "connector")
	for name, p := range map[string]*dxpProcess{"listener": listener, "connector": connector} {
		if status, err := p.wait(); err != nil || status != statusDone {
			ts.Fatalf("%s: status %d, %v", name, status, err)
		}
	}
}

// sameGamesCommand compares the PDN files of the two ends: samegames FILE FILE BOARD GAMES.
func sameGamesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: samegames FILE FILE BOARD GAMES")
	}
	first, second := readGames(ts, args[0], args[2]), readGames(ts, args[1], args[2])
	wanted, err := strconv.Atoi(args[3])
	ts.Check(err)
	if len(first) != wanted || !slices.Equal(first, second) {
		ts.Fatalf("%d games:\n%s\nagainst %d:\n%s", len(first), strings.Join(first, ""), len(second), strings.Join(second, ""))
	}
}

// readGames returns the games of a file, without their dates.
func readGames(ts *testscript.TestScript, path, board string) (games []string) {
	report := func(p pdn.Problem) { ts.Fatalf("%s: %v", path, p) }
	for g, err := range pdn.NewReader(strings.NewReader(ts.ReadFile(path)), pdn.Options{Report: report}).All() {
		ts.Check(err)
		played, err := g.Replay(engine.InternationalDraws)
		ts.Check(err)
		if g.Variant.String() != board || played.Outcome().Result != engine.Ongoing && pdn.ResultOf(played.Outcome().Result) != g.Result {
			ts.Fatalf("%s: a game on the %v board, %v, by the rules %v", path, g.Variant, g.Result, played.Outcome())
		}
		g.Tags = slices.DeleteFunc(g.Tags, func(t pdn.Tag) bool { return t.Name == "Date" })
		text, err := g.Format()
		ts.Check(err)
		games = append(games, text)
	}
	return games
}

// peerCommand plays the other end of the program by a script: peer FILE ARGS. Lines:
//
//	connect    connects to the program, which listens
//	accept     waits for the program, which connects; it is the first line then
//	> message  sends a message; | stands for a NUL within one write
//	| bytes    sends bytes without a NUL
//	< pattern  the program sends this next; * stands for any text
//	gone       the program closes the connection
//	close      closes the connection
//	interrupt  sends the program Ctrl-C
//	exit N     the program ends with this status; the last line
//
// {esc} is an escape character, {name} a name of 32 bytes, {start72} and {start50} are start positions.
func peerCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: peer FILE ARGS")
	}
	p := &dxpPeer{}
	role := "--listen=127.0.0.1:0"
	script := ts.ReadFile(args[0])
	if strings.HasPrefix(script, "accept\n") {
		var err error
		p.listener, err = net.Listen("tcp", "127.0.0.1:0")
		ts.Check(err)
		defer p.listener.Close()
		role = "--connect=" + p.listener.Addr().String()
	}
	var err error
	p.program, err = startDXP(ts.MkAbs("."), append([]string{role}, args[1:]...)...)
	ts.Check(err)
	defer p.program.end(ts, "program")
	if p.listener == nil {
		p.address, err = p.program.listensOn()
		ts.Check(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(script), "\n") {
		if err := p.play(line); err != nil {
			ts.Fatalf("%s: line %d: %s: %v", args[0], i+1, line, err)
		}
	}
	if p.conn != nil {
		p.conn.Close()
	}
}

// dxpPeer is a program at the other end that knows nothing of our codec.
type dxpPeer struct {
	program  *dxpProcess
	listener net.Listener // nil where the program listens
	address  string
	conn     net.Conn
	in       *bufio.Reader
}

var dxpWords = strings.NewReplacer(
	"{esc}", "\x1b",
	"{name}", fmt.Sprintf("%-32s", "peer"),
	"{start72}", strings.Repeat("z", 30)+strings.Repeat("e", 12)+strings.Repeat("w", 30),
	"{start50}", strings.Repeat("z", 20)+strings.Repeat("e", 10)+strings.Repeat("w", 20),
)

func (p *dxpPeer) play(line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	rest = dxpWords.Replace(rest)
	switch word {
	case "connect":
		p.conn, err = net.DialTimeout("tcp", p.address, patience)
	case "accept":
		p.conn, err = p.listener.Accept()
	case ">":
		_, err = io.WriteString(p.conn, strings.ReplaceAll(rest, "|", "\x00")+"\x00")
	case "|":
		_, err = io.WriteString(p.conn, rest)
	case "<":
		return p.expect(rest)
	case "gone":
		if text, err := p.in.ReadString(0); err == nil {
			return fmt.Errorf("got %q", text)
		}
		return p.conn.Close()
	case "close":
		return p.conn.Close()
	case "interrupt":
		return p.program.cmd.Process.Signal(os.Interrupt)
	case "exit":
		status, err := p.program.wait()
		if err != nil || strconv.Itoa(status) != rest {
			return fmt.Errorf("status %d, %v", status, err)
		}
	default:
		return fmt.Errorf("word %q", word)
	}
	if word == "connect" || word == "accept" {
		if err != nil {
			return err
		}
		p.in = bufio.NewReader(p.conn)
		return p.conn.SetDeadline(time.Now().Add(patience))
	}
	return err
}

func (p *dxpPeer) expect(pattern string) error {
	text, err := p.in.ReadString(0)
	if err != nil {
		return err
	}
	fits := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*") + "\x00$")
	if !fits.MatchString(text) {
		return fmt.Errorf("got %q", text)
	}
	return nil
}
