package spsa

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// A journal is JSON objects, one a line: the Config, then each Iteration. Lines are only
// ever appended, each with one write, so that a killed process leaves at most one damaged
// line, the last.

// openJournal begins the file, or reads it and goes on behind its last whole line.
func (t *Tuner) openJournal(path string) (err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	text, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	header, err := json.Marshal(t.config)
	if err != nil {
		return err
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(whole) == 0 && !bytes.HasPrefix(header, text) {
		return errors.New("the file is no journal of a tuning")
	}
	if err := t.replay(whole, header); err != nil {
		return err
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return err
	}
	t.journal = file
	if len(whole) == 0 {
		return t.append(t.config)
	}
	return nil
}

// replay takes over the iterations of a journal with the given header.
func (t *Tuner) replay(text, header []byte) error {
	number := 0
	for line := range bytes.Lines(text) {
		if number++; number == 1 {
			if !bytes.Equal(line, append(header, '\n')) {
				return fmt.Errorf("it is of another tuning: go on with the same settings, or begin another journal; it begins with %s", line)
			}
			continue
		}
		var it Iteration
		if err := json.Unmarshal(line, &it); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if it.Number != t.done+1 || it.Number > t.config.Iterations || len(it.Values) != len(t.values) {
			return fmt.Errorf("line %d: iteration %d with %d values: want iteration %d of %d with %d",
				number, it.Number, len(it.Values), t.done+1, t.config.Iterations, len(t.values))
		}
		for i, p := range t.config.Params {
			if v := it.Values[i]; !(v >= float64(p.Min) && v <= float64(p.Max)) {
				return fmt.Errorf("line %d: %s is %v: want %d to %d", number, p.Name, v, p.Min, p.Max)
			}
		}
		t.done, t.values = it.Number, it.Values
	}
	return nil
}

// syncInterval is how long an iteration may be known to the operating system alone.
const syncInterval = time.Second

// append writes one line.
func (t *Tuner) append(entry any) error {
	line, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	if _, err := t.journal.Write(append(line, '\n')); err != nil || time.Since(t.synced) < syncInterval {
		return err
	}
	t.synced = time.Now()
	return t.journal.Sync()
}
