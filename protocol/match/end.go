package match

import "fmt"

// End is the kind of end that a game came to.
type End uint8

// The kinds of end. From TimeLoss on they are abnormal: one engine is to blame.
const (
	EndByRules     End = iota // no piece or no legal move left
	EndByDrawRule             // repetition or a limit on plies
	EndAdjudicated            // by score or by the ply cap
	EndDeclared               // an engine gave up or declared a draw, where its protocol has that
	EndTimeLoss               // a move came too late
	EndIllegalMove            // a move that the rules do not allow, or that fits several
	EndNoMove                 // an answer without a move
	EndCrash                  // the engine's process ended
	EndDisconnect             // the engine closed its input or output and still runs
	EndStall                  // no answer, not even to a request to stop
	EndBadProtocol            // an answer that cannot be read, or a flood
	numberOfEndings
)

var endings = [numberOfEndings]string{
	EndByRules:     "normal",
	EndByDrawRule:  "draw rule",
	EndAdjudicated: "adjudication",
	EndDeclared:    "declared",
	EndTimeLoss:    "time loss",
	EndIllegalMove: "illegal move",
	EndNoMove:      "no move",
	EndCrash:       "crash",
	EndDisconnect:  "disconnect",
	EndStall:       "stall",
	EndBadProtocol: "protocol error",
}

// String is the name of the kind.
func (e End) String() string {
	if int(e) < len(endings) {
		return endings[e]
	}
	return fmt.Sprintf("end %d", uint8(e))
}

// IsAbnormal reports whether an engine is to blame for the end.
func (e End) IsAbnormal() bool { return e >= EndTimeLoss }

// IsFailure reports whether the engine itself broke, so that it has to be started again.
func (e End) IsFailure() bool { return e >= EndCrash }

// MarshalText is String.
func (e End) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText reads what String writes.
func (e *End) UnmarshalText(text []byte) error {
	for i, name := range endings {
		if name == string(text) {
			*e = End(i)
			return nil
		}
	}
	return fmt.Errorf("end of game %q is unknown", text)
}
