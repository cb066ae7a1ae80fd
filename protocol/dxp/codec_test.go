package dxp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"ckengine/engine"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The examples that the protocol's publication gives.
var published = []struct {
	text    string
	message Message
}{
	{"R01Tornado voor Windows 4.0        W060065A", GameRequest{Name: "Tornado voor Windows 4.0", FollowerSide: engine.White, Time: time.Hour, Moves: 65}},
	{"ATornado voor Windows 4.0        0", GameAccept{Name: "Tornado voor Windows 4.0", Code: Accepted}},
	{"M0012061100", Move{Used: 12 * time.Second, From: 6, To: 11}},
	{"M001205250422122320", Move{Used: 12 * time.Second, From: 5, To: 25, Captured: []int{22, 12, 23, 20}}},
	{"E00", GameEnd{Reason: ReasonUnknown}},
	{"B005Z", BackRequest{Move: 5, Side: engine.Black}},
	{"K1", BackAccept{BackNotSupported}},
	{"CWhat do you think about move 35?", Chat{"What do you think about move 35?"}},
}

func TestPublishedExamples(t *testing.T) {
	for _, e := range published {
		got, err := Decode(e.text)
		if err != nil {
			t.Errorf("Decode(%q): %v", e.text, err)
		}
		if diff := cmp.Diff(e.message, got); diff != "" {
			t.Errorf("Decode(%q) (-want +got):\n%s", e.text, diff)
		}
		want := e.text
		if strings.HasPrefix(want, "M") && len(want) > 11 {
			want = "M001205250412202223" // the same squares, ascending
		}
		if back, err := Encode(e.message); err != nil || back != want {
			t.Errorf("Encode(%v) = %q, %v, want %q", e.message, back, err, want)
		}
	}
}

const (
	name32  = "Tornado voor Windows 4.0        "
	start72 = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzeeeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
	start50 = "zzzzzzzzzzzzzzzzzzzzeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
	start32 = "zzzzzzzzzzzzeeeeeeeewwwwwwwwwwww"
)

func request(tail string) string { return "R01" + name32 + tail }

func TestGameRequestPositions(t *testing.T) {
	for squares, length := range map[string]int{start72: 116, start50: 94, start32: 76} {
		for colour, side := range map[string]engine.Side{"W": engine.White, "Z": engine.Black} {
			text := request("Z120000B" + colour + squares)
			if len(text) != length {
				t.Fatalf("request of %d bytes, want %d", len(text), length)
			}
			want := GameRequest{Name: "Tornado voor Windows 4.0", FollowerSide: engine.Black, Time: 2 * time.Hour, SideToMove: side, Squares: squares}
			got, err := Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("Decode(%q) (-want +got):\n%s", text, diff)
			}
			if back, err := Encode(want); err != nil || back != text {
				t.Errorf("Encode = %q, %v, want %q", back, err, text)
			}
		}
	}
}

func TestGameRequestLengths(t *testing.T) {
	full := request("W060065B" + "W" + start72 + strings.Repeat("e", 12))
	for length := 1; length <= MaxMessage; length++ {
		for _, code := range []string{"A", "B"} {
			text := full[:length]
			if length > 42 {
				text = full[:42] + code + full[43:length]
			}
			_, err := Decode(text)
			valid := code == "A" && length == 43 || code == "B" && (length == 76 || length == 94 || length == 116)
			if valid != (err == nil) {
				t.Errorf("%q of %d bytes: error %v", code, length, err)
			}
			if _, ok := errors.AsType[*MalformedError](err); err != nil && !ok {
				t.Errorf("%d bytes: %T, want a MalformedError", length, err)
			}
		}
	}
}

