//go:build unix

package hub

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// leaveGroup makes the command survive the death of the group that it is started from.
func leaveGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// checkGone fails the test if a process of the group is left; orphans have a moment to be reaped by the system.
func checkGone(t *testing.T, group int) {
	t.Helper()
	for range 500 {
		if syscall.Kill(-group, 0) == syscall.ESRCH {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("a process of group %d is left behind", group)
}

func killProcess(pid int) { _ = syscall.Kill(pid, syscall.SIGKILL) }
