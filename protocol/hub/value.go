package hub

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// MaxSeconds bounds every time in a message, in seconds either side of zero.
const MaxSeconds = 1e9

// ValueError reports an argument whose value is not of its kind.
type ValueError struct {
	Name, Value string
	Want        string
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("%s=%q: want %s", e.Name, abbreviate(e.Value, 40), e.Want)
}

// Int reads an integer argument within the bounds; found tells whether the line has the argument. The error
// is a [*ValueError].
func (l Line) Int(name string, low, high int64) (n int64, found bool, err error) {
	text, found := l.Get(name)
	if !found {
		return 0, false, nil
	}
	n, ok := parseInt(text)
	if !ok || n < low || n > high {
		return 0, true, &ValueError{name, text, fmt.Sprintf("an integer from %d to %d", low, high)}
	}
	return n, true, nil
}

// Real reads a finite number within the bounds, with a decimal point or a decimal comma: the Hub GUI writes
// numbers in the machine's locale. The error is a [*ValueError].
func (l Line) Real(name string, low, high float64) (x float64, found bool, err error) {
	text, found := l.Get(name)
	if !found {
		return 0, false, nil
	}
	x, ok := parseReal(text)
	if !ok || x < low || x > high {
		return 0, true, &ValueError{name, text, fmt.Sprintf("a number from %g to %g", low, high)}
	}
	return x, true, nil
}

// Seconds reads a time in seconds, at most [MaxSeconds] either side of zero. The error is a [*ValueError].
func (l Line) Seconds(name string) (d time.Duration, found bool, err error) {
	x, found, err := l.Real(name, -MaxSeconds, MaxSeconds)
	return time.Duration(math.Round(x * float64(time.Second))), found, err
}

func parseInt(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func parseReal(text string) (float64, bool) {
	// ParseFloat also reads hexadecimal, "inf" and "nan", which no Hub writer means.
	if strings.Trim(text, "+-.,0123456789eE") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	return x, err == nil
}

// formatReal writes at most the given decimals, without trailing zeros and without a negative zero.
func formatReal(x float64, decimals int) string {
	text := formatFixed(x, decimals)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

func formatFixed(x float64, decimals int) string {
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

func formatSeconds(d time.Duration) string { return formatReal(d.Seconds(), 3) }

// abbreviate shortens text for a message to people, at most limit bytes of it.
func abbreviate(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:limit], len(text))
}
