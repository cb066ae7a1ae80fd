//go:build !unix

package hub

import "os/exec"

func ownGroup(*exec.Cmd) {}

// terminateGroup does nothing: these systems cannot ask a process to end.
func terminateGroup(*exec.Cmd) {}

// killGroup ends the process itself. Its children end when they find their pipes closed.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
