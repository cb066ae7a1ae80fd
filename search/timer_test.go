package search

import (
	"testing"
	"time"

	"ckengine/engine"
)

func TestPonderingGetsMoreOfTheClockAndNeverMoreThanThereIs(t *testing.T) {
	g := newGame(t, engine.Canadian)
	for _, c := range []Clock{
		{Time: time.Minute},
		{Time: 5 * time.Minute, Increment: 2 * time.Second},
		{Time: time.Minute, MovesToGo: 40},
		{Time: time.Second, MovesToGo: 1},
		{Time: -400 * time.Millisecond, Increment: time.Second},
	} {
		soft, hard := budget(Limits{Clock: &c}, g)
		c.Ponder = true
		ponderSoft, ponderHard := budget(Limits{Clock: &c}, g)
		if c.MovesToGo != 1 && c.Time > 0 && ponderSoft <= soft {
			t.Errorf("%+v: %v with pondering, %v without", c, ponderSoft, soft)
		}
		if ponderSoft < soft || ponderHard < hard || ponderHard >= c.Time+c.Increment {
			t.Errorf("%+v: %v to %v with pondering, %v to %v without", c, ponderSoft, ponderHard, soft, hard)
		}
	}
}
