package match

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseTimeControl(t *testing.T) {
	tests := []struct {
		text string
		want TimeControl
	}{
		{"10+0.1", TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}},
		{"10", TimeControl{Time: 10 * time.Second}},
		{"40/60", TimeControl{Moves: 40, Time: time.Minute}},
		{"40/1:30+0.5", TimeControl{Moves: 40, Time: 90 * time.Second, Increment: 500 * time.Millisecond}},
		{"0.05", TimeControl{Time: 50 * time.Millisecond}},
		{"0+1", TimeControl{Increment: time.Second}},
		{"2m+500ms", TimeControl{Time: 2 * time.Minute, Increment: 500 * time.Millisecond}},
		{"inf", TimeControl{}},
	}
	for _, test := range tests {
		if got, err := ParseTimeControl(test.text); err != nil || got != test.want {
			t.Errorf("%q: %+v, %v, want %+v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"", "0", "0+0", "-1", "1+-1", "x/10", "0/10", "10+", "1:", "1:x", "-1:30", "nan", "inf+1", "1e300", "10+1e300", "/10", "40/"} {
		if got, err := ParseTimeControl(text); err == nil || !strings.Contains(err.Error(), "want") {
			t.Errorf("%q: %+v, %v, want an error that says what would be right", text, got, err)
		}
	}
}

func TestTimeControlIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tc := TimeControl{
			Moves:     rapid.IntRange(0, 100).Draw(t, "moves"),
			Time:      time.Duration(rapid.IntRange(1, 1e9).Draw(t, "time")) * time.Microsecond,
			Increment: time.Duration(rapid.IntRange(0, 1e9).Draw(t, "increment")) * time.Microsecond,
		}
		if got, err := ParseTimeControl(tc.String()); err != nil || got != tc {
			t.Fatalf("%+v is written as %q and read as %+v, %v", tc, tc, got, err)
		}
	})
}

func TestClock(t *testing.T) {
	const ms = time.Millisecond
	limits := func(tc string, moveTime Duration) Limits {
		c, err := ParseTimeControl(tc)
		if err != nil {
			t.Fatal(err)
		}
		return Limits{TC: c, MoveTime: moveTime}
	}
	type move struct {
		elapsed time.Duration
		inTime  bool
		left    time.Duration
		moves   int
	}
	tests := []struct {
		name   string
		limits Limits
		play   []move
	}{
		{"increment comes before the move", limits("1+0.1", 0), []move{{1100 * ms, true, 0, 0}, {100 * ms, true, 0, 0}, {151 * ms, false, 0, 0}}},
		{"within the margin the clock stands at zero", limits("1", 0), []move{{1050 * ms, true, 0, 0}, {50 * ms, true, 0, 0}, {51 * ms, false, 0, 0}}},
		{"the margin is not given back by the increment", limits("0.1+0.1", 0), []move{{250 * ms, true, 0, 0}, {10 * ms, true, 90 * ms, 0}}},
		{"a new session adds its time", limits("2/1", 0), []move{{400 * ms, true, 600 * ms, 1}, {600 * ms, true, 1000 * ms, 2}, {0, true, 1000 * ms, 1}}},
		{"time is kept over a session", limits("1/1", 0), []move{{200 * ms, true, 1800 * ms, 1}}},
		{"time for a move", limits("inf", Duration(100*ms)), []move{{100 * ms, true, 0, 0}, {150 * ms, true, 0, 0}, {151 * ms, false, 0, 0}}},
		{"the smaller of both counts", limits("1", Duration(100*ms)), []move{{100 * ms, true, 900 * ms, 0}, {151 * ms, false, 900 * ms, 0}}},
		{"the smaller of both counts, the clock", limits("0.05", Duration(100*ms)), []move{{101 * ms, false, 50 * ms, 0}}},
		{"no limit in time", Limits{Nodes: 1}, []move{{time.Minute, true, 0, 0}, {time.Minute + 51*ms, false, 0, 0}}},
	}
	for _, test := range tests {
		c := newClock(timing{test.limits, 50 * ms, time.Minute})
		for i, m := range test.play {
			if inTime := c.spend(m.elapsed); inTime != m.inTime {
				t.Errorf("%s: move %d of %v: in time %t, want %t", test.name, i+1, m.elapsed, inTime, m.inTime)
			}
			if m.inTime && (c.left != m.left || c.moves != m.moves) {
				t.Errorf("%s: move %d of %v leaves %v for %d moves, want %v for %d", test.name, i+1, m.elapsed, c.left, c.moves, m.left, m.moves)
			}
		}
	}
}

func TestClockNeverShowsNegativeTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tc := TimeControl{
			Moves:     rapid.IntRange(0, 3).Draw(t, "moves"),
			Time:      time.Duration(rapid.IntRange(1, 1000).Draw(t, "time")) * time.Millisecond,
			Increment: time.Duration(rapid.IntRange(0, 100).Draw(t, "increment")) * time.Millisecond,
		}
		c := newClock(timing{Limits{TC: tc}, 50 * time.Millisecond, 0})
		for range 20 {
			elapsed := time.Duration(rapid.IntRange(0, 300).Draw(t, "elapsed")) * time.Millisecond
			allowed := c.allowance()
			before := c.left
			inTime := c.spend(elapsed)
			if inTime != (elapsed <= allowed+c.margin) || c.left < 0 {
				t.Fatalf("%v of %v used: in time %t, %v left", elapsed, allowed, inTime, c.left)
			}
			if !inTime {
				if c.left != before {
					t.Fatalf("a move that came too late changed the clock from %v to %v", before, c.left)
				}
				return
			}
			if budget := c.budget(); budget.Clock.Left != c.left || tc.Moves > 0 && (budget.Clock.Moves < 1 || budget.Clock.Moves > tc.Moves) {
				t.Fatalf("the engine is told %+v at %v", budget.Clock, c.left)
			}
		}
	})
}
