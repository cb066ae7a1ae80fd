package hub

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// ID is the engine's answer to `hub`: who it is. All fields are informative.
type ID struct {
	Name, Version, Author, Country string
}

// ParseID reads an `id` line; whatever it lacks stays empty.
func ParseID(line Line) ID {
	var id ID
	id.Name, _ = line.Get("name")
	id.Version, _ = line.Get("version")
	id.Author, _ = line.Get("author")
	id.Country, _ = line.Get("country")
	return id
}

// String writes the `id` line, without the fields that are empty.
func (id ID) String() string {
	line := Line{Command: "id"}
	for _, arg := range []Arg{
		{Name: "name", Value: id.Name},
		{Name: "version", Value: id.Version},
		{Name: "author", Value: id.Author},
		{Name: "country", Value: id.Country},
	} {
		if arg.Value != "" {
			line.Args = append(line.Args, arg)
		}
	}
	return line.String()
}

// Bounds of the numbers in an `info` line.
const (
	maxInfoInt  = math.MaxInt64
	maxInfoReal = 1e15
	maxScore    = 1e6 // men
)

// Info is a line of progress during a search.
type Info struct {
	Depth     int           // iteration, plies
	MeanDepth float64       // average ply of the leaves
	HasScore  bool          // whether the line has a score
	Score     int           // hundredths of a man, from the side to move
	Nodes     int64         // of all threads
	Time      time.Duration // since the search began, written in milliseconds
	NPS       float64       // nodes a second, written in tenths of a million
	PV        []string      // moves in Hub notation, from the root
	MultiPV   int           // rank of this line from 1; 0 where only the best line is reported
}

// ParseInfo reads an `info` line. What it lacks stays zero. The error joins a [*ValueError] for each field that
// is there but cannot be read; the other fields are then valid.
func ParseInfo(line Line) (Info, error) {
	var info Info
	var errs []error
	integer := func(name string, high int64) int64 {
		n, _, err := line.Int(name, 0, high)
		errs = append(errs, err)
		return n
	}
	real := func(name string, low, high float64) (float64, bool) {
		x, found, err := line.Real(name, low, high)
		errs = append(errs, err)
		return x, found && err == nil
	}
	info.Depth = int(integer("depth", math.MaxInt32))
	info.MeanDepth, _ = real("mean-depth", 0, maxInfoReal)
	score, hasScore := real("score", -maxScore, maxScore)
	info.Score, info.HasScore = int(math.Round(score*100)), hasScore
	info.Nodes = integer("nodes", maxInfoInt)
	seconds, _ := real("time", 0, MaxSeconds)
	info.Time = time.Duration(math.Round(seconds * float64(time.Second)))
	millions, _ := real("nps", 0, maxInfoReal)
	info.NPS = millions * 1e6
	pv, _ := line.Get("pv")
	info.PV = splitWords(pv)
	info.MultiPV = int(integer("multi-pv", math.MaxInt32))
	return info, errors.Join(errs...)
}

// String writes the `info` line with Scan's fields in Scan's order, zeros too: there are clients that skip a
// line which lacks one. A line without a PV has no `pv`, and `multi-pv` comes last, only where MultiPV is set.
func (info Info) String() string {
	line := Line{Command: "info"}
	line.add("depth", strconv.Itoa(info.Depth))
	line.add("mean-depth", formatFixed(info.MeanDepth, 1))
	if info.HasScore {
		line.add("score", formatFixed(float64(info.Score)/100, 2))
	}
	line.add("nodes", strconv.FormatInt(info.Nodes, 10))
	line.add("time", formatFixed(info.Time.Seconds(), 3))
	line.add("nps", formatFixed(info.NPS/1e6, 1))
	if len(info.PV) > 0 {
		line.add("pv", strings.Join(info.PV, " "))
	}
	if info.MultiPV > 0 {
		line.add("multi-pv", strconv.Itoa(info.MultiPV))
	}
	return line.String()
}

// Done ends a search. Move is empty where the position has no move; Ponder is the expected reply, or empty.
type Done struct {
	Move, Ponder string
}

// ErrDoneWithoutMove reports a `done` with arguments but without a `move`, the form of Hub version 1.
var ErrDoneWithoutMove = errors.New("done without a move: want move=")

// ParseDone reads a `done` line. A bare `done` is valid and has no move; arguments without a move are an error.
func ParseDone(line Line) (Done, error) {
	var done Done
	done.Move, _ = line.Get("move")
	done.Ponder, _ = line.Get("ponder")
	if done.Move == "" && len(line.Args) > 0 {
		return Done{}, ErrDoneWithoutMove
	}
	return done, nil
}

// String writes the `done` line, with nothing but move and ponder: there are clients that read it by position.
func (d Done) String() string {
	line := Line{Command: "done"}
	if d.Move != "" {
		line.add("move", d.Move)
		if d.Ponder != "" {
			line.add("ponder", d.Ponder)
		}
	}
	return line.String()
}

// splitWords splits at blanks; without any word it returns nil.
func splitWords(text string) []string {
	if words := strings.Fields(text); len(words) > 0 {
		return words
	}
	return nil
}
