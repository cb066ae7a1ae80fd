package hub

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

type reading struct {
	Text string
	Long bool
}

func readAll(t *rapid.T, source io.Reader, limit int) (lines []reading, rest string) {
	r := NewLineReader(source, limit)
	for {
		text, _, err := r.Next()
		_, long := errors.AsType[*LongLineError](err)
		switch {
		case err == nil || long:
			lines = append(lines, reading{text, long})
		case err == io.EOF:
			return lines, text
		default:
			t.Fatal(err)
		}
	}
}

// The lines do not depend on how the bytes are cut, and are those that strings.Split finds.
func TestLineReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{1, 5, 300, readSize - 1, 2 * readSize}).Draw(t, "limit")
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			size := rapid.OneOf(rapid.IntRange(0, 8), rapid.IntRange(limit-1, limit+1), rapid.Just(3*readSize)).Draw(t, "size")
			b.WriteString(strings.Repeat("x", size))
			b.WriteString(rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end"))
		}
		b.WriteString(rapid.SampledFrom([]string{"", "y"}).Draw(t, "rest"))
		var want []reading
		pieces := strings.Split(b.String(), "\n")
		for _, piece := range pieces[:len(pieces)-1] {
			if len(piece) > limit {
				want = append(want, reading{strings.TrimSuffix(piece[:min(prefixSize, limit)], "\r"), true})
			} else {
				want = append(want, reading{strings.TrimSuffix(piece, "\r"), false})
			}
		}
		var source io.Reader = strings.NewReader(b.String())
		if rapid.Bool().Draw(t, "halved") {
			source = iotest.HalfReader(source)
		} else if b.Len() < 1000 {
			source = iotest.OneByteReader(iotest.DataErrReader(source))
		}
		got, rest := readAll(t, source, limit)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("lines (-want +got):\n%s", diff)
		}
		if rest != pieces[len(pieces)-1] {
			t.Fatalf("rest %q, want %q", rest, pieces[len(pieces)-1])
		}
	})
}

func TestEndlessLineIsReportedAtOnce(t *testing.T) {
	source, sink := io.Pipe()
	go func() {
		for range 4 {
			_, _ = sink.Write(make([]byte, 100))
		}
		_, _ = sink.Write([]byte("\nhub\n"))
	}()
	r := NewLineReader(source, 150)
	if text, _, err := r.Next(); err == nil || len(text) > prefixSize {
		t.Errorf("%d bytes, error %v, want a prefix and a LongLineError", len(text), err)
	}
	if text, _, err := r.Next(); text != "hub" || err != nil {
		t.Errorf("next line %q, %v, want hub", text, err)
	}
}

// A line keeps the time of its arrival while the lines before it are being dealt with.
func TestLineIsStampedWhenItsBytesArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		source, sink := io.Pipe()
		go func() {
			_, _ = sink.Write([]byte("po"))
			time.Sleep(time.Second)
			_, _ = sink.Write([]byte("ng\nready\ndone"))
			time.Sleep(9 * time.Second)
			_, _ = sink.Write([]byte("\n"))
		}()
		r := NewLineReader(source, 100)
		for _, want := range []struct {
			text string
			at   time.Duration
		}{{"pong", time.Second}, {"ready", time.Second}, {"done", 10 * time.Second}} {
			text, arrived, err := r.Next()
			if text != want.text || arrived.Sub(start) != want.at || err != nil {
				t.Errorf("%q at %v, %v, want %q at %v", text, arrived.Sub(start), err, want.text, want.at)
			}
			time.Sleep(4 * time.Second)
		}
	})
}
