package engine

import (
	"fmt"
	"strings"
)

// DrawRule says when a game that nobody can win ends. The same position with
// the same side to move for the third time is a draw under every rule, and is
// the business of [Game]; the limits on plies are that of [DrawCounters].
type DrawRule uint8

const (
	// InternationalDraws are the limits of the FMJD, the default:
	//
	//   - 25 moves of each side (50 plies) by kings only, without a capture or a man's move;
	//   - three pieces with a king among them against a lone king: 16 moves of each side (32 plies);
	//   - two pieces or one, with a king among them, against a lone king: 5 moves of each side (10 plies).
	//
	// The plies of an ending count from the position in which it arises, whatever
	// is played, captures and men's moves included. When the material changes
	// within these endings the limit that ends earlier holds. A limit lapses with
	// its ending, that is when the larger side loses its last king, and begins
	// anew should that side crown another.
	InternationalDraws DrawRule = iota

	// QuebecDraws are the limits of "Voir clair aux dames" (1973), rule 19:
	//
	//   - three kings against one king, with no men: 21 plays of each side (42 plies)
	//     from the position in which this ending arises;
	//   - otherwise, when both sides have a king: 30 plays of each side (60 plies)
	//     without a capture, from the last capture or from the position in which
	//     the second side got its king. Moves of men count.
	//
	// "Otherwise" is taken at its word: in the first ending the second limit does
	// not run, and each begins in full when its own material arises.
	QuebecDraws

	// RepetitionDraws has no limit on plies.
	RepetitionDraws
)

// DrawRules returns all draw rules, the default first.
func DrawRules() []DrawRule { return []DrawRule{InternationalDraws, QuebecDraws, RepetitionDraws} }

// ParseDrawRule reads the name of a draw rule in any case.
func ParseDrawRule(name string) (DrawRule, error) {
	for _, r := range DrawRules() {
		if strings.EqualFold(strings.TrimSpace(name), r.String()) {
			return r, nil
		}
	}
	return 0, fmt.Errorf("draw rule %q: want international, quebec or repetition", name)
}

// String returns "international", "quebec" or "repetition".
func (r DrawRule) String() string {
	return [...]string{"international", "quebec", "repetition"}[r]
}

// MarshalText writes the name, so that a DrawRule can stand in JSON and in flags.
func (r DrawRule) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a name as [ParseDrawRule] does.
func (r *DrawRule) UnmarshalText(text []byte) (err error) {
	*r, err = ParseDrawRule(string(text))
	return err
}

// NoDrawLimit is what [DrawCounters.PliesLeft] returns when no limit runs, more
// plies than any game has.
const NoDrawLimit = 1 << 20

// DrawCounters holds how far the limits of a draw rule have run at one position
// of a line of play. It is a small value to be carried from ply to ply; two lines
// with equal counters have the same limits ahead of them.
type DrawCounters struct {
	rule       DrawRule
	kingsLeft  uint8     // plies by kings only until InternationalDraws ends the game
	ending     drawLimit // the limit that the material on the board has set going
	endingLeft uint8     // plies until it ends the game
}

// drawLimit is one limit on plies.
type drawLimit uint8

const (
	noLimit drawLimit = iota
	kingsOnly
	threeAgainstKing
	twoAgainstKing
	threeKingsAgainstKing
	kingsOnBothSides
)

var drawLimits = [...]struct {
	plies  uint8
	reason string
}{
	noLimit:               {notRunning, ""},
	kingsOnly:             {50, "25 moves of each side by kings only"},
	threeAgainstKing:      {32, "16 moves of each side with three pieces against a lone king"},
	twoAgainstKing:        {10, "5 moves of each side with two pieces or one against a lone king"},
	threeKingsAgainstKing: {42, "21 moves of each side with three kings against one"},
	kingsOnBothSides:      {60, "30 moves of each side without a capture, both having a king"},
}

// notRunning is the number of plies left of a limit that does not run.
const notRunning = 255

// Counters returns the counters at the start of a line of play: every limit whose
// material is on the board is at its beginning.
func (r DrawRule) Counters(p Position) DrawCounters {
	c := DrawCounters{rule: r, kingsLeft: notRunning}
	if r == InternationalDraws {
		c.kingsLeft = drawLimits[kingsOnly].plies
	}
	c.begin(r.materialLimit(&p))
	return c
}

// After returns the counters after a legal move from prev to next.
func (c DrawCounters) After(prev *Position, m Move, next *Position) DrawCounters {
	c.endingLeft = countDown(c.endingLeft)
	if prev.IsReversible(m) {
		c.kingsLeft = countDown(c.kingsLeft)
		return c
	}
	limit := c.rule.materialLimit(next)
	switch c.rule {
	case InternationalDraws:
		c.kingsLeft = drawLimits[kingsOnly].plies
		if limit == noLimit || drawLimits[limit].plies < c.endingLeft {
			c.begin(limit)
		}
	case QuebecDraws:
		if limit != c.ending || m.IsCapture() {
			c.begin(limit)
		}
	}
	return c
}

// begin sets the limit of an ending going.
func (c *DrawCounters) begin(limit drawLimit) {
	c.ending, c.endingLeft = limit, drawLimits[limit].plies
}

// countDown takes a ply from what is left of a limit.
func countDown(left uint8) uint8 {
	if left == 0 || left == notRunning {
		return left
	}
	return left - 1
}

// materialLimit returns the limit that the material on the board sets going.
func (r DrawRule) materialLimit(p *Position) drawLimit {
	if r == RepetitionDraws || p.own.And(p.kings).IsEmpty() || p.opp.And(p.kings).IsEmpty() {
		return noLimit
	}
	own, opp := p.own.Count(), p.opp.Count()
	oneIsAlone := min(own, opp) == 1
	switch {
	case r == QuebecDraws && oneIsAlone && own+opp == 4 && p.kings.Count() == 4:
		return threeKingsAgainstKing
	case r == QuebecDraws:
		return kingsOnBothSides
	case oneIsAlone && own+opp == 4:
		return threeAgainstKing
	case own+opp < 4:
		return twoAgainstKing
	}
	return noLimit
}

// IsDrawn reports whether a limit has been reached. A side that has no legal
// move has lost nevertheless.
func (c DrawCounters) IsDrawn() bool { return c.kingsLeft == 0 || c.endingLeft == 0 }

// Draw reports whether a limit has been reached and names it in words.
func (c DrawCounters) Draw() (reason string, drawn bool) {
	switch {
	case c.endingLeft == 0:
		return drawLimits[c.ending].reason, true
	case c.kingsLeft == 0:
		return drawLimits[kingsOnly].reason, true
	}
	return "", false
}

// PliesLeft returns the plies after which a limit ends the game if nothing stops
// it, 0 if it has, or [NoDrawLimit].
func (c DrawCounters) PliesLeft() int {
	left := min(c.kingsLeft, c.endingLeft)
	if left == notRunning {
		return NoDrawLimit
	}
	return int(left)
}
