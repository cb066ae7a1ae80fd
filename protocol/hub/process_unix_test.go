//go:build unix

package hub

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// leaveGroup makes the command survive the death of the group that it is started from.
func leaveGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// checkGone fails the test if a process of the group is left; killed orphans have a moment to end.
func checkGone(t *testing.T, group int) {
	t.Helper()
	for range 500 {
		if !groupLives(group) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("a process of group %d is left behind", group)
}

// groupLives tells whether the group has a process that runs. Dead orphans stay in their group until the first process of
// the system collects them, which in some containers never happens.
func groupLives(group int) bool {
	if syscall.Kill(-group, 0) == syscall.ESRCH {
		return false
	}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, _ := os.ReadFile(file) // "pid (command) state parent group ..."
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" && fields[0] != "X" {
			return true
		}
	}
	return len(files) == 0
}

func killProcess(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
