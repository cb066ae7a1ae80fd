package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"ckengine/engine/pdn"
)

// exitsCommand runs the program and compares its exit status: exits STATUS ARGS.
func exitsCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS ARGS")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec("ckengine", args[1:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// interruptCommand runs a match and presses Ctrl-C once there is a game in the journal,
// again when the first was noticed: interrupt TIMES JOURNAL ARGS. The exit status must be
// 130; stderr goes to the file interrupted.err.
func interruptCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: interrupt TIMES JOURNAL ARGS")
	}
	times, err := strconv.Atoi(args[0])
	ts.Check(err)
	journal := ts.MkAbs(args[1])
	cmd := exec.Command(lookPath(ts.Getenv("PATH"), "ckengine"), args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	log, err := os.Create(ts.MkAbs("interrupted.err"))
	ts.Check(err)
	defer log.Close()
	cmd.Stderr = log
	ts.Check(cmd.Start())
	await(ts, cmd, func() bool {
		text, _ := os.ReadFile(journal)
		return bytes.Count(text, []byte("\n")) >= 2
	})
	for range times {
		ts.Check(cmd.Process.Signal(os.Interrupt))
		await(ts, cmd, func() bool { return strings.Contains(ts.ReadFile("interrupted.err"), "finishing") })
	}
	err = cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); !ok || exit.ExitCode() != statusInterrupted {
		ts.Fatalf("it ended with %v: %s", err, ts.ReadFile("interrupted.err"))
	}
}

func lookPath(path, name string) string {
	for _, dir := range filepath.SplitList(path) {
		if file := filepath.Join(dir, name); isFile(file) {
			return file
		}
	}
	return name
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// await waits for something that the program is to do.
func await(ts *testscript.TestScript, cmd *exec.Cmd, done func() bool) {
	for deadline := time.Now().Add(patience); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			ts.Fatalf("nothing happened: %s", ts.ReadFile("interrupted.err"))
		}
	}
}

// sameMovesCommand compares the games of PDN files, without what the engines said: samemoves
// FILE FILE GAMES.
func sameMovesCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: samemoves FILE FILE GAMES")
	}
	first, second := movesOf(ts, args[0]), movesOf(ts, args[1])
	if strconv.Itoa(len(first)) != args[2] || !slices.Equal(first, second) {
		ts.Fatalf("%d games:\n%s\nagainst %d:\n%s", len(first), strings.Join(first, "\n"), len(second), strings.Join(second, "\n"))
	}
}

func movesOf(ts *testscript.TestScript, path string) (games []string) {
	for g, err := range pdn.NewReader(strings.NewReader(ts.ReadFile(path)), pdn.Options{}).All() {
		ts.Check(err)
		game := []string{g.Tags.Get("Round"), g.Tags.Get("White"), g.Tags.Get("Black"), g.Tags.Get("Termination"), g.Start.FEN()}
		for position, move := range g.Plays() {
			game = append(game, position.HubText(move.Play))
		}
		games = append(games, strings.Join(game, " "))
	}
	return games
}
