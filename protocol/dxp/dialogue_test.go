package dxp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ckengine/engine"
)

// scriptAgent plays the first legal move unless it is told otherwise.
type scriptAgent struct {
	decide   func(ctx context.Context, p engine.Position) (Decision, error)
	refusal  error
	verdict  EndReason
	position engine.Position
	chats    []string
	begun    []string // the opponents
	records  []Record
}

func (a *scriptAgent) NewGame(g Game) error {
	a.position = g.Start
	return a.refusal
}

func (a *scriptAgent) OwnMove(ctx context.Context, _ Clock) (Decision, error) {
	d := Decision{Move: a.position.Moves()[0]}
	if a.decide != nil {
		var err error
		if d, err = a.decide(ctx, a.position); err != nil {
			return d, err
		}
	}
	if slices.Contains(a.position.Moves(), d.Move) {
		a.position = a.position.Play(d.Move)
	}
	return d, nil
}

func (a *scriptAgent) Begun(opponent string)                       { a.begun = append(a.begun, opponent) }
func (a *scriptAgent) OpponentMove(m engine.Move, _ time.Duration) { a.position = a.position.Play(m) }
func (a *scriptAgent) Adjudicate() EndReason                       { return a.verdict }
func (a *scriptAgent) Ended(r Record)                              { a.records = append(a.records, r) }
func (a *scriptAgent) Chat(text string)                            { a.chats = append(a.chats, text) }

// dialogue is a conversation between a session and a scripted peer, in a bubble
// with a clock of its own. Lines of the script:
//
//	"> text"  the peer sends a message; "|" stands for a NUL within one write
//	"| text"  the peer sends bytes without the NUL
//	"< text"  the session sends a message; "*" stands for any text
//	"close"   the peer closes the connection
//	"cancel"  the session's context ends
//	"1m"      that much time passes
//
// After the script the session must have nothing more to say.
type dialogue struct {
	initiate bool
	games    int // to play on the connection, 1 if zero
	terms    Terms
	settings Settings
	agent    scriptAgent
	script   []string

	want    []ending // of the games that an agent was prepared for
	wantErr any      // of the last game: an error, or a pointer to an error type for errors.As
}

type ending struct {
	termination Termination
	result      engine.Result
}

// played is what a dialogue left behind.
type played struct {
	agent *scriptAgent
	log   []string
}

func (d dialogue) run(t *testing.T) (p played) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		agent := d.agent
		p.agent = &agent
		d.settings.Log = func(dir Direction, _ time.Time, text string) { p.log = append(p.log, string(dir)+" "+text) }
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s := NewSession(near, &agent, d.settings)
		var err error
		finished := make(chan struct{})
		go func() {
			defer close(finished)
			defer s.Close()
			for range max(d.games, 1) {
				if d.initiate {
					_, err = s.Initiate(ctx, d.terms)
				} else {
					_, err = s.Follow(ctx, false)
				}
			}
		}()

		defer func() {
			far.Close()
			<-finished
		}()

		in := NewReader(far)
		for i, line := range d.script {
			kind, text, _ := strings.Cut(line, " ")
			switch kind {
			case ">", "|":
				if kind == ">" {
					text = strings.ReplaceAll(text, "|", "\x00") + "\x00"
				}
				far.SetWriteDeadline(time.Now().Add(time.Minute))
				if _, err := io.WriteString(far, text); err != nil {
					t.Fatalf("line %d, %q: %v\n%s", i+1, line, err, strings.Join(p.log, "\n"))
				}
			case "<":
				far.SetReadDeadline(time.Now().Add(24 * time.Hour))
				got, err := in.Next()
				if err != nil || !matches(text, got) {
					t.Fatalf("line %d: the session says %q, %v, want %q\n%s", i+1, got, err, text, strings.Join(p.log, "\n"))
				}
			case "close":
				far.Close()
			case "cancel":
				synctest.Wait()
				cancel()
			default:
				pause, err := time.ParseDuration(kind)
				if err != nil {
					t.Fatalf("line %d: %v", i+1, err)
				}
				time.Sleep(pause)
			}
		}
		far.SetReadDeadline(time.Now().Add(24 * time.Hour))
		if rest, restErr := in.Next(); !errors.Is(restErr, io.EOF) && !errors.Is(restErr, io.ErrClosedPipe) {
			t.Errorf("after the script the session says %q, %v", rest, restErr)
		}
		far.Close()
		<-finished

		var got []ending
		var begun []string
		for _, r := range agent.records {
			got = append(got, ending{r.Termination, r.Result})
			if r.Termination != NotBegun {
				begun = append(begun, r.Opponent)
			}
		}
		if !slices.Equal(agent.begun, begun) {
			t.Errorf("told of games against %q, want %q", agent.begun, begun)
		}
		if !slices.Equal(got, d.want) {
			t.Errorf("the games ended %v, want %v", got, d.want)
		}
		d.checkError(t, err)
		if t.Failed() {
			t.Log("\n" + strings.Join(p.log, "\n"))
		}
	})
	return p
}

