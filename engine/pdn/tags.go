package pdn

import (
	"regexp"
	"slices"
	"strings"
)

// Tag is one pair of the header of a game.
type Tag struct{ Name, Value string }

// Tags is the header of a game in the order of the file, without Result,
// GameType and FEN, which are fields of the [Game].
type Tags []Tag

// Get returns the value of the tag with the name, or "".
func (t Tags) Get(name string) string {
	if i := t.index(name); i >= 0 {
		return t[i].Value
	}
	return ""
}

// Has reports whether there is a tag with the name.
func (t Tags) Has(name string) bool { return t.index(name) >= 0 }

// Set gives a tag its value, and adds the tag if it is not there.
func (t *Tags) Set(name, value string) {
	if i := t.index(name); i >= 0 {
		(*t)[i].Value = value
		return
	}
	*t = append(*t, Tag{name, value})
}

func (t Tags) index(name string) int {
	return slices.IndexFunc(t, func(tag Tag) bool { return tag.Name == name })
}

// The names of the tags that are fields of a Game.
const (
	resultTag   = "Result"
	gameTypeTag = "GameType"
	fenTag      = "FEN"
)

// sevenTags is the order in which the writer begins the header.
var sevenTags = []string{"Event", "Site", "Date", "Round", "White", "Black", resultTag}

// tagNames maps names in lower case to those of the standard: its own in any
// case, and what they are in other languages.
var tagNames = func() map[string]string {
	names := map[string]string{
		"evento": "Event", "luogo": "Site", "data": "Date", "turno": "Round", "bianco": "White", "nero": "Black",
		"risultato": resultTag,
		"événement": "Event", "evenement": "Event", "lieu": "Site", "ronde": "Round", "blancs": "White", "noirs": "Black",
		"résultat": resultTag, "resultat": resultTag,
		"evenemang": "Event", "plaats": "Site", "datum": "Date", "wit": "White", "zwart": "Black", "uitslag": resultTag,
	}
	for _, name := range slices.Concat(sevenTags, []string{
		gameTypeTag, fenTag, "PlyCount", "Termination", "ResultFormat",
		"WhiteTitle", "BlackTitle", "WhiteRating", "BlackRating", "WhiteNA", "BlackNA", "WhiteType", "BlackType",
		"EventDate", "EventSponsor", "Section", "Stage", "Board",
		"TimeControl", "TimeControlWhite", "TimeControlBlack", "WhiteTime", "BlackTime",
		"Time", "UTCTime", "UTCDate", "Annotator", "Author", "Publication", "PublicationDate",
	}) {
		names[strings.ToLower(name)] = name
	}
	return names
}()

// noiseTags say only that a FEN tag follows, which the FEN tag says itself.
var noiseTags = []string{"setup"}

func isNoise(name string) bool { return slices.Contains(noiseTags, strings.ToLower(name)) }

var tagNamePattern = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)

// canonicalTagName returns the name that the standard would have given, or "" if
// nothing in it can stand in a name.
func canonicalTagName(name string) string {
	if standard, ok := tagNames[strings.ToLower(name)]; ok {
		return standard
	}
	clean := []byte(strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name))
	if len(clean) > 0 && clean[0] >= 'a' && clean[0] <= 'z' {
		clean[0] -= 'a' - 'A'
	}
	if !tagNamePattern.Match(clean) {
		return ""
	}
	return string(clean)
}

// tagForms holds the tags whose values have a form by the standard.
var tagForms = map[string]struct {
	pattern *regexp.Regexp
	want    string
}{
	"Date":             {datePattern, "YYYY.MM.DD with ? for what is unknown"},
	"EventDate":        {datePattern, "YYYY.MM.DD with ? for what is unknown"},
	"UTCDate":          {datePattern, "YYYY.MM.DD with ? for what is unknown"},
	"TimeControl":      {timeControlPattern, "such as 40/7200:3600, 300+3 or ?"},
	"TimeControlWhite": {timeControlPattern, "such as 40/7200:3600, 300+3 or ?"},
	"TimeControlBlack": {timeControlPattern, "such as 40/7200:3600, 300+3 or ?"},
	"WhiteTime":        {timeUsedPattern, "h:mm:ss"},
	"BlackTime":        {timeUsedPattern, "h:mm:ss"},
}

var (
	datePattern        = regexp.MustCompile(`^(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)$`)
	timeControlPattern = regexp.MustCompile(`^(\?|-|(\d+/\d+|\d+\+\d+|\d+|\*\d+)(:(\d+/\d+|\d+\+\d+|\d+|\*\d+))*)$`)
	timeUsedPattern    = regexp.MustCompile(`^\d{1,2}[:.]\d\d([:.]\d\d)?$`)
)
