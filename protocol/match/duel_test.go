package match

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ckengine/protocol/match/stats"
)

func newTestDuel(t *testing.T, concurrency int) *Duel {
	t.Helper()
	c := DefaultConfig()
	c.Seed = 3
	base := EngineConfig{Options: map[string]string{"hash": "1", "evaluation": "handmade"}, Limits: Limits{Nodes: 60}}
	d, err := NewDuel(c, base, concurrency)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func playDuel(t *testing.T, d *Duel, first, pairs int, ours, theirs map[string]string) stats.WDL {
	t.Helper()
	score, err := d.Play(t.Context(), first, pairs, ours, theirs)
	if err != nil || score.Games() != 2*pairs {
		t.Fatalf("%+v, %v: want %d games", score, err, 2*pairs)
	}
	return score
}

func TestDuelOfEquals(t *testing.T) {
	same := map[string]string{"search.reduce-base": "7"}
	if score := playDuel(t, newTestDuel(t, 1), 0, 6, same, same); score.Wins != score.Losses {
		t.Errorf("%+v between equals", score)
	}
}

// The result depends on the openings and the options, not on how many games go on at a
// time, and not on which side is asked.
func TestDuelIsRepeatable(t *testing.T) {
	ours, theirs := map[string]string{"skill": "18"}, map[string]string{"skill": "15", "search.threat-ply": "0"}
	all := playDuel(t, newTestDuel(t, 1), 5, 8, ours, theirs)
	if all.Wins == all.Losses || all.Wins == 0 || all.Losses == 0 {
		t.Errorf("%+v: want a result that is not the same from every side", all)
	}
	if got := playDuel(t, newTestDuel(t, 3), 5, 8, ours, theirs); got != all {
		t.Errorf("three games at a time %+v, one %+v", got, all)
	}
	d := newTestDuel(t, 2)
	parts := playDuel(t, d, 5, 3, ours, theirs).Merge(playDuel(t, d, 8, 5, ours, theirs))
	if parts != all {
		t.Errorf("in two parts %+v, at once %+v", parts, all)
	}
	if got := playDuel(t, d, 5, 8, theirs, ours).Reversed(); got != all {
		t.Errorf("seen from the other side %+v, want %+v", got, all)
	}
}

func TestDuelIsWonByTheStronger(t *testing.T) {
	d := newTestDuel(t, 2)
	score := playDuel(t, d, 0, 4, nil, map[string]string{"skill": "0"})
	if score.Wins <= score.Losses {
		t.Errorf("%+v against the least skill", score)
	}
}

func TestDuelsThatCannotBe(t *testing.T) {
	limited := EngineConfig{Limits: Limits{Nodes: 60}}
	if _, err := NewDuel(DefaultConfig(), EngineConfig{}, 1); err == nil || !strings.Contains(err.Error(), "no limit") {
		t.Errorf("without a limit: %v", err)
	}
	if _, err := NewDuel(DefaultConfig(), limited, 0); err == nil || !strings.Contains(err.Error(), "concurrency") {
		t.Errorf("no game at a time: %v", err)
	}
	c := DefaultConfig()
	c.Openings.Source = "none.fen"
	if _, err := NewDuel(c, limited, 1); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("without openings: %v", err)
	}
	d := newTestDuel(t, 2)
	for _, name := range []string{"search.nonsense", "variant"} {
		if err := d.Check(map[string]string{name: "1"}); err == nil {
			t.Errorf("option %s: no error", name)
		}
		if _, err := d.Play(t.Context(), 0, 2, nil, map[string]string{name: "1"}); err == nil || errors.Is(err, context.Canceled) {
			t.Errorf("option %s: played with %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	d.base.Limits = Limits{MoveTime: Duration(time.Hour)}
	time.AfterFunc(soon, cancel)
	if _, err := d.Play(ctx, 0, 2, nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
