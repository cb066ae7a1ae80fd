package match

import (
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"ckengine/engine"
	"ckengine/protocol/dxp"
)

// A program that accepts and then says nothing loses on time, and the next game begins
// on a new connection.
func TestSilentDXPProgram(t *testing.T) {
	t.Parallel() // it waits for most of its time
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	accepted := make(chan int, 2)
	go func() {
		for n := 1; ; n++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			in := dxp.NewReader(conn)
			if _, err := in.Next(); err == nil {
				io.WriteString(conn, fmt.Sprintf("A%-32s0\x00", "silent"))
				accepted <- n
			}
			for err == nil {
				_, err = in.Next()
			}
			conn.Close()
		}
	}()

	// The referee's time has to run out before that of the session, on a busy machine too.
	r := &remote{address: listener.Addr().String(), time: 600 * time.Millisecond, log: &dxpLog{}}
	r.settings = dxp.Settings{Log: r.log.add, Deadlines: dxp.Deadlines{Margin: 2 * time.Second, Acknowledge: time.Second}}
	defer r.Close()
	for n := 1; n <= 2; n++ {
		if err := r.NewGame(t.Context()); err != nil {
			t.Fatal(err)
		}
		game := engine.NewGame(engine.Start(engine.Canadian), engine.InternationalDraws)
		answer, err := r.Think(t.Context(), game, Budget{Wait: time.Millisecond})
		if err != nil || answer.Move != "" || answer.Quit != nil || answer.Elapsed < time.Millisecond {
			t.Fatalf("%+v, %v", answer, err)
		}
		if got := <-accepted; got != n {
			t.Errorf("game %d is on connection %d", n, got)
		}
		r.GameOver(t.Context(), engine.Outcome{Result: engine.BlackWins})
		if r.session != nil {
			t.Error("the session goes on")
		}
	}
}
