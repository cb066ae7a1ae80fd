package pdn

import (
	"fmt"
	"regexp"
	"strconv"

	"ckengine/engine"
)

// GameType is the content of a GameType tag: which kind of draughts it is.
type GameType struct {
	Number int    // 27 Canadian, 20 international, 26 Brazilian; -1 if the text has none
	Width  int    // of the board; 0 if the text does not say
	Text   string // as written, "" if there is no tag
}

var gameTypePattern = regexp.MustCompile(`^\s*(\d{1,3})?\s*(?:,\s*([WBwb])\s*,\s*(\d{1,2})\s*,\s*(\d{1,2})\s*(?:,\s*[ANSans]\s*[0-3]\s*(?:,\s*[01])?)?\s*)?\s*$`)

// ParseGameType reads the content of a GameType tag, a bare number included.
func ParseGameType(text string) (GameType, error) {
	fields := gameTypePattern.FindStringSubmatch(text)
	if fields == nil || fields[1] == "" && fields[3] == "" {
		return GameType{Number: -1, Text: text},
			fmt.Errorf("GameType %s: want a number, or the form 27,W,12,12,N2,0", quoted(text))
	}
	t := GameType{Number: -1, Text: text}
	if fields[1] != "" {
		t.Number, _ = strconv.Atoi(fields[1])
	}
	if fields[3] == fields[4] {
		t.Width, _ = strconv.Atoi(fields[3])
	}
	return t, nil
}

// Variant returns the board with its rules, by the number, or by the size if
// there is no number. ok is false for kinds of draughts that have other rules.
// The corner digit of the notation is not looked at: files often have it wrong.
func (t GameType) Variant() (v engine.Variant, ok bool) {
	for _, v := range engine.Variants() {
		if t.Number == v.GameType() || t.Number < 0 && t.Width == v.Width() {
			return v, true
		}
	}
	return 0, false
}

// gameTypeOf returns the full form that the writer gives to a board. Squares are
// written as numbers on all boards, so the notation is N2 on all of them.
func gameTypeOf(v engine.Variant) string {
	return fmt.Sprintf("%d,W,%d,%d,N2,0", v.GameType(), v.Width(), v.Width())
}

// resultsOf returns the set of results that the standard gives to a board.
func resultsOf(v engine.Variant) *resultSet {
	if v == engine.Brazilian {
		return &defaultResults
	}
	return &internationalResults
}
