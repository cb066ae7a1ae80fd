package pdn

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"ckengine/engine"
)

// Comment is what stands in braces, commands included.
type Comment string

// Command is embedded in a comment: [%clk 0:12:30]. It belongs to the move before.
type Command struct{ Name, Value string }

// timeCommands are those whose values are times: time left, the same on a
// mechanical clock, elapsed game time, elapsed move time, the clocks of both sides.
var timeCommands = []string{"clk", "mct", "egt", "emt", "clock"}

func isTimeCommand(name string) bool { return slices.Contains(timeCommands, strings.ToLower(name)) }

var (
	commandPattern = regexp.MustCompile(`\[%([A-Za-z]\w*)\s*([^\]]*)\]`)
	timePattern    = regexp.MustCompile(`^(?:(\d{1,3}):(\d{1,2}):)?(\d{1,6}(?:\.\d{1,9})?)$`)
	clockPattern   = regexp.MustCompile(`^([wWbB]?)(\S+)$`)
)

// Commands returns the commands of a comment, unknown ones too.
func (c Comment) Commands() []Command {
	var commands []Command
	for _, match := range commandPattern.FindAllStringSubmatch(string(c), -1) {
		commands = append(commands, Command{match[1], strings.TrimSpace(match[2])})
	}
	return commands
}

// Text returns the comment without its commands.
func (c Comment) Text() string {
	return strings.TrimSpace(commandPattern.ReplaceAllString(string(c), ""))
}

// String returns the command as it stands in a comment.
func (c Command) String() string {
	if c.Value == "" {
		return "[%" + c.Name + "]"
	}
	return "[%" + c.Name + " " + c.Value + "]"
}

// TimeCommand returns a command with a time, such as clk or emt.
func TimeCommand(name string, t time.Duration) Command { return Command{name, formatTime(t)} }

// ClockTime is a time in a command.
type ClockTime struct {
	Time    time.Duration
	HasSide bool // otherwise it is that of the side that made the move before
	Side    engine.Side
	Running bool
}

// Times returns the times in a command. It fails for a command that has none.
// Forms: 1:55:21, 0:0:9.56, seconds alone, and w0:00:10 B0:00:03 for both
// sides, where a capital tells the clock that runs.
func (c Command) Times() ([]ClockTime, error) {
	fields := strings.Fields(c.Value)
	if !isTimeCommand(c.Name) || len(fields) < 1 || len(fields) > 2 {
		return nil, fmt.Errorf("%s: want a time such as 0:12:30", quoted(c.String()))
	}
	var times []ClockTime
	for _, field := range fields {
		match := clockPattern.FindStringSubmatch(field)
		t, ok := parseTime(match[2])
		if !ok {
			return nil, fmt.Errorf("%s: want a time such as 0:12:30", quoted(c.String()))
		}
		clock := ClockTime{Time: t}
		if match[1] != "" {
			clock.HasSide = true
			clock.Running = match[1] == "W" || match[1] == "B"
			if strings.EqualFold(match[1], "b") {
				clock.Side = engine.Black
			}
		}
		times = append(times, clock)
	}
	return times, nil
}

func parseTime(text string) (time.Duration, bool) {
	match := timePattern.FindStringSubmatch(text)
	if match == nil {
		return 0, false
	}
	hours, _ := strconv.Atoi(match[1])
	minutes, _ := strconv.Atoi(match[2])
	seconds, _ := strconv.ParseFloat(match[3], 64)
	if match[1] != "" && (minutes > 59 || seconds >= 60) {
		return 0, false
	}
	whole := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	return whole + time.Duration(seconds*float64(time.Second)).Round(time.Microsecond), true
}

// formatTime writes a time as h:mm:ss, with milliseconds if it has any.
func formatTime(t time.Duration) string {
	t = max(0, t.Round(time.Millisecond))
	text := fmt.Sprintf("%d:%02d:%02d", t/time.Hour, t%time.Hour/time.Minute, t%time.Minute/time.Second)
	if ms := t % time.Second / time.Millisecond; ms > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return text
}

// cleanComment returns text that can stand in braces.
func cleanComment(text string) string { return strings.ReplaceAll(text, "}", ")") }
