package match

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Duration is a time.Duration that stands in JSON and in flags as text: "50ms", "1m30s".
// A number without a unit is seconds.
type Duration time.Duration

// maxDuration keeps sums of times far from overflow.
const maxDuration = 1000 * time.Hour

// ParseDuration reads "50ms", "1m30s", or seconds as in "0.05". Negative times are refused.
func ParseDuration(text string) (Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, parseErr := strconv.ParseFloat(text, 64)
		if parseErr != nil || math.IsNaN(seconds) || math.Abs(seconds) > maxDuration.Seconds() {
			return 0, fmt.Errorf("time %q: want seconds like 0.5, or a time with its unit like 50ms or 1m30s", text)
		}
		d = time.Duration(math.Round(seconds * float64(time.Second)))
	}
	if d < 0 || d > maxDuration {
		return 0, fmt.Errorf("time %q: want 0 to %v", text, maxDuration)
	}
	return Duration(d), nil
}

// String is the time with its units.
func (d Duration) String() string { return time.Duration(d).String() }

// MarshalText is String.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText is ParseDuration.
func (d *Duration) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDuration(string(text))
	return err
}

// Set and Type make a Duration a flag.
func (d *Duration) Set(text string) error { return d.UnmarshalText([]byte(text)) }

// Type is what help shows for the flag's value.
func (*Duration) Type() string { return "time" }
