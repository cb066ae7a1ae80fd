package main

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// dialogueCommand plays a recorded dialogue against the program: dialogue FILE [ARGS].
//
//	> text      the GUI says this; several such lines in a row go out with one write
//	< pattern   the engine says this next; * stands for any text
//	<* pattern  the engine says any number of such lines next
//	close       the GUI goes away; the engine may have sent info lines before it saw that
//
// After the last line the program has to end with status 0, with nothing more to say and nothing on stderr.
func dialogueCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: dialogue FILE [ARGS]")
	}
	engine, err := startEngine(append([]string{"hub", "--hash", "2"}, args[1:]...)...)
	ts.Check(err)
	defer engine.kill()
	if err := playDialogue(engine, ts.ReadFile(args[0])); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

// playDialogue plays the text of a dialogue.
func playDialogue(e *engineProcess, text string) error {
	var burst []string
	flush := func() error {
		if len(burst) == 0 {
			return nil
		}
		err := e.send(burst...)
		burst = nil
		return err
	}
	isClosed := false
	for i, line := range strings.Split(text, "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		var err error
		switch mark {
		case "":
		case ">":
			burst = append(burst, unescape.Replace(rest))
		case "<", "<*":
			if err = flush(); err == nil {
				err = e.expect(rest, mark == "<*")
			}
		case "close":
			isClosed = true
			if err = flush(); err == nil {
				err = e.stdin.Close()
			}
			if err == nil {
				err = e.expect("info *", true)
			}
		default:
			err = fmt.Errorf("mark %q", mark)
		}
		if err != nil {
			return fmt.Errorf("line %d: %s: %w", i+1, line, err)
		}
	}
	if err := flush(); err != nil {
		return err
	}
	if !isClosed {
		defer e.stdin.Close()
	}
	return e.wait()
}

// unescape lets a dialogue hold what a text file cannot show.
var unescape = strings.NewReplacer(`\r`, "\r", `\t`, "\t", `\0`, "\x00")

// expect reads a line, or any number of lines, that the pattern fits.
func (e *engineProcess) expect(pattern string, several bool) error {
	fits := regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*") + "$")
	for {
		line, err := e.next()
		switch {
		case err == io.EOF && several:
			return nil
		case err != nil:
			return err
		case several && !fits.MatchString(line.text):
			e.unread = &line
			return nil
		case !fits.MatchString(line.text):
			return fmt.Errorf("got %s", line.text)
		case !several:
			return nil
		}
	}
}
