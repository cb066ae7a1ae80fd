package corpus

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// A file begins with the magic, the length of the header and the header as JSON,
// with a checksum; each block is its length, its bytes and their checksum.
const (
	magic     = "ckcorpus1\n"
	maxHeader = 1 << 16
	maxBlock  = 1 << 24
)

// Writer writes a corpus file.
type Writer struct {
	out     io.Writer
	header  Header
	last    uint64
	scratch []byte
}

// NewWriter begins a file.
func NewWriter(out io.Writer, h Header) (*Writer, error) {
	if err := h.validate(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(out, magic); err != nil {
		return nil, err
	}
	w := &Writer{out: out, header: h}
	return w, w.writeBlock(text)
}

// Write adds a game. The numbers must ascend and belong to the header's shard.
func (w *Writer) Write(g *Game) error {
	if g.Number <= w.last || !w.header.Has(g.Number) {
		return fmt.Errorf("game %d does not follow game %d in shard %d of %d", g.Number, w.last, w.header.Shard, w.header.Shards)
	}
	w.last = g.Number
	w.scratch = appendGame(w.scratch[:0], g)
	return w.writeBlock(w.scratch)
}

// writeBlock writes in one piece, so that a killed process leaves whole blocks but for the last.
func (w *Writer) writeBlock(content []byte) error {
	block := binary.LittleEndian.AppendUint32(make([]byte, 0, len(content)+12), uint32(len(content)))
	block = append(block, content...)
	block = binary.LittleEndian.AppendUint64(block, xxhash.Sum64(content))
	_, err := w.out.Write(block)
	return err
}

// DamageError says where a file stops making sense. What lies before is whole.
type DamageError struct {
	Offset int64 // bytes from the beginning
	Reason error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("damaged at byte %d: %v", e.Offset, e.Reason)
}

// Unwrap returns the reason.
func (e *DamageError) Unwrap() error { return e.Reason }

// Reader reads a corpus file game by game.
type Reader struct {
	in     *bufio.Reader
	header Header
	offset int64 // of the next block
	last   uint64
}

// NewReader reads the header. The error is a [*DamageError], or that of in.
func NewReader(in io.Reader) (*Reader, error) {
	r := &Reader{in: bufio.NewReaderSize(in, 1<<16)}
	start := make([]byte, len(magic))
	if _, err := io.ReadFull(r.in, start); err != nil || string(start) != magic {
		return nil, &DamageError{0, errors.New("this is no corpus file")}
	}
	r.offset = int64(len(magic))
	text, err := r.readBlock(maxHeader)
	if err == io.EOF {
		err = &DamageError{r.offset, io.ErrUnexpectedEOF}
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &r.header); err != nil {
		return nil, &DamageError{int64(len(magic)), err}
	}
	if err := r.header.validate(); err != nil {
		return nil, &DamageError{int64(len(magic)), err}
	}
	return r, nil
}

// Header returns the header of the file.
func (r *Reader) Header() Header { return r.header }

// Next returns the next game, or [io.EOF] after the last one.
func (r *Reader) Next() (Game, error) {
	at := r.offset
	block, err := r.readBlock(maxBlock)
	if err != nil {
		return Game{}, err
	}
	g, err := decodeGame(block, r.header.Variant)
	if err == nil && (g.Number <= r.last || !r.header.Has(g.Number)) {
		err = fmt.Errorf("game %d after game %d", g.Number, r.last)
	}
	if err != nil {
		r.offset = at
		return Game{}, &DamageError{at, err}
	}
	r.last = g.Number
	return g, nil
}

// readBlock returns the content of the next block.
func (r *Reader) readBlock(limit uint32) ([]byte, error) {
	damaged := func(err error) error {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return &DamageError{r.offset, err}
	}
	var head [4]byte
	if n, err := io.ReadFull(r.in, head[:]); err != nil {
		if n == 0 && err == io.EOF {
			return nil, io.EOF
		}
		return nil, damaged(err)
	}
	length := binary.LittleEndian.Uint32(head[:])
	if length > limit {
		return nil, damaged(fmt.Errorf("a block of %d bytes: want %d at most", length, limit))
	}
	block := make([]byte, int(length)+8)
	if _, err := io.ReadFull(r.in, block); err != nil {
		return nil, damaged(err)
	}
	content, sum := block[:length], binary.LittleEndian.Uint64(block[length:])
	if xxhash.Sum64(content) != sum {
		return nil, damaged(errors.New("the checksum is wrong"))
	}
	r.offset += int64(length) + 12
	return content, nil
}

// File is a corpus file that grows.
type File struct {
	*Writer
	file *os.File
	// Dropped is the number of bytes of an unfinished game that were cut off.
	Dropped int64
}

// Open begins a file, or goes on with one of the same header: seen gets the games
// that it has already, and an unfinished game at its end is dropped.
func Open(path string, h Header, seen func(*Game)) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	f, err := resume(file, h, seen)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return f, nil
}

func resume(file *os.File, h Header, seen func(*Game)) (*File, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		w, err := NewWriter(file, h)
		return &File{Writer: w, file: file}, err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	r, err := NewReader(file)
	if err != nil {
		return nil, err
	}
	if r.header != h {
		return nil, fmt.Errorf("has other games: %+v, want %+v", r.header, h)
	}
	for {
		g, err := r.Next()
		if damage, ok := errors.AsType[*DamageError](err); err == io.EOF || ok && errors.Is(damage, io.ErrUnexpectedEOF) {
			break
		} else if err != nil {
			return nil, err
		}
		seen(&g)
	}
	if err := file.Truncate(r.offset); err != nil {
		return nil, err
	}
	if _, err := file.Seek(r.offset, io.SeekStart); err != nil {
		return nil, err
	}
	return &File{Writer: &Writer{out: file, header: h, last: r.last}, file: file, Dropped: size - r.offset}, nil
}

// Last returns the number of the last game in the file, 0 if there is none.
func (w *Writer) Last() uint64 { return w.last }

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
