package dxp

import (
	"bufio"
	"errors"
	"io"
)

// Reader cuts a byte stream into messages. TCP may split a message or join
// several: only the NUL counts.
type Reader struct{ in *bufio.Reader }

// NewReader returns a Reader of the stream.
func NewReader(stream io.Reader) *Reader {
	return &Reader{bufio.NewReaderSize(stream, 4*(MaxMessage+1))}
}

// Next returns the next message, without its NUL, undecoded. Empty messages
// are skipped. It returns io.EOF at the end of the stream,
// io.ErrUnexpectedEOF if that comes within a message, and [ErrTooLong] if a
// message does not end in time.
func (r *Reader) Next() (string, error) {
	var message [MaxMessage]byte
	length := 0
	for {
		c, err := r.in.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && length > 0:
			return "", io.ErrUnexpectedEOF
		case err != nil:
			return "", err
		case c == 0 && length > 0:
			return string(message[:length]), nil
		case c == 0:
			continue
		case length == MaxMessage:
			return "", ErrTooLong
		}
		message[length] = c
		length++
	}
}

// Write encodes a message and writes it with its NUL in a single call.
func Write(stream io.Writer, m Message) error {
	text, err := Encode(m)
	if err != nil {
		return err
	}
	_, err = io.WriteString(stream, text+"\x00")
	return err
}