func TestTimes(t *testing.T) {
	for field, want := range map[string]time.Duration{
		"000": 0, "001": time.Minute, "999": 999 * time.Minute,
		"0.5": 30 * time.Second, ".05": 3 * time.Second, "0,9": 54 * time.Second,
		"5. ": 5 * time.Minute, "  5": 5 * time.Minute, "1.5": 90 * time.Second,
	} {
		m, err := Decode(request("W" + field + "000A"))
		if err != nil {
			t.Errorf("minutes %q: %v", field, err)
		} else if got := m.(GameRequest).Time; got != want {
			t.Errorf("minutes %q are %v, want %v", field, got, want)
		}
	}
	for _, field := range []string{"   ", "-01", "+01", "1e2", "0x1", "...", "1.,", "inf", "abc"} {
		if m, err := Decode(request("W" + field + "000A")); err == nil {
			t.Errorf("minutes %q read as %v", field, m)
		}
	}
	for length, want := range map[time.Duration]string{
		time.Minute: "001", time.Hour: "060", 999 * time.Minute: "999",
		30 * time.Second: "0.5", 90 * time.Second: "1.5", 3 * time.Second: ".05", 594 * time.Second: "9.9",
	} {
		text, err := Encode(GameRequest{Name: "x", Time: length})
		if err != nil || text[36:39] != want {
			t.Errorf("%v is written %q, %v, want %q", length, text, err, want)
		}
	}
	for _, length := range []time.Duration{0, -time.Minute, 1000 * time.Minute, time.Second, 606 * time.Second} {
		if text, err := Encode(GameRequest{Name: "x", Time: length}); err == nil {
			t.Errorf("%v is written %q, want an error", length, text)
		}
	}
	for used, want := range map[time.Duration]string{
		0: "M0000010200", -time.Second: "M0000010200", 499 * time.Millisecond: "M0000010200",
		1500 * time.Millisecond: "M0002010200", 3 * time.Hour: "M9999010200",
	} {
		if text, err := Encode(Move{Used: used, From: 1, To: 2}); err != nil || text != want {
			t.Errorf("used %v is written %q, %v, want %q", used, text, err, want)
		}
	}
	for field, want := range map[string]time.Duration{"0012": 12 * time.Second, "12.5": 12500 * time.Millisecond, "0.25": 250 * time.Millisecond} {
		if m, err := Decode("M" + field + "010200"); err != nil || m.(Move).Used != want {
			t.Errorf("seconds %q read as %v, %v, want %v", field, m, err, want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, text := range []string{
		"",
		"A", "Ashort0", "A" + name32, "A" + name32 + "4", "A" + name32 + "00",
		request("w060065A"), request("B060065A"), request("W060x65A"), request("W0600.5A"), request("W060065C"),
		request("W060065Bz" + start72), request("W060065BWE" + start72[1:]), request("W060065BB" + start72), request("W060065BW" + strings.Repeat("E", 72)),
		"M", "M00120611", "M001206110", "M0012061101", "M0012061100 ", "M0012061102171", "M00120611011718",
		"M0012001100", "M0012060000", "M0012737200", "M0012720173", "M00127201010073", "M001272010100", "M001272010173",
		"M0012061131" + strings.Repeat("17", 31), "M00120611021717", "M0012 6-1100", "Mxxxx061100", "M-001061100",
		"C", "B", "B000Z", "B005", "B005B", "B005ZZ", "Bx05Z", "K", "K3", "K11",
	} {
		m, err := Decode(text)
		e, ok := errors.AsType[*MalformedError](err)
		if !ok {
			t.Errorf("Decode(%q) = %v, %v, want a MalformedError", text, m, err)
			continue
		}
		if text != "" && (e.Header != text[0] || e.Offset > len(text) || e.Problem == "") {
			t.Errorf("Decode(%q): %+v does not say what and where", text, *e)
		}
	}
	for _, text := range []string{"r01", "X", " M0012061100", "\x01", "\xff", "m0012061100"} {
		if m, err := Decode(text); !errors.As(err, new(*UnknownMessageError)) {
			t.Errorf("Decode(%q) = %v, %v, want an UnknownMessageError", text, m, err)
		}
	}
	for _, text := range []string{"R02" + name32 + "W0.5065A", "R02", "R00anything"} {
		if m, err := Decode(text); !errors.As(err, new(*VersionError)) {
			t.Errorf("Decode(%q) = %v, %v, want a VersionError", text, m, err)
		}
	}
}

func TestDecodeIsLiberal(t *testing.T) {
	for text, want := range map[string]Message{
		"M0000380004131714" + "18": nil, // square 00
		"M000047470438393731":      Move{From: 47, To: 47, Captured: []int{38, 39, 37, 31}},
		"E":                        GameEnd{Reason: ReasonUnknown},
		"E2":                       GameEnd{Reason: ReasonDraw},
		"E11":                      GameEnd{Reason: ReasonGiveUp, Stop: true},
		"E91 ":                     GameEnd{Reason: ReasonUnknown, Stop: true},
		"C\x1b[2Jhi\r\n":           Chat{" [2Jhi  "},
		"Cd\xe9j\xc3\xa0":          Chat{"d\ufffdjà"},
		"A" + "jsca" + strings.Repeat("0", 28) + "0": GameAccept{Name: "jsca0000000000000000000000000000", Code: Accepted},
		"A" + strings.Repeat(" ", 32) + "2":          GameAccept{Code: NotThisGame},
	} {
		got, err := Decode(text)
		if want == nil {
			if err == nil {
				t.Errorf("Decode(%q) = %v, want an error", text, got)
			}
			continue
		}
		if err != nil {
			t.Errorf("Decode(%q): %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Decode(%q) (-want +got):\n%s", text, diff)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for _, m := range []Message{
		nil,
		GameRequest{Time: time.Hour},
		GameRequest{Name: " x", Time: time.Hour},
		GameRequest{Name: strings.Repeat("x", 33), Time: time.Hour},
		GameRequest{Name: "dammenspel à 72", Time: time.Hour},
		GameRequest{Name: "x", Time: time.Hour, Moves: -1},
		GameRequest{Name: "x", Time: time.Hour, Moves: 1000},
		GameRequest{Name: "x", Time: time.Hour, SideToMove: engine.Black},
		GameRequest{Name: "x", Time: time.Hour, Squares: "eee"},
		GameRequest{Name: "x", Time: time.Hour, Squares: strings.Repeat("b", 72)},
		GameAccept{Name: "x"},
		GameAccept{Code: Accepted},
		Move{From: 0, To: 1}, Move{From: 1, To: 73}, Move{From: 1, To: 2, Captured: []int{0}}, Move{From: 1, To: 2, Captured: []int{3, 4, 3}},
		Move{From: 1, To: 2, Captured: make([]int, 31)},
		GameEnd{}, GameEnd{Reason: '4'},
		Chat{}, Chat{strings.Repeat("x", 127)}, Chat{"a\x00b"}, Chat{"é"}, Chat{"a\n"},
		BackRequest{}, BackRequest{Move: 1000}, BackAccept{}, BackAccept{'3'},
	} {
		if text, err := Encode(m); err == nil {
			t.Errorf("Encode(%+v) = %q, want an error", m, text)
		}
	}
}

// anyMessage generates messages of all kinds as a program would send them.
func anyMessage() *rapid.Generator[Message] {
	name := rapid.StringMatching(`[!-~]([ -~]{0,30}[!-~])?`)
	side := rapid.SampledFrom([]engine.Side{engine.White, engine.Black})
	square := rapid.IntRange(1, 72)
	return rapid.Custom(func(t *rapid.T) Message {
		switch rapid.IntRange(0, 6).Draw(t, "kind") {
		case 0:
			m := GameRequest{
				Name: name.Draw(t, "name"), FollowerSide: side.Draw(t, "follower"),
				Time:  time.Duration(rapid.IntRange(1, 999).Draw(t, "minutes")) * time.Minute,
				Moves: rapid.IntRange(0, 999).Draw(t, "moves"),
			}
			if n := rapid.SampledFrom([]int{0, 32, 50, 72}).Draw(t, "squares"); n > 0 {
				m.SideToMove = side.Draw(t, "to move")
				m.Squares = rapid.StringMatching(fmt.Sprintf("[ewzWZ]{%d}", n)).Draw(t, "position")
			}
			return m
		case 1:
			return GameAccept{name.Draw(t, "name"), rapid.SampledFrom([]AcceptCode{Accepted, WrongVersion, NotThisGame, NoGames}).Draw(t, "code")}
		case 2:
			return Move{
				Used: time.Duration(rapid.IntRange(0, 9999).Draw(t, "used")) * time.Second,
				From: square.Draw(t, "from"), To: square.Draw(t, "to"),
				Captured: rapid.SliceOfNDistinct(square, 0, 30, rapid.ID).Draw(t, "captured"),
			}
		case 3:
			return GameEnd{rapid.SampledFrom([]EndReason{ReasonUnknown, ReasonGiveUp, ReasonDraw, ReasonWin}).Draw(t, "reason"), rapid.Bool().Draw(t, "stop")}
		case 4:
			return Chat{rapid.StringMatching(`[ -~]{1,126}`).Draw(t, "text")}
		case 5:
			return BackRequest{rapid.IntRange(1, 999).Draw(t, "move"), side.Draw(t, "side")}
		default:
			return BackAccept{rapid.SampledFrom([]BackCode{BackAccepted, BackNotSupported, BackDeclined}).Draw(t, "code")}
		}
	})
}

func TestMessagesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMessage().Draw(t, "message")
		text, err := Encode(m)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) > MaxMessage || strings.Contains(text, "\x00") {
			t.Fatalf("%q cannot be framed", text)
		}
		got, err := Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		sorted := cmp.Transformer("set", func(squares []int) map[int]bool {
			set := map[int]bool{}
			for _, s := range squares {
				set[s] = true
			}
			return set
		})
		if diff := cmp.Diff(m, got, sorted); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text, diff)
		}
		if again, err := Encode(got); err != nil || again != text {
			t.Fatalf("%q becomes %q, %v", text, again, err)
		}
	})
}
