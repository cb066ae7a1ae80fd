//go:build unix

package hub

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process into a group of its own, so that its children end with it, and Ctrl-C at the
// terminal reaches the driver alone.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func terminateGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }

func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
