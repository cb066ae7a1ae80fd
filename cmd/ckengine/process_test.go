package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// patience is how long a test waits for what has to come before it fails.
const patience = 2 * time.Minute

// engineProcess is the built program, seen by a GUI that knows nothing of our codec.
type engineProcess struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  chan arrivedLine
	stderr bytes.Buffer
	unread *arrivedLine
}

type arrivedLine struct {
	text string
	at   time.Time
}

var errSilent = errors.New("the engine is silent")

// startEngine runs `ckengine` with arguments.
func startEngine(args ...string) (*engineProcess, error) {
	e := &engineProcess{cmd: exec.Command("ckengine", args...), lines: make(chan arrivedLine, 1<<16)}
	e.cmd.Stderr = &e.stderr
	stdout, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if e.stdin, err = e.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(e.lines)
		scanner := bufio.NewScanner(stdout)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			e.lines <- arrivedLine{scanner.Text(), time.Now()}
		}
	}()
	return e, nil
}

// send writes lines, all with one write.
func (e *engineProcess) send(lines ...string) error {
	_, err := io.WriteString(e.stdin, strings.Join(lines, "\n")+"\n")
	return err
}

// next returns the engine's next line, or io.EOF at its end.
func (e *engineProcess) next() (arrivedLine, error) {
	if line := e.unread; line != nil {
		e.unread = nil
		return *line, nil
	}
	select {
	case line, ok := <-e.lines:
		if !ok {
			return arrivedLine{}, io.EOF
		}
		return line, nil
	case <-time.After(patience):
		return arrivedLine{}, errSilent
	}
}

// until skips lines up to one that begins with a command, and returns that one.
func (e *engineProcess) until(command string) (string, error) {
	for {
		line, err := e.next()
		if err != nil {
			return "", fmt.Errorf("waiting for %s: %w", command, err)
		}
		if word, _, _ := strings.Cut(line.text, " "); word == command {
			return line.text, nil
		}
	}
}

// wait waits for the end of the program, and reports what a GUI would mind: an
// exit status, words on stderr, and lines that nobody has read.
func (e *engineProcess) wait() error {
	var rest []string
	for {
		line, err := e.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			e.kill()
			return fmt.Errorf("the program does not end: %w", err)
		}
		rest = append(rest, line.text)
	}
	if err := e.cmd.Wait(); err != nil {
		return fmt.Errorf("%w; stderr: %s", err, &e.stderr)
	}
	if e.stderr.Len() > 0 {
		return fmt.Errorf("stderr: %s", &e.stderr)
	}
	if len(rest) > 0 {
		return fmt.Errorf("lines at the end: %q", rest)
	}
	return nil
}

func (e *engineProcess) kill() {
	_ = e.cmd.Process.Kill()
	_ = e.cmd.Wait()
}
