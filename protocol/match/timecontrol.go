package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// TimeControl is a clock for the whole game. The zero value is no clock.
type TimeControl struct {
	Moves     int           // moves of a session, 0 for the rest of the game
	Time      time.Duration // for each session
	Increment time.Duration // added before each move, as Hub has it
}

// ParseTimeControl reads MOVES/TIME+INCREMENT, of which moves and increment may be
// missing: "40/60+0.6", "10+0.1", "1:30" (minutes and seconds). "inf" is no clock.
func ParseTimeControl(text string) (TimeControl, error) {
	tc, err := parseTimeControl(text)
	if err != nil {
		return TimeControl{}, fmt.Errorf("tc %q: %w; want [MOVES/]TIME[+INCREMENT], such as 40/60+0.6 or 10+0.1", text, err)
	}
	return tc, nil
}

func parseTimeControl(text string) (tc TimeControl, err error) {
	if text == "inf" {
		return TimeControl{}, nil
	}
	if moves, rest, found := strings.Cut(text, "/"); found {
		if tc.Moves, err = strconv.Atoi(moves); err != nil || tc.Moves < 1 {
			return tc, fmt.Errorf("%q is not a number of moves", moves)
		}
		text = rest
	}
	text, increment, found := strings.Cut(text, "+")
	if found {
		d, err := ParseDuration(increment)
		if err != nil {
			return tc, err
		}
		tc.Increment = time.Duration(d)
	}
	if minutes, seconds, found := strings.Cut(text, ":"); found {
		m, err := strconv.Atoi(minutes)
		if err != nil || m < 0 || m > 60000 {
			return tc, fmt.Errorf("%q is not a number of minutes", minutes)
		}
		tc.Time = time.Duration(m) * time.Minute
		text = seconds
	}
	d, err := ParseDuration(text)
	if err != nil {
		return tc, err
	}
	tc.Time += time.Duration(d)
	if tc.Time == 0 && tc.Increment == 0 {
		return tc, errors.New("there is no time at all")
	}
	return tc, nil
}

// String is the text that ParseTimeControl reads.
func (tc TimeControl) String() string {
	if tc == (TimeControl{}) {
		return "inf"
	}
	text := formatSeconds(tc.Time)
	if tc.Moves > 0 {
		text = fmt.Sprintf("%d/%s", tc.Moves, text)
	}
	if tc.Increment > 0 {
		text += "+" + formatSeconds(tc.Increment)
	}
	return text
}

// MarshalText is String.
func (tc TimeControl) MarshalText() ([]byte, error) { return []byte(tc.String()), nil }

// UnmarshalText is ParseTimeControl.
func (tc *TimeControl) UnmarshalText(text []byte) (err error) {
	*tc, err = ParseTimeControl(string(text))
	return err
}

func formatSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// Limits bound every move of an engine. All that are set apply together.
type Limits struct {
	TC       TimeControl `json:"tc,omitzero"`
	MoveTime Duration    `json:"move-time,omitzero"` // for each move
	Nodes    int64       `json:"nodes,omitzero"`
	Depth    int         `json:"depth,omitzero"` // plies
}

// IsTimed reports whether the engine can lose on time.
func (l Limits) IsTimed() bool { return l.TC != (TimeControl{}) || l.MoveTime > 0 }

// String lists the limits as they stand in an engine's description: "tc=10+0.1 nodes=1000".
func (l Limits) String() string {
	var parts []string
	if l.TC != (TimeControl{}) {
		parts = append(parts, "tc="+l.TC.String())
	}
	if l.MoveTime > 0 {
		parts = append(parts, "st="+formatSeconds(time.Duration(l.MoveTime)))
	}
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", l.Nodes))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", l.Depth))
	}
	return strings.Join(parts, " ")
}
