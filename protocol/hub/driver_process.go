package hub

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// process is a running engine: its group of processes and its standard error.
type process struct {
	cmd        *exec.Cmd
	stderr     *tail
	stderrPipe *os.File
	stderrDone chan struct{}
	exited     chan struct{}

	mu     sync.Mutex
	reaped bool // the group's number may belong to others from now on
}

// startProcess starts the engine and returns its standard input and output.
func startProcess(o *DriverOptions) (p *process, stdin, stdout *os.File, err error) {
	path, err := findProgram(o.Command, o.Dir)
	if err != nil {
		return nil, nil, nil, err
	}
	fail := func(detail string, err error) (*process, *os.File, *os.File, error) {
		return nil, nil, nil, &EngineError{Kind: NotStarted, Engine: o.Command, Detail: detail, Err: err}
	}
	if o.Dir != "" {
		if info, err := os.Stat(o.Dir); err != nil {
			return fail("working directory", err)
		} else if !info.IsDir() {
			return fail("working directory "+o.Dir+" is not a directory", nil)
		}
	}
	var pipes []*os.File
	closeAll := func(files []*os.File) {
		for _, file := range files {
			_ = file.Close()
		}
	}
	for range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(pipes)
			return fail("", err)
		}
		pipes = append(pipes, r, w)
	}
	cmd := exec.Command(path, o.Args...)
	cmd.Dir = o.Dir
	cmd.Env = append(cmd.Environ(), o.Env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes[0], pipes[3], pipes[5]
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		closeAll(pipes)
		return fail("", err)
	}
	closeAll([]*os.File{pipes[0], pipes[3], pipes[5]})
	p = &process{
		cmd: cmd, stderr: &tail{size: keptStderr}, stderrPipe: pipes[4],
		stderrDone: make(chan struct{}), exited: make(chan struct{}),
	}
	go p.collectStderr()
	go p.reap()
	return p, pipes[1], pipes[2], nil
}

// findProgram looks a bare name up in PATH. A relative path is taken from the present directory, or else from dir.
func findProgram(command, dir string) (string, error) {
	if command == "" {
		return "", &EngineError{Kind: NotFound, Detail: "no command is given"}
	}
	bare := filepath.Base(command) == command
	candidates := []string{command}
	if !bare && !filepath.IsAbs(command) && dir != "" {
		candidates = append(candidates, filepath.Join(dir, command))
	}
	for _, candidate := range candidates {
		path, err := exec.LookPath(candidate)
		if err == nil {
			return filepath.Abs(path)
		}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, exec.ErrNotFound) {
			return "", &EngineError{Kind: NotStarted, Engine: command, Err: err}
		}
	}
	tried := "no file " + strings.Join(candidates, " and no file ")
	if bare {
		tried = fmt.Sprintf("no %q in PATH; a file needs a path, such as %s", command, "."+string(filepath.Separator)+command)
	}
	return "", &EngineError{Kind: NotFound, Engine: command, Detail: tried}
}

func (p *process) collectStderr() {
	defer close(p.stderrDone)
	_, _ = io.Copy(p.stderr, p.stderrPipe)
	_ = p.stderrPipe.Close()
}

// reap waits for the end of the engine and ends what it leaves behind in its group.
func (p *process) reap() {
	_ = p.cmd.Wait()
	p.mu.Lock()
	killGroup(p.cmd)
	p.reaped = true
	p.mu.Unlock()
	close(p.exited)
}

func (p *process) signal(send func(*exec.Cmd)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.reaped {
		send(p.cmd)
	}
}

// awaitEnd waits for the exit and for the rest of standard error, at most the given time for each, and tells
// whether the process has ended.
func (p *process) awaitEnd(patience time.Duration) bool {
	ended := isClosedWithin(p.exited, patience)
	if ended && !isClosedWithin(p.stderrDone, patience) {
		// A process that left the group still holds the pipe.
		_ = p.stderrPipe.Close()
	}
	return ended
}

// status is how the process ended, e.g. "exit status 2"; empty while it runs.
func (p *process) status() string {
	select {
	case <-p.exited:
		return p.cmd.ProcessState.String()
	default:
		return ""
	}
}

func isClosedWithin(ch <-chan struct{}, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-ch:
		return true
	case <-timer.C:
		return false
	}
}
