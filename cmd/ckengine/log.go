package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

// dialogueLog writes a dialogue to a file, each line with its time and direction.
// Without a file it does nothing.
type dialogueLog struct {
	path string
	mu   sync.Mutex
	file *os.File
	err  error // the first that occurred; the dialogue goes on without a log
}

func logFlag(flags *pflag.FlagSet) *dialogueLog {
	l := &dialogueLog{}
	flags.StringVar(&l.path, "log", "", "append the dialogue to `FILE`, both directions, with times")
	return l
}

// open opens the file and writes a heading.
func (l *dialogueLog) open(protocol string) (err error) {
	if l.path == "" {
		return nil
	}
	if l.file, err = os.OpenFile(l.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	l.write("# " + time.Now().Format(time.DateTime) + " ckengine " + version + " " + protocol)
	return nil
}

// add writes a line of the dialogue: the time of day, the mark of its direction, the text.
func (l *dialogueLog) add(mark string, at time.Time, text string) {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) && r != '\t' }) {
		text = strconv.Quote(text)
	}
	l.write(at.Format("15:04:05.000000") + " " + mark + " " + text)
}

func (l *dialogueLog) write(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil && l.err == nil {
		_, l.err = l.file.WriteString(line + "\n")
	}
}

// close closes the file and returns what went wrong with it.
func (l *dialogueLog) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return nil
	}
	err := errors.Join(l.err, l.file.Close())
	l.file = nil
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return nil
}
