package match

import (
	"encoding/json"
	"fmt"
	"strconv"

	"ckengine/eval"
)

// Score is what an engine says a position is worth, in hundredths of a man from the
// side to move; the zero value is no statement.
type Score struct {
	Value eval.Score
	Known bool
}

// KnownScore is a statement.
func KnownScore(s eval.Score) Score { return Score{s, true} }

// AtLeast and AtMost compare a statement with hundredths of a man; both are false without one.
func (s Score) AtLeast(limit int) bool { return s.Known && int(s.Value) >= limit }

// AtMost reports a score of limit or lower.
func (s Score) AtMost(limit int) bool { return s.Known && int(s.Value) <= limit }

// MarshalJSON writes the number, or null.
func (s Score) MarshalJSON() ([]byte, error) {
	if !s.Known {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(s.Value), 10), nil
}

// UnmarshalJSON reads a number or null.
func (s *Score) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*s = Score{}
		return nil
	}
	var value int32
	if err := json.Unmarshal(text, &value); err != nil {
		return fmt.Errorf("score %s: want hundredths of a man or null", text)
	}
	*s = KnownScore(eval.Score(value))
	return nil
}