func (d dialogue) checkError(t *testing.T, err error) {
	t.Helper()
	switch want := d.wantErr.(type) {
	case nil:
		if err != nil {
			t.Errorf("error %v", err)
		}
	case error:
		if !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	default:
		if !errors.As(err, want) {
			t.Errorf("error %v, want %T", err, want)
		}
	}
}

// matches compares with a pattern in which "*" stands for any text.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	text, ok := strings.CutPrefix(text, parts[0])
	for _, part := range parts[1:] {
		if !ok {
			return false
		}
		_, text, ok = strings.Cut(text, part)
	}
	return ok && (text == "" || parts[len(parts)-1] == "")
}

var (
	askBlack = "> " + request("Z060000BW"+start72) // the peer asks the follower to play black, and begins
	askWhite = "> " + request("W060000BW"+start72) // the follower begins
	accepts  = "< A*0"
	answer   = "> A" + name32 // and the code
	asked    = "< R01ckengine*"

	ownGame = Terms{Start: engine.Start(engine.Canadian), FollowerSide: engine.Black, Time: time.Hour} // the session begins
	peers   = Terms{Start: engine.Start(engine.Canadian), FollowerSide: engine.White, Time: time.Hour} // the peer begins
)

const (
	legal   = "> M0005474100" // 47-41 from the start position
	anyMove = "< M*"
	ends    = "> E00"
	acks    = "< E00"
	giveUp  = "> E10"
)

// gone is how a game ends when the script closes the connection in its middle.
var gone = []ending{{Disconnected, engine.Ongoing}}

