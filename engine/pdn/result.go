package pdn

import (
	"strings"

	"ckengine/engine"
)

// Result is how a game ended.
type Result uint8

// The results of the standard, and OtherResult for anything else, such as the
// 4-6 of Delfts counting, which is kept as text.
const (
	Unfinished Result = iota // also: no result known
	WhiteWins
	BlackWins
	Draw
	BothLose // declared lost for both players
	OtherResult
)

// resultSet is the way in which a kind of draughts writes its results.
type resultSet [OtherResult]string

// The two sets of the standard's table of game types.
var (
	internationalResults = resultSet{"*", "2-0", "0-2", "1-1", "0-0"}
	defaultResults       = resultSet{"*", "1-0", "0-1", "1/2-1/2", "0-0"}
)

// String returns the result as Canadian and international draughts write it.
func (r Result) String() string {
	if r >= OtherResult {
		return "other"
	}
	return internationalResults[r]
}

// ResultOf returns the result of a game played by the rules.
func ResultOf(r engine.Result) Result { return ParseResult(r.String()) }

// resultSpellings lists what people write, without blanks, with one kind of dash.
var resultSpellings = map[string]Result{
	"": Unfinished, "*": Unfinished, "?": Unfinished, "-": Unfinished,
	"2-0": WhiteWins, "1-0": WhiteWins, "2:0": WhiteWins, "1:0": WhiteWins,
	"0-2": BlackWins, "0-1": BlackWins, "0:2": BlackWins, "0:1": BlackWins,
	"1-1": Draw, "1/2-1/2": Draw, "1/2": Draw, "½-½": Draw, "½": Draw,
	"0.5-0.5": Draw, "1:1": Draw,
	"0-0": BothLose, "0:0": BothLose,
}

// ParseResult reads a result in any of the usual spellings.
func ParseResult(text string) Result {
	clean := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\u00a0':
			return -1
		case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212':
			return '-'
		}
		return r
	}, text)
	if r, ok := resultSpellings[clean]; ok {
		return r
	}
	return OtherResult
}
