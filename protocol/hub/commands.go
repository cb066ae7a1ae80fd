package hub

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// Position is the content of a `pos` line. An empty Board is the initial position, written as `start`.
type Position struct {
	Board string   // side to move and one letter a square, e.g. Wbbb...www
	Moves []string // played from there, in Hub notation
}

// ParsePosition reads a `pos` line; it does not look into board and moves.
func ParsePosition(line Line) Position {
	board, _ := line.Get("pos")
	moves, _ := line.Get("moves")
	return Position{Board: board, Moves: splitWords(moves)}
}

// String writes the `pos` line.
func (p Position) String() string {
	line := Line{Command: "pos"}
	if p.Board == "" {
		line.addFlag("start")
	} else {
		line.add("pos", p.Board)
	}
	if len(p.Moves) > 0 {
		line.add("moves", strings.Join(p.Moves, " "))
	}
	return line.String()
}

// DefaultClock is the time on a clock that is given without `time`, as Scan has it.
const DefaultClock = 30 * time.Second

// Level is the limits of one search; a zero field is no limit. Limits given together all apply.
type Level struct {
	Depth    int           // plies
	Nodes    int64         //
	MoveTime time.Duration // for this move, written in milliseconds
	Clock    *Clock        // a game's clock
	Infinite bool          // until `stop`
}

// Clock is what a game's clock shows when the engine is to move.
type Clock struct {
	Time  time.Duration // left; may be negative, since Inc comes on top before the move
	Inc   time.Duration // added before each move
	Moves int           // left until the next time is added; 0 is the rest of the game
}

// Add takes over the limits of a `level` line; lines add up until `go`. Of what cannot be read the error joins a
// [*ValueError] for each argument, and the others count.
func (l *Level) Add(line Line) error {
	depth, hasDepth, depthErr := line.Int("depth", 1, math.MaxInt32)
	nodes, hasNodes, nodesErr := line.Int("nodes", 1, math.MaxInt64)
	moveTime, hasMoveTime, moveTimeErr := line.Seconds("move-time")
	left, hasLeft, leftErr := line.Seconds("time")
	inc, hasInc, incErr := line.Seconds("inc")
	moves, hasMoves, movesErr := line.Int("moves", 0, math.MaxInt32)
	if hasDepth && depthErr == nil {
		l.Depth = int(depth)
	}
	if hasNodes && nodesErr == nil {
		l.Nodes = nodes
	}
	if hasMoveTime && moveTimeErr == nil {
		// No time at all still means a move, and zero would mean no limit.
		l.MoveTime = max(moveTime, time.Millisecond)
	}
	if hasLeft && leftErr == nil {
		l.clock().Time = left
	}
	if hasInc && incErr == nil {
		l.clock().Inc = inc
	}
	if hasMoves && movesErr == nil {
		l.clock().Moves = int(moves)
	}
	if line.Has("infinite") {
		l.Infinite = true
	}
	return errors.Join(depthErr, nodesErr, moveTimeErr, leftErr, incErr, movesErr)
}

func (l *Level) clock() *Clock {
	if l.Clock == nil {
		l.Clock = &Clock{Time: DefaultClock}
	}
	return l.Clock
}

// String writes the `level` line, all limits in one, times in seconds to the millisecond.
func (l Level) String() string {
	line := Line{Command: "level"}
	if l.Infinite {
		line.addFlag("infinite")
	}
	if l.Depth > 0 {
		line.add("depth", strconv.Itoa(l.Depth))
	}
	if l.Nodes > 0 {
		line.add("nodes", strconv.FormatInt(l.Nodes, 10))
	}
	if l.MoveTime > 0 {
		line.add("move-time", formatSeconds(max(l.MoveTime, time.Millisecond)))
	}
	if c := l.Clock; c != nil {
		if c.Moves > 0 {
			line.add("moves", strconv.Itoa(c.Moves))
		}
		line.add("time", formatSeconds(c.Time))
		if c.Inc != 0 {
			line.add("inc", formatSeconds(c.Inc))
		}
	}
	return line.String()
}

// Mode is the kind of search that a `go` line asks for.
type Mode uint8

// The modes of `go`: play a move, think during the opponent's time on the expected reply, or study a position.
const (
	Think Mode = iota
	Ponder
	Analyze
)

// ParseMode reads a `go` line. The last mode named counts, a bare `go` is Think, and words unknown are left aside.
func ParseMode(line Line) Mode {
	mode := Think
	for _, arg := range line.Args {
		switch arg.Name {
		case "think":
			mode = Think
		case "ponder":
			mode = Ponder
		case "analyze", "analyse":
			mode = Analyze
		}
	}
	return mode
}

// String is the word of the mode in a `go` line.
func (m Mode) String() string {
	switch m {
	case Ponder:
		return "ponder"
	case Analyze:
		return "analyze"
	default:
		return "think"
	}
}