func TestFollowerDialogues(t *testing.T) {
	whiteLost := ending{Declared, engine.BlackWins}
	for name, d := range map[string]dialogue{
		"peer moves first and gives up": {
			script: []string{askBlack, accepts, legal, anyMove, giveUp, acks},
			want:   []ending{whiteLost},
		},
		"follower moves first": {
			script: []string{askWhite, accepts, anyMove, "> E20", acks},
			want:   []ending{{Declared, engine.Draw}},
		},
		"the start position without a position is that of 12x12": {
			script: []string{"> " + request("Z060000A"), accepts, "> M0000727200", "< C*illegal move 72-72*", acks, ends},
			want:   []ending{{Forfeit, engine.BlackWins}},
		},
		"the start position without a position is that of 10x10 where that is allowed": {
			settings: Settings{Boards: []engine.Variant{engine.Canadian, engine.International}},
			script:   []string{"> " + request("Z060000A"), accepts, "> M0000322800", anyMove, giveUp, acks},
			want:     []ending{whiteLost},
		},
		"10x10 where it is allowed": {
			settings: Settings{Boards: []engine.Variant{engine.Canadian, engine.International}},
			script:   []string{"> " + request("W060000BW"+start50), accepts, anyMove, giveUp, acks},
			want:     []ending{{Declared, engine.WhiteWins}},
		},
		"the peer wins by its own word": {
			script: []string{askBlack, accepts, "> E30", acks},
			want:   []ending{{Declared, engine.WhiteWins}},
		},
		"ended without a result": {
			script: []string{askBlack, accepts, ends, acks},
			want:   []ending{{Declared, engine.Ongoing}},
		},
		"an end without codes": {
			script: []string{askBlack, accepts, "> E", acks},
			want:   []ending{{Declared, engine.Ongoing}},
		},
		"the stop code is echoed and kept": {
			games:   2,
			script:  []string{askBlack, accepts, "> E11", "< E01"},
			want:    []ending{whiteLost},
			wantErr: ErrNoFurtherGames,
		},
		"two games, the second answered at once": {
			games:  2,
			script: []string{askBlack, accepts, giveUp, acks, askBlack + "|" + legal[2:], accepts, anyMove, giveUp, acks},
			want:   []ending{whiteLost, whiteLost},
		},
		"chat, requests to take back and unknown messages are no part of the game": {
			script: []string{
				"> Chello", "> B001W", "< K1", "> X?", "> K0", "> C", "> A" + name32 + "0", "> M0005474100", ends,
				askBlack, accepts, "> B001W", "< K1", "> Bxxxx", "< K1", "> Chello", "> \xff\x01", "> Y", "> A" + name32 + "0", "> K9",
				legal, anyMove, "> B002Z|Cand you?|B001W", "< K1", "< K1", giveUp, acks,
			},
			want: []ending{whiteLost},
		},
		"the end of no game": {
			script:  []string{ends, "> E10", "> E01"},
			wantErr: ErrNoFurtherGames,
		},
		"closed before a request": {
			script:  []string{"close"},
			wantErr: ErrDisconnected,
		},
		"no request": {
			settings: Settings{Deadlines: Deadlines{Request: time.Minute}},
			script:   []string{"> Chello", "59s", "> Chello", "2s"},
			wantErr:  new(*TimeoutError),
		},
		"a board of another size": {
			script:  []string{"> " + request("W060000BW"+start50), "< C*50 squares*72*", "< A*2", "> " + request("W060000BW"+start32), "< C*32 squares*", "< A*2", "close"},
			wantErr: ErrDisconnected,
		},
		"another version": {
			script:  []string{"> R02" + name32 + "W0.5000A", "< C*02*01*", "< A*1", "> R00", "< C*", "< A*1", "close"},
			wantErr: ErrDisconnected,
		},
		"positions that cannot be": {
			script: []string{
				"> " + request("W060000BW"+strings.Repeat("e", 72)), "< C*", "< A*2",
				"> " + request("W060000BW"+strings.Repeat("w", 72)), "< C*", "< A*2",
				"> " + request("W060000BW"+"w"+strings.Repeat("e", 70)+"z"), "< C*", "< A*2",
				"> " + request("W060000BW"+"z"+strings.Repeat("e", 71)), "< C*", "< A*2",
				askBlack, accepts, giveUp, acks,
			},
			want: []ending{whiteLost},
		},
		"no legal move in the position": { // white's man on 67 is blocked by 61 and 56
			script:  []string{"> " + request("W060000BW"+squaresWith(map[int]byte{67: 'w', 61: 'z', 56: 'z', 62: 'z', 57: 'z'})), "< C*no legal move*", "< A*2", "close"},
			wantErr: ErrDisconnected,
		},
		"the agent will not play": {
			agent:   scriptAgent{refusal: errors.New("no such day")},
			script:  []string{askBlack, "< Cno such day", "< A*2", "close"},
			wantErr: ErrDisconnected,
		},
		"the agent will not play at all": {
			agent:   scriptAgent{refusal: &RefusedError{NoGames, "closed on Sundays"}},
			script:  []string{askBlack, "< Cclosed on Sundays", "< A*3", "close"},
			wantErr: ErrDisconnected,
		},
		"a second request in a game": {
			script: []string{askBlack, accepts, askBlack, "< C*game is running*", "< A*2", "> Rxx", "< C*", "< A*1", "> R01", "< C*", "< A*2", legal, anyMove, giveUp, acks},
			want:   []ending{whiteLost},
		},
		"a request in place of the acknowledgement": {
			games:  2,
			script: []string{askBlack, accepts, "> M0000474200|" + askBlack[2:], "< C*illegal*", acks, accepts, giveUp, acks},
			want:   []ending{{Forfeit, engine.BlackWins}, whiteLost},
		},
		"crossing ends acknowledge each other": {
			games:  2,
			agent:  scriptAgent{decide: func(context.Context, engine.Position) (Decision, error) { return Decision{End: ReasonDraw}, nil }},
			script: []string{askBlack, accepts, legal, "< E20", ends, "> B001W", "< K1", askBlack, accepts, giveUp, acks},
			want:   []ending{{Declared, engine.Draw}, whiteLost},
		},
		"the peer ends the game while the agent thinks": {
			agent:  scriptAgent{decide: untilInterrupted},
			script: []string{askWhite, accepts, giveUp, "< E00"},
			want:   []ending{{Declared, engine.WhiteWins}},
		},
		"chat while the agent thinks": {
			agent:  scriptAgent{decide: untilInterrupted},
			script: []string{askWhite, accepts, "> Cnice weather", "> B001W", "< K1", "> E20", acks},
			want:   []ending{{Declared, engine.Draw}},
		},
		"a move while the agent thinks": {
			agent:  scriptAgent{decide: untilInterrupted},
			script: []string{askWhite, accepts, legal, "< C*out of turn*", acks, ends},
			want:   []ending{{Forfeit, engine.WhiteWins}},
		},
		"the peer vanishes while the agent thinks": {
			agent:   scriptAgent{decide: untilInterrupted},
			script:  []string{askWhite, accepts, "close"},
			want:    gone,
			wantErr: ErrDisconnected,
		},
		"the peer vanishes when it is to move": {
			script:  []string{askBlack, accepts, "close"},
			want:    gone,
			wantErr: ErrDisconnected,
		},
		"the peer vanishes instead of acknowledging": {
			script:  []string{askBlack, accepts, "> M0000474200", "< C*", acks, "close"},
			want:    []ending{{Forfeit, engine.BlackWins}},
			wantErr: ErrDisconnected,
		},
		"a message that does not end": {
			script:  []string{askBlack, accepts, "> C" + strings.Repeat("x", MaxMessage)},
			want:    gone,
			wantErr: ErrTooLong,
		},
		"a message that does not end in time": {
			script:  []string{"| GET / HTTP", "29s", "| /1.1\r\n", "2s"},
			wantErr: ErrDisconnected,
		},
		"a message in pieces": {
			script: []string{askBlack, accepts, "| M00", "29s", "| 05474100\x00", anyMove, "| E1", "29s", "> 0", acks},
			want:   []ending{whiteLost},
		},
		"no move": {
			games:  2,
			script: []string{askBlack, accepts, "1h", "29s", "2s", "< C*no move within 1h0m30s*", acks, ends, askBlack, accepts, giveUp, acks},
			want:   []ending{{Forfeit, engine.BlackWins}, whiteLost},
		},
		"less than a minute each": {
			games:  2,
			script: []string{"> " + request("Z000000BW"+start72), accepts, "59s", legal, anyMove, "32s", "< C*no move within 31s*", acks, ends, askBlack, accepts, giveUp, acks},
			want:   []ending{{Forfeit, engine.BlackWins}, whiteLost},
		},
		"no acknowledgement": {
			script:  []string{askBlack, accepts, "> M0000474200", "< C*", acks, "> M0000474100", "> Chm", "31s"},
			want:    []ending{{Forfeit, engine.BlackWins}},
			wantErr: new(*TimeoutError),
		},
		"a peer that does not read": {
			script:  []string{askBlack, "40s"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: ErrDisconnected,
		},
		"number of moves": {
			agent:  scriptAgent{verdict: ReasonWin},
			script: []string{"> " + request("W060001BW"+start72), accepts, anyMove, "> M0005283400", "< E30", ends},
			want:   []ending{{Declared, engine.WhiteWins}},
		},
		"number of moves, nonsense from the agent": {
			agent:  scriptAgent{verdict: 'x'},
			script: []string{"> " + request("W060001BW"+start72), accepts, anyMove, "> M0005283400", "< E00", ends},
			want:   []ending{{Declared, engine.Ongoing}},
		},
		"the agent gives up and wants no more": {
			agent: scriptAgent{decide: func(context.Context, engine.Position) (Decision, error) {
				return Decision{End: ReasonGiveUp, Stop: true}, nil
			}},
			games:   2,
			script:  []string{askWhite, accepts, "< E11", ends},
			want:    []ending{{Declared, engine.BlackWins}},
			wantErr: ErrNoFurtherGames,
		},
		"the agent fails": {
			agent: scriptAgent{decide: func(context.Context, engine.Position) (Decision, error) {
				return Decision{}, errors.New("engine crashed")
			}},
			script:  []string{askWhite, accepts, "< E11", ends},
			want:    []ending{{OwnFailure, engine.BlackWins}},
			wantErr: new(*agentError),
		},
		"the agent fails and the peer vanishes": {
			agent: scriptAgent{decide: func(context.Context, engine.Position) (Decision, error) {
				return Decision{}, errors.New("engine crashed")
			}},
			script:  []string{askWhite, accepts, "< E11", "1m"},
			want:    []ending{{OwnFailure, engine.BlackWins}},
			wantErr: new(*agentError),
		},
		"the agent's move is illegal": {
			agent:   scriptAgent{decide: func(context.Context, engine.Position) (Decision, error) { return Decision{}, nil }},
			script:  []string{askWhite, accepts, "< E11", "close"},
			want:    []ending{{OwnFailure, engine.BlackWins}},
			wantErr: engine.ErrIllegalMove,
		},
		"stopped when to move": {
			agent:   scriptAgent{decide: untilInterrupted},
			script:  []string{askWhite, accepts, "cancel", "< E01"},
			want:    []ending{{Cancelled, engine.Ongoing}},
			wantErr: context.Canceled,
		},
		"stopped when the peer is to move": {
			script:  []string{askBlack, accepts, "cancel", "< C*stop*"},
			want:    []ending{{Cancelled, engine.Ongoing}},
			wantErr: context.Canceled,
		},
		"stopped between games": {
			script:  []string{"> Chello", "cancel"},
			wantErr: context.Canceled,
		},
	} {
		t.Run(name, func(t *testing.T) { d.run(t) })
	}
}

// untilInterrupted thinks for as long as it may.
func untilInterrupted(ctx context.Context, _ engine.Position) (Decision, error) {
	<-ctx.Done()
	return Decision{}, ctx.Err()
}

// squaresWith writes a 12x12 position of a few pieces.
func squaresWith(pieces map[int]byte) string {
	squares := []byte(strings.Repeat("e", 72))
	for number, piece := range pieces {
		squares[number-1] = piece
	}
	return string(squares)
}

func TestInitiatorDialogues(t *testing.T) {
	for name, d := range map[string]dialogue{
		"a game": {
			terms:  peers,
			script: []string{asked, answer + "0", legal, anyMove, giveUp, acks},
			want:   []ending{{Declared, engine.BlackWins}},
		},
		"the session begins": {
			terms:  ownGame,
			script: []string{asked, answer + "0", anyMove, "> E20", acks},
			want:   []ending{{Declared, engine.Draw}},
		},
		"acceptance and first move glued": {
			terms:  peers,
			script: []string{asked, answer + "0|" + legal[2:], anyMove, giveUp, acks},
			want:   []ending{{Declared, engine.BlackWins}},
		},
		"chat before the answer": {
			terms:  peers,
			script: []string{asked, "> Cwait a moment", "> B001W", "< K1", "> Q", "> M0005474100", "> K0", answer + "0", legal, anyMove, giveUp, acks},
			want:   []ending{{Declared, engine.BlackWins}},
		},
		"refused, then another game": {
			terms:  peers,
			games:  2,
			script: []string{asked, "> Conly 10x10 here", answer + "2", asked, answer + "0", giveUp, acks},
			want:   []ending{{NotBegun, engine.Ongoing}, {Declared, engine.BlackWins}},
		},
		"refused for good": {
			terms:   peers,
			games:   2,
			script:  []string{asked, answer + "3"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: ErrNoFurtherGames,
		},
		"other version": {
			terms:   peers,
			script:  []string{asked, answer + "1"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: new(*RefusedError),
		},
		"an answer that is none": {
			terms:   peers,
			script:  []string{asked, "> Ayes"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: new(*MalformedError),
		},
		"an unknown code": {
			terms:   peers,
			script:  []string{asked, answer + "7"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: new(*MalformedError),
		},
		"no answer": {
			terms:   peers,
			script:  []string{asked, "59s", "> Cwait a moment", "2s"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: new(*TimeoutError),
		},
		"an end in place of the answer": {
			terms:   peers,
			script:  []string{asked, ends, acks},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: new(*RefusedError),
		},
		"an end for good in place of the answer": {
			terms:   peers,
			games:   2,
			script:  []string{asked, "> E01", "< E01"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: ErrNoFurtherGames,
		},
		"both initiate": {
			terms:   peers,
			script:  []string{asked, askBlack, "< C*initiator*", "< A*3"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: ErrBothInitiate,
		},
		"the peer vanishes before the answer": {
			terms:   peers,
			script:  []string{asked, "close"},
			want:    []ending{{NotBegun, engine.Ongoing}},
			wantErr: ErrDisconnected,
		},
		"an acknowledged acknowledgement does not disturb the next game": {
			terms:  peers,
			games:  2,
			script: []string{asked, answer + "0", "> M0000474200", "< C*", acks, "> E00|E00", asked, answer + "0", legal, anyMove, giveUp, acks},
			want:   []ending{{Forfeit, engine.BlackWins}, {Declared, engine.BlackWins}},
		},
		"a peer that wants no more closes without a word": {
			terms:  Terms{Start: peers.Start, FollowerSide: engine.White, Time: time.Hour, Last: true},
			script: []string{asked, answer + "0", "> M0000474200", "< C*", "< E01", "close"},
			want:   []ending{{Forfeit, engine.BlackWins}},
		},
		"the last game": {
			terms:  Terms{Start: peers.Start, FollowerSide: engine.White, Time: time.Hour, Last: true},
			script: []string{asked, answer + "0", giveUp, "< E01"},
			want:   []ending{{Declared, engine.BlackWins}},
		},
	} {
		d.initiate = true
		t.Run(name, func(t *testing.T) { d.run(t) })
	}
}

// Every way of sending a move that is none loses the game, and says why.
func TestIllegalMoves(t *testing.T) {
	for _, m := range []string{
		"M0000474200", "M0000284100", "M0000473900", "M0000474700", "M0000414700", "M0000010700",
		"M000047410141", "M00004741020102", "M0000004100", "M0000734100", "M0000470000",
		"M", "M0000", "M00004741", "M000047410", "M0000474101", "M00004741001", "M0000474199", "M0000 47-41", "Mabcdefghij",
		"M0000474131" + strings.Repeat("28", 31), "M00004741022828", "M000047410100", "M000047410199",
	} {
		d := dialogue{
			script: []string{askBlack, accepts, "> " + m, "< Cerror: *", acks, ends},
			want:   []ending{{Forfeit, engine.BlackWins}},
		}
		t.Run(m, func(t *testing.T) {
			if record := d.run(t).agent.records[0]; record.Game.Ply() != 0 || !strings.HasPrefix(record.Reason, "white: ") {
				t.Errorf("record of %d moves, %q", record.Game.Ply(), record.Reason)
			}
		})
	}
}

func TestCaptures(t *testing.T) {
	// A king that captures on a closed loop comes to rest where it began. It can
	// also take the same pieces the other way round: that is the same move.
	loop := map[int]byte{26: 'W', 33: 'z', 45: 'z', 44: 'z', 32: 'z', 1: 'z'}
	start, err := startOf(GameRequest{Squares: squaresWith(loop), SideToMove: engine.White}, []engine.Variant{engine.Canadian})
	if err != nil {
		t.Fatal(err)
	}
	var capture Move
	for _, m := range start.Moves() {
		if m.From() == m.To() {
			capture = messageOf(start, m)
		}
	}
	if len(capture.Captured) != 4 {
		t.Fatalf("no capture of four on a closed loop among %d moves", len(start.Moves()))
	}
	request := "> " + request("Z060000BW"+squaresWith(loop))
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		text := fmt.Sprintf("> M0009%02d%02d04", capture.From, capture.To)
		for _, i := range order {
			text += fmt.Sprintf("%02d", capture.Captured[i])
		}
		d := dialogue{
			script: []string{request, accepts, text, anyMove, giveUp, acks},
			want:   []ending{{Declared, engine.BlackWins}},
		}
		p := d.run(t)
		if used := p.agent.records[0].Used; len(used) != 2 || used[0] != 9*time.Second {
			t.Errorf("used %v", used)
		}
	}
}

// moving makes an agent play moves given as from, to, from, to, ...
func moving(squares ...int) func(context.Context, engine.Position) (Decision, error) {
	return func(_ context.Context, p engine.Position) (Decision, error) {
		m, err := legalMove(p, Move{From: squares[0], To: squares[1]})
		squares = squares[2:]
		return Decision{Move: m}, err
	}
}

func TestEndsByTheRules(t *testing.T) {
	// After 50-56 the white man on 67 cannot move: 61 and 56 are taken.
	mate := "BZ" + squaresWith(map[int]byte{67: 'w', 61: 'z', 50: 'z'})
	lost := []ending{{ByRules, engine.BlackWins}}
	for _, code := range []string{"E10", "E00", "E20", "E30"} {
		d := dialogue{
			agent:  scriptAgent{decide: moving(50, 56)},
			script: []string{"> " + request("Z060000"+mate), accepts, "< M00005056*", "> " + code, acks},
			want:   lost,
		}
		t.Run("the peer is mated and says "+code, func(t *testing.T) { d.run(t) })
	}

	// The king of each side walks to and fro until the position has come about
	// for the third time.
	kings := "BW" + squaresWith(map[int]byte{67: 'W', 1: 'Z'})
	var toAndFro []string
	for range 2 {
		toAndFro = append(toAndFro, "> M0000676100", "< M0000010700", "> M0000616700", "< M0000070100")
	}
	repeated := func(after ...string) []string {
		return slices.Concat([]string{"> " + request("Z060000"+kings), accepts}, toAndFro, after)
	}
	walking := func() scriptAgent { return scriptAgent{decide: moving(1, 7, 7, 1, 1, 7, 7, 1)} }
	drawn := []ending{{ByRules, engine.Draw}}
	for name, d := range map[string]dialogue{
		"the session is mated": {
			script: []string{"> " + request("W060000"+mate), accepts, "> M0000505600", "< E10", ends},
			want:   lost,
		},
		"the peer is mated and silent": {
			agent:  scriptAgent{decide: moving(50, 56)},
			script: []string{"> " + request("Z060000"+mate), accepts, "< M00005056*", "61s", "< E30", ends},
			want:   lost,
		},
		"the peer sees the draw":         {agent: walking(), script: repeated("> E20", acks), want: drawn},
		"the peer ends a drawn game":     {agent: walking(), script: repeated("> E00", acks), want: drawn},
		"the peer plays on":              {agent: walking(), script: repeated("> M0000676100", "< E20", ends), want: drawn},
		"the peer breaks the rules then": {agent: walking(), script: repeated("> M0000676701x", "< E20", ends), want: drawn},
		"the peer is silent then":        {agent: walking(), script: repeated("1h", "31s", "< E20", ends), want: drawn},
		"the peer gives up a drawn game": {agent: walking(), script: repeated(giveUp, acks), want: []ending{{Declared, engine.BlackWins}}},
		"the session sees the draw": {
			agent: scriptAgent{decide: moving(67, 61, 61, 67, 67, 61, 61, 67)},
			script: []string{
				"> " + request("W060000"+kings), accepts,
				"< M0000676100", "> M0000010700", "< M0000616700", "> M0000070100",
				"< M0000676100", "> M0000010700", "< M0000616700", "> M0000070100", "< E20", ends,
			},
			want: drawn,
		},
	} {
		t.Run(name, func(t *testing.T) { d.run(t) })
	}
}

// Some programs request a game for each single move.
func TestOneMoveAGame(t *testing.T) {
	d := dialogue{games: 20}
	for range d.games {
		d.script = append(d.script, "> "+request("W000000BW"+start72), accepts, anyMove, ends, acks)
		d.want = append(d.want, ending{Declared, engine.Ongoing})
	}
	d.run(t)
}

func TestChatIsShown(t *testing.T) {
	d := dialogue{
		script: []string{"> Cone", askBlack, accepts, "> Ctwo", legal, anyMove, "> Cthree\x1b[31m", giveUp, acks},
		want:   []ending{{Declared, engine.BlackWins}},
	}
	if chats := d.run(t).agent.chats; !slices.Equal(chats, []string{"one", "two", "three [31m"}) {
		t.Errorf("shown: %q", chats)
	}
}

func TestLogHoldsBothDirectionsAndNotes(t *testing.T) {
	d := dialogue{
		script: []string{"> X1", "1s", askBlack, accepts, giveUp, acks},
		want:   []ending{{Declared, engine.BlackWins}},
	}
	log := d.run(t).log
	want := []string{"< X1", `* ignored: DXP: unknown message 'X'`, askBlack, "> Ackengine" + strings.Repeat(" ", 24) + "0", "< E10", "> E00"}
	want[2] = "< " + want[2][2:]
	if !slices.Equal(log, want) {
		t.Errorf("log:\n%s\nwant:\n%s", strings.Join(log, "\n"), strings.Join(want, "\n"))
	}
}

// The refusal carries what the other side said about it.
func TestRefusalSaysWhy(t *testing.T) {
	var refused *RefusedError
	d := dialogue{
		initiate: true,
		terms:    peers,
		script:   []string{asked, "> Conly 10x10 here", answer + "2"},
		want:     []ending{{NotBegun, engine.Ongoing}},
		wantErr:  &refused,
	}
	d.run(t)
	if refused == nil || refused.Code != NotThisGame || refused.Chat != "only 10x10 here" {
		t.Errorf("refused: %+v", refused)
	}
	for want, e := range map[string]RefusedError{
		"DXP: game refused: not this game (code 2): only 10x10 here":           {NotThisGame, "only 10x10 here"},
		"DXP: game refused: no games at all (code 3)":                          {Code: NoGames},
		"DXP: game refused: other protocol version (code 1)":                   {Code: WrongVersion},
		"DXP: game refused: it was ended instead of accepted: I have to leave": {Chat: "I have to leave"},
	} {
		if got := e.Error(); got != want {
			t.Errorf("%+v reads %q, want %q", e, got, want)
		}
	}
}

// On 12x12 the position is always sent; on 10x10 the start is known to all.
func TestWhatTheInitiatorRequests(t *testing.T) {
	for _, c := range []struct {
		board  engine.Variant
		always bool
		want   string
	}{
		{engine.Canadian, false, "< R01ckengine" + strings.Repeat(" ", 24) + "W060075BW" + start72},
		{engine.Brazilian, false, "< R01ckengine" + strings.Repeat(" ", 24) + "W060075BW" + start32},
		{engine.International, false, "< R01ckengine" + strings.Repeat(" ", 24) + "W060075A"},
		{engine.International, true, "< R01ckengine" + strings.Repeat(" ", 24) + "W060075BW" + start50},
	} {
		d := dialogue{
			initiate: true,
			settings: Settings{AlwaysSendPosition: c.always},
			terms:    Terms{Start: engine.Start(c.board), FollowerSide: engine.White, Time: time.Hour, Moves: 75},
			script:   []string{c.want, answer + "2"},
			want:     []ending{{NotBegun, engine.Ongoing}},
			wantErr:  new(*RefusedError),
		}
		d.run(t)
	}
}

// The dialogue that the documentation shows is what happens.
func TestDocumentedDialogue(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol-dxp.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "## 7.")
	_, block, _ := strings.Cut(section, "```\n")
	block, _, _ = strings.Cut(block, "\n```")
	script := strings.Split(strings.ReplaceAll(block, "·", " "), "\n")
	if len(script) < 10 {
		t.Fatalf("a dialogue of %d lines", len(script))
	}
	d := dialogue{
		settings: Settings{Name: "Second"},
		agent:    scriptAgent{decide: moving(28, 34, 47, 41)},
		games:    2,
		script:   script,
		want:     []ending{{Forfeit, engine.BlackWins}, {Declared, engine.WhiteWins}},
	}
	d.run(t)
}
