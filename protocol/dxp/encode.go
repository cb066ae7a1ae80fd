package dxp

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ckengine/engine"
)

// Encode writes a message in its canonical form, without the NUL that ends it
// on the wire. It refuses what the protocol cannot express.
func Encode(m Message) (string, error) {
	switch m := m.(type) {
	case GameRequest:
		return encodeGameRequest(m)
	case GameAccept:
		return encodeGameAccept(m)
	case Move:
		return encodeMove(m)
	case GameEnd:
		return encodeGameEnd(m)
	case Chat:
		return encodeChat(m)
	case BackRequest:
		return encodeBackRequest(m)
	case BackAccept:
		return encodeBackAccept(m)
	}
	return "", fmt.Errorf("DXP: %T is no message", m)
}

func encodeGameRequest(m GameRequest) (string, error) {
	name, err := nameField(m.Name)
	if err != nil {
		return "", fmt.Errorf("DXP GAMEREQ: %w", err)
	}
	minutes, err := minutesField(m.Time)
	if err != nil {
		return "", fmt.Errorf("DXP GAMEREQ: %w", err)
	}
	if m.Moves < 0 || m.Moves > 999 {
		return "", fmt.Errorf("DXP GAMEREQ: %d moves, 0 to 999 can be sent", m.Moves)
	}
	text := fmt.Sprintf("R%s%s%c%s%03d", version, name, colourByte(m.FollowerSide), minutes, m.Moves)
	if m.Squares == "" {
		if m.SideToMove != engine.White {
			return "", fmt.Errorf("DXP GAMEREQ: black to move needs a position")
		}
		return text + "A", nil
	}
	if problem := checkSquares(m.Squares); problem != "" {
		return "", fmt.Errorf("DXP GAMEREQ: %s", problem)
	}
	return text + "B" + string(colourByte(m.SideToMove)) + m.Squares, nil
}

func encodeGameAccept(m GameAccept) (string, error) {
	name, err := nameField(m.Name)
	if err != nil {
		return "", fmt.Errorf("DXP GAMEACC: %w", err)
	}
	if m.Code < Accepted || m.Code > NoGames {
		return "", fmt.Errorf("DXP GAMEACC: code %q, 0 to 3 can be sent", rune(m.Code))
	}
	return "A" + name + string(rune(m.Code)), nil
}

func encodeMove(m Move) (string, error) {
	captured := slices.Sorted(slices.Values(m.Captured))
	if len(captured) > maxCaptured {
		return "", fmt.Errorf("DXP MOVE: %d captured pieces, at most %d can be sent", len(captured), maxCaptured)
	}
	if len(slices.Compact(slices.Clone(captured))) < len(captured) {
		return "", fmt.Errorf("DXP MOVE: a square is captured twice in %v", captured)
	}
	for _, square := range append([]int{m.From, m.To}, captured...) {
		if square < 1 || square > maxSquare {
			return "", fmt.Errorf("DXP MOVE: square %d, 1 to %d can be sent", square, maxSquare)
		}
	}
	used := min(max(m.Used.Round(time.Second), 0), maxUsed)
	var text strings.Builder
	fmt.Fprintf(&text, "M%04d%02d%02d%02d", used/time.Second, m.From, m.To, len(captured))
	for _, square := range captured {
		fmt.Fprintf(&text, "%02d", square)
	}
	return text.String(), nil
}

func encodeGameEnd(m GameEnd) (string, error) {
	if m.Reason < ReasonUnknown || m.Reason > ReasonWin {
		return "", fmt.Errorf("DXP GAMEEND: reason %q, 0 to 3 can be sent", rune(m.Reason))
	}
	stop := "0"
	if m.Stop {
		stop = "1"
	}
	return "E" + string(rune(m.Reason)) + stop, nil
}

func encodeChat(m Chat) (string, error) {
	if len(m.Text) == 0 || len(m.Text) > maxChat {
		return "", fmt.Errorf("DXP CHAT: %d bytes, 1 to %d can be sent", len(m.Text), maxChat)
	}
	for i := range len(m.Text) {
		if c := m.Text[i]; c < ' ' || c > '~' {
			return "", fmt.Errorf("DXP CHAT: byte %d is %#02x, only printable ASCII can be sent", i, c)
		}
	}
	return "C" + m.Text, nil
}

func encodeBackRequest(m BackRequest) (string, error) {
	if m.Move < 1 || m.Move > 999 {
		return "", fmt.Errorf("DXP BACKREQ: move %d, 1 to 999 can be sent", m.Move)
	}
	return fmt.Sprintf("B%03d%c", m.Move, colourByte(m.Side)), nil
}

func encodeBackAccept(m BackAccept) (string, error) {
	if m.Code < BackAccepted || m.Code > BackDeclined {
		return "", fmt.Errorf("DXP BACKACC: code %q, 0 to 2 can be sent", rune(m.Code))
	}
	return "K" + string(rune(m.Code)), nil
}

// colourByte returns W for white and Z (Dutch "zwart") for black.
func colourByte(s engine.Side) byte {
	if s == engine.White {
		return 'W'
	}
	return 'Z'
}

// nameField pads a name to its field.
func nameField(name string) (string, error) {
	if name == "" || len(name) > nameWidth {
		return "", fmt.Errorf("name %q: %d bytes, 1 to %d can be sent", name, len(name), nameWidth)
	}
	for i := range len(name) {
		if name[i] < ' ' || name[i] > '~' {
			return "", fmt.Errorf("name %q: only printable ASCII can be sent", name)
		}
	}
	if name[0] == ' ' {
		return "", fmt.Errorf("name %q: it must not begin with a space", name)
	}
	return fmt.Sprintf("%-*s", nameWidth, name), nil
}

// minutesField writes a time in the three bytes that GAMEREQ has for it: whole
// minutes as the protocol has them, other times with a decimal point, which
// programs in use read.
func minutesField(t time.Duration) (string, error) {
	switch {
	case t <= 0 || t > 999*time.Minute:
	case t%time.Minute == 0:
		return fmt.Sprintf("%03d", t/time.Minute), nil
	case t%(time.Minute/10) == 0 && t < 10*time.Minute:
		tenths := t / (time.Minute / 10)
		return fmt.Sprintf("%d.%d", tenths/10, tenths%10), nil
	case t%(time.Minute/100) == 0 && t < time.Minute:
		return fmt.Sprintf(".%02d", t/(time.Minute/100)), nil
	}
	return "", fmt.Errorf("time %v: 1 to 999 whole minutes can be sent, tenths of a minute below 10, hundredths below 1", t)
}

// checkSquares returns what is wrong with a position string, or "".
func checkSquares(squares string) string {
	if _, ok := engine.VariantWithSquares(len(squares)); !ok {
		return fmt.Sprintf("position of %d squares, boards have 72, 50 or 32", len(squares))
	}
	for i := range len(squares) {
		if !strings.Contains("ewzWZ", squares[i:i+1]) {
			return fmt.Sprintf("square %d is %q, not one of e w z W Z", i+1, printableByte(squares[i]))
		}
	}
	return ""
}
