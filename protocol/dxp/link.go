package dxp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// linger is how long a closing connection waits for the other side to take up
// what was sent last and to close too.
const linger = time.Second

// link is a connection as a sequence of messages in both directions.
type link struct {
	conn  net.Conn
	limit time.Duration // for a message to be taken up by the other side, and to arrive whole here

	incoming chan arrival  // closed when nothing more can be read
	failure  error         // why, once incoming is closed
	closing  chan struct{} // closed when nothing more will be looked at
	once     sync.Once

	writing sync.Mutex
	logging sync.Mutex
	log     func(Direction, time.Time, string)
}

// arrival is a message as it came in.
type arrival struct {
	text string
	at   time.Time
}

func newLink(conn net.Conn, s Settings) *link {
	l := &link{
		conn:     conn,
		limit:    s.Deadlines.Acknowledge,
		incoming: make(chan arrival, 16),
		closing:  make(chan struct{}),
		log:      s.Log,
	}
	go l.read()
	return l
}

func (l *link) read() {
	defer close(l.incoming)
	in := NewReader(&wholeMessages{conn: l.conn, limit: l.limit})
	for {
		text, err := in.Next()
		if err != nil {
			l.failure = err
			return
		}
		at := time.Now()
		l.record(Received, at, text)
		select {
		case l.incoming <- arrival{text, at}:
		case <-l.closing:
		}
	}
}

// send writes a message. It fails rather than wait for a side that does not read.
func (l *link) send(m Message) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	text, err := Encode(m)
	if err != nil {
		return err
	}
	now := time.Now()
	l.record(Sent, now, text)
	err = l.conn.SetWriteDeadline(now.Add(l.limit))
	if err == nil {
		err = Write(l.conn, m)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDisconnected, err)
	}
	return nil
}

func (l *link) note(format string, args ...any) {
	l.record(Note, time.Now(), fmt.Sprintf(format, args...))
}

func (l *link) record(d Direction, at time.Time, text string) {
	l.logging.Lock()
	defer l.logging.Unlock()
	l.log(d, at, text)
}

// lost says why nothing more can be read.
func (l *link) lost() error {
	switch err := l.failure; {
	case errors.Is(err, ErrTooLong):
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("%w: the other side closed it within a message: %w", ErrDisconnected, err)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w: a message did not end within %v", ErrDisconnected, l.limit)
	case errors.Is(err, io.EOF):
		return fmt.Errorf("%w: the other side closed it: %w", ErrDisconnected, err)
	default:
		return fmt.Errorf("%w: %w", ErrDisconnected, err)
	}
}

// wholeMessages reads from a connection and fails if a message that has begun
// does not end in time: whoever leaves it open, such as a browser that came to
// the wrong port, would keep others out.
type wholeMessages struct {
	conn  net.Conn
	limit time.Duration
	begun bool
}

func (w *wholeMessages) Read(p []byte) (int, error) {
	n, err := w.conn.Read(p)
	if n == 0 {
		return n, err
	}
	switch end := bytes.LastIndexByte(p[:n], 0); {
	case end == n-1:
		w.begun = false
		w.conn.SetReadDeadline(time.Time{})
	case end >= 0 || !w.begun:
		w.begun = true
		w.conn.SetReadDeadline(time.Now().Add(w.limit))
	}
	return n, err
}

// close ends the connection. Closing at once while unread data waits here would
// make TCP throw away what the other side has not read yet, so the own direction
// is closed first.
func (l *link) close() {
	l.once.Do(func() {
		close(l.closing)
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			for range l.incoming {
			}
		}()
		if half, ok := l.conn.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
			select {
			case <-drained:
			case <-time.After(linger):
			}
		}
		l.conn.Close()
		<-drained
	})
}
