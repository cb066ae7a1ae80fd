package dxp

import (
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ckengine/engine"
)

// FuzzSession lets a peer send arbitrary bytes and vanish. The session must come
// to its end, with every game ended once, and say nothing that is no message.
func FuzzSession(f *testing.F) {
	begin := strings.TrimPrefix(askBlack, "> ") + "\x00"
	for _, stream := range []string{
		begin + "M0005474100\x00Chello\x00B001W\x00E10\x00",
		begin + begin + "M0000474200\x00E00\x00" + begin + "E01\x00",
		"A" + name32 + "0\x00M0005474100\x00E20\x00A" + name32 + "0\x00E00\x00",
		"A" + name32 + "2\x00A" + name32 + "3\x00",
		request("W000001A") + "\x00M0000283400\x00E00\x00K0\x00X\x00",
		request("Z060000BW"+start50) + "\x00M0000343000\x00",
		strings.Repeat("E00\x00", 40) + strings.Repeat("C", 200),
	} {
		f.Add([]byte(stream), false, uint8(0))
		f.Add([]byte(stream), true, uint8(3))
	}
	f.Fuzz(func(t *testing.T, stream []byte, initiate bool, pause uint8) {
		synctest.Test(t, func(t *testing.T) {
			near, far := net.Pipe()
			agent := newRandomAgent(t, 1)
			s := NewSession(near, agent, Settings{Boards: []engine.Variant{engine.Canadian, engine.International}})
			var peer sync.WaitGroup
			peer.Go(func() {
				defer far.Close()
				for piece := range strings.SplitAfterSeq(string(stream), "\x00") {
					far.SetWriteDeadline(time.Now().Add(time.Hour))
					if _, err := io.WriteString(far, piece); err != nil {
						return
					}
					time.Sleep(time.Duration(pause) * time.Second)
				}
			})
			var heard []string
			peer.Go(func() { heard, _ = readAll(far) })

			for range 5 {
				var record Record
				var err error
				if initiate {
					record, err = s.Initiate(t.Context(), Terms{Start: engine.Start(engine.Canadian), FollowerSide: engine.White, Time: time.Hour})
				} else {
					record, err = s.Follow(t.Context(), false)
				}
				if record.Played() && record.Reason == "" {
					t.Errorf("no reason for the end: %+v", record)
				}
				if _, refused := errors.AsType[*RefusedError](err); err != nil && !refused {
					break
				}
			}
			s.Close()
			peer.Wait()
			if agent.open {
				t.Error("the last game has not ended")
			}
			for _, text := range heard {
				if _, err := Decode(text); err != nil {
					t.Errorf("the session says %q: %v", text, err)
				}
			}
		})
	})
}
