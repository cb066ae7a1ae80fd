package dxp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// readAll returns all messages of a stream and the error that ended it.
func readAll(stream io.Reader) (messages []string, err error) {
	r := NewReader(stream)
	for {
		text, err := r.Next()
		if err != nil {
			return messages, err
		}
		messages = append(messages, text)
	}
}

// chunks delivers a stream in pieces of the given sizes, then at once.
type chunks struct {
	data  []byte
	sizes []int
}

func (c *chunks) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := min(len(p), len(c.data))
	if len(c.sizes) > 0 {
		n = min(n, c.sizes[0])
		c.sizes = c.sizes[1:]
	}
	copy(p, c.data[:n])
	c.data = c.data[n:]
	return n, nil
}

func TestReaderSplitAndGlued(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stream bytes.Buffer
		var want []string
		for _, m := range rapid.SliceOfN(anyMessage(), 1, 20).Draw(t, "messages") {
			text, _ := Encode(m)
			want = append(want, text)
			if err := Write(&stream, m); err != nil {
				t.Fatal(err)
			}
		}
		sizes := rapid.SliceOf(rapid.IntRange(1, 300)).Draw(t, "sizes")
		for _, in := range []io.Reader{
			bytes.NewReader(stream.Bytes()),
			iotest.OneByteReader(bytes.NewReader(stream.Bytes())),
			iotest.DataErrReader(bytes.NewReader(stream.Bytes())),
			&chunks{stream.Bytes(), sizes},
		} {
			got, err := readAll(in)
			if err != io.EOF {
				t.Fatalf("the stream ended with %v", err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

func TestReaderLimits(t *testing.T) {
	longest := strings.Repeat("x", MaxMessage)
	for _, c := range []struct {
		stream string
		want   []string
		err    error
	}{
		{"", nil, io.EOF},
		{"E00\x00", []string{"E00"}, io.EOF},
		{"\x00\x00E00\x00\x00\x00K1\x00\x00", []string{"E00", "K1"}, io.EOF},
		{"E00", nil, io.ErrUnexpectedEOF},
		{"K1\x00E", []string{"K1"}, io.ErrUnexpectedEOF},
		{longest + "\x00K1\x00", []string{longest, "K1"}, io.EOF},
		{longest + "x\x00", nil, ErrTooLong},
		{"K1\x00" + longest + longest + longest, []string{"K1"}, ErrTooLong},
		{longest, nil, io.ErrUnexpectedEOF},
	} {
		for _, in := range []io.Reader{strings.NewReader(c.stream), iotest.OneByteReader(strings.NewReader(c.stream))} {
			got, err := readAll(in)
			if !errors.Is(err, c.err) {
				t.Errorf("%q ended with %v, want %v", c.stream, err, c.err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.stream, diff)
			}
		}
	}
}

func TestReaderPassesErrorsOn(t *testing.T) {
	broken := errors.New("cable pulled")
	if _, err := readAll(io.MultiReader(strings.NewReader("K1\x00E"), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// FuzzStream reads arbitrary bytes, whole and split, and checks that what can
// be decoded and written has one canonical form.
func FuzzStream(f *testing.F) {
	var glued string
	for _, e := range published {
		f.Add([]byte(e.text+"\x00"), uint8(1))
		glued += e.text + "\x00"
	}
	f.Add([]byte(glued), uint8(7))
	f.Add([]byte(request("Z0.5000BZ"+start72)+"\x00"), uint8(100))
	f.Add([]byte(request("W000999BW"+start50)+"\x00E\x00"), uint8(3))
	f.Add([]byte(strings.Repeat("C", 200)), uint8(127))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		whole, err := readAll(bytes.NewReader(data))
		var sizes []int
		for range len(data) {
			sizes = append(sizes, int(size)+1)
		}
		split, splitErr := readAll(&chunks{data, sizes})
		if diff := cmp.Diff(whole, split); diff != "" || err != splitErr {
			t.Fatalf("split differently: %v, %v\n%s", err, splitErr, diff)
		}
		for _, text := range whole {
			m, err := Decode(text)
			if (m == nil) == (err == nil) {
				t.Fatalf("Decode(%q) = %v, %v", text, m, err)
			}
			if err != nil {
				continue
			}
			canonical, err := Encode(m)
			if err != nil {
				continue // such as text that is no ASCII
			}
			again, err := Decode(canonical)
			if err != nil {
				t.Fatalf("%q becomes %q, which cannot be read: %v", text, canonical, err)
			}
			if back, err := Encode(again); err != nil || back != canonical {
				t.Fatalf("%q becomes %q and then %q, %v", text, canonical, back, err)
			}
		}
	})
}
