package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
)

// A journal is a text file of JSON objects, one a line: a [Header], then a [Record]
// for each finished game in the order in which they ended. Each line ends with the
// member "sum", the XXH64 of the bytes before it in hexadecimal. Lines are only ever
// appended, each with one write, so that a killed process leaves at most one damaged
// line, the last.

// journalFormat is the version of the format.
const journalFormat = 1

// syncInterval is how long a finished game may be known to the operating system alone.
const syncInterval = time.Second

// journal appends to a file. Its methods may be called by any goroutine.
type journal struct {
	mu     sync.Mutex
	file   *os.File
	synced time.Time
	err    error
}

// JournalExistsError says that a new match would overwrite another one.
type JournalExistsError struct{ Path string }

func (e *JournalExistsError) Error() string {
	return fmt.Sprintf("journal %s exists already: go on with it by --resume %s, or choose another", e.Path, quoteWord(e.Path))
}

// createJournal begins a journal. The file must not exist, or be empty.
func createJournal(path string, h *Header) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	j := &journal{file: file}
	info, err := file.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a regular file", path)
	case info.Size() > 0:
		err = &JournalExistsError{path}
	default:
		if err = lock(file); err == nil {
			err = j.append(h)
		}
	}
	if err == nil {
		return j, nil
	}
	_ = file.Close()
	if _, exists := errors.AsType[*JournalExistsError](err); exists {
		return nil, err
	}
	return nil, fmt.Errorf("journal: %w", err)
}

// append writes one line. After an error nothing more is written.
func (j *journal) append(entry any) error {
	line, err := sealLine(entry)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err == nil {
		_, j.err = j.file.Write(line)
	}
	if j.err == nil && time.Since(j.synced) > syncInterval {
		j.err = j.file.Sync()
		j.synced = time.Now()
	}
	return j.err
}

func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return errors.Join(j.err, j.file.Sync(), j.file.Close())
}

const sumKey = `,"sum":"`

// sealLine writes an entry as a line with its checksum.
func sealLine(entry any) ([]byte, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(entry); err != nil {
		return nil, err
	}
	body := bytes.TrimSuffix(buffer.Bytes(), []byte("}\n"))
	return fmt.Appendf(body, `%s%016x"}`+"\n", sumKey, xxhash.Sum64(body)), nil
}

var errDamaged = errors.New("the line is damaged: its checksum does not fit")

// openLine checks a line without its end and reads the entry.
func openLine(line []byte, entry any) error {
	at := bytes.LastIndex(line, []byte(sumKey))
	if at < 0 || string(line[at:]) != fmt.Sprintf(`%s%016x"}`, sumKey, xxhash.Sum64(line[:at])) {
		return errDamaged
	}
	return json.Unmarshal(append(bytes.Clone(line[:at]), '}'), entry)
}

// Journal is what a journal file tells beside its games.
type Journal struct {
	Path   string
	Header Header
	Games  int // finished ones
	// Damage says what is wrong with the last line, nil if nothing is: it was cut off
	// when the process that wrote it was killed. Everything before it counts.
	Damage error

	intact int64 // bytes before the damage
}

// maxJournalLine bounds a line, in bytes; a game of a thousand moves takes a twentieth.
const maxJournalLine = 16 << 20

// errNoHeader reports a file that no match has written, or only begun to.
var errNoHeader = errors.New("is not the journal of a match: it does not begin with an intact header")

// ReadJournal reads a journal and shows every finished game to visit, in the order in
// which they ended. A damaged last line is noted, damage elsewhere is an error.
func ReadJournal(path string, visit func(Header, *Record) error) (*Journal, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readJournal(path, file, visit)
}

func readJournal(path string, r io.Reader, visit func(Header, *Record) error) (*Journal, error) {
	j := &Journal{Path: path}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxJournalLine)
	lines.Split(splitLines)
	seen := map[int]bool{}
	for number := 1; lines.Scan(); number++ {
		if j.Damage != nil {
			return nil, fmt.Errorf("%s: %w", path, j.Damage)
		}
		text := lines.Bytes()
		line, complete := bytes.CutSuffix(text, []byte("\n"))
		var err error
		var record Record
		switch {
		case !complete:
			err = errors.New("the line is cut off")
		case number == 1:
			err = openLine(line, &j.Header)
		default:
			err = openLine(line, &record)
		}
		if err != nil {
			j.Damage = fmt.Errorf("line %d: %w", number, err)
			continue
		}
		if number == 1 && j.Header.Format != journalFormat {
			return nil, fmt.Errorf("%s: format %d of the journal is unknown: want %d", path, j.Header.Format, journalFormat)
		}
		if number > 1 {
			err := record.check()
			if err == nil && seen[record.Number] {
				err = fmt.Errorf("game %d is there twice", record.Number)
			}
			if err == nil {
				record.offset, record.length = j.intact, int64(len(line))
				err = visit(j.Header, &record)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", path, number, err)
			}
			seen[record.Number] = true
			j.Games++
		}
		j.intact += int64(len(text))
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if j.Header.Format == 0 {
		return nil, fmt.Errorf("%s: %w", path, errNoHeader)
	}
	return j, nil
}

// splitLines is bufio.ScanLines, but a line keeps its end.
func splitLines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i+1], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// resumeJournal reads a journal, cuts off a damaged last line and goes on after the rest.
func resumeJournal(path string, visit func(Header, *Record) error) (*Journal, *journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	if err := lock(file); err != nil {
		_ = file.Close()
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	read, err := readJournal(path, file, visit)
	if err == nil && read.Damage != nil {
		err = file.Truncate(read.intact)
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, fmt.Errorf("journal: %w", err)
	}
	return read, &journal{file: file}, nil
}

// ResumeCommand is what to type to go on with a match.
func ResumeCommand(program, path string) string {
	return strings.Join([]string{quoteWord(program), "match", "--resume", quoteWord(path)}, " ")
}
