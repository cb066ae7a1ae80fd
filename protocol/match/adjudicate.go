package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ckengine/engine"
	"ckengine/eval"
)

// ResignRule ends a game as lost for the side that has given up hope: each of its
// last Moves moves came with a score of -Score or lower. If TwoSided, each of the
// opponent's last Moves moves must also have come with a score of Score or higher. A
// move without a score starts the count of its side anew.
type ResignRule struct {
	Moves    int  `json:"moves"`
	Score    int  `json:"score"` // hundredths of a man
	TwoSided bool `json:"two-sided,omitempty"`
}

// DrawScoreRule ends a game as drawn when both sides have made From moves or more, each
// of the last Moves moves of both sides came with a score from -Score to Score, and
// none of these plies was a capture or a promotion. A move without a score starts the
// count anew.
type DrawScoreRule struct {
	From  int `json:"from"`
	Moves int `json:"moves"`
	Score int `json:"score"` // hundredths of a man
}

// Adjudication ends games that the rules would let go on. A nil rule does not apply.
type Adjudication struct {
	Resign   *ResignRule    `json:"resign,omitempty"`
	Draw     *DrawScoreRule `json:"draw,omitempty"`
	MaxPlies int            `json:"max-plies,omitempty"` // a game of so many plies is drawn, 0 for no cap
}

// ParseResignRule reads "moves=4 score=500 two-sided".
func ParseResignRule(text string) (ResignRule, error) {
	var r ResignRule
	err := parseRule(text, map[string]*int{"moves": &r.Moves, "score": &r.Score}, map[string]*bool{"two-sided": &r.TwoSided})
	if err != nil {
		return ResignRule{}, fmt.Errorf("resign %q: %w; want such as \"moves=4 score=500\", with two-sided if both must agree", text, err)
	}
	return r, nil
}

// ParseDrawScoreRule reads "from=40 moves=8 score=10".
func ParseDrawScoreRule(text string) (DrawScoreRule, error) {
	var r DrawScoreRule
	err := parseRule(text, map[string]*int{"from": &r.From, "moves": &r.Moves, "score": &r.Score}, nil)
	if err != nil {
		return DrawScoreRule{}, fmt.Errorf("draw %q: %w; want such as \"from=40 moves=8 score=10\"", text, err)
	}
	return r, nil
}

func parseRule(text string, numbers map[string]*int, flags map[string]*bool) error {
	given := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(word, "=")
		given[key] = true
		if flag, ok := flags[key]; ok && key == word {
			*flag = true
			continue
		}
		target, ok := numbers[key]
		if !ok {
			return fmt.Errorf("%q is unknown", word)
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 || n > int(eval.Infinity) {
			return fmt.Errorf("%s: want a whole number from 0 to %d", word, int(eval.Infinity))
		}
		*target = n
	}
	for key, target := range numbers {
		switch {
		case !given[key] && key != "from":
			return fmt.Errorf("%s is missing", key)
		case key == "moves" && *target == 0:
			return errors.New("moves must be 1 at least")
		}
	}
	return nil
}

// adjudicator counts what the rules of adjudication look at.
type adjudicator struct {
	Adjudication
	hopeless, winning [2]int // moves in a row of each side with such a score
	level             int    // plies in a row
}

// after counts a ply and returns the end of the game that follows from it, or an
// outcome of Ongoing.
func (a *adjudicator) after(before engine.Position, m engine.Move, score Score, ply int) engine.Outcome {
	side := before.SideToMove()
	if r := a.Resign; r != nil {
		count(&a.hopeless[side], score.AtMost(-r.Score))
		count(&a.winning[side], score.AtLeast(r.Score))
		for _, loser := range []engine.Side{engine.White, engine.Black} {
			if a.hopeless[loser] >= r.Moves && (!r.TwoSided || a.winning[loser.Opponent()] >= r.Moves) {
				return engine.Outcome{Result: engine.WinFor(loser.Opponent()), Reason: r.reason(loser)}
			}
		}
	}
	if r := a.Draw; r != nil {
		if m.IsCapture() || promotes(before, m) {
			a.level = 0
		} else {
			count(&a.level, score.AtMost(r.Score) && score.AtLeast(-r.Score))
		}
		if ply >= 2*r.From && a.level >= 2*r.Moves {
			return engine.Outcome{Result: engine.Draw, Reason: fmt.Sprintf(
				"adjudicated as drawn: the last %d moves of both sides had scores from -%s to %[2]s", r.Moves, men(r.Score))}
		}
	}
	if a.MaxPlies > 0 && ply >= a.MaxPlies {
		return engine.Outcome{Result: engine.Draw, Reason: fmt.Sprintf("adjudicated as drawn: %d plies have been played", a.MaxPlies)}
	}
	return engine.Outcome{}
}

func (r *ResignRule) reason(loser engine.Side) string {
	text := fmt.Sprintf("adjudicated as lost for %s: its last %s had scores of -%s or lower", loser, plural(r.Moves, "move"), men(r.Score))
	if r.TwoSided {
		text += ", and its opponent agreed"
	}
	return text
}

func count(n *int, more bool) {
	if more {
		*n++
	} else {
		*n = 0
	}
}

func promotes(p engine.Position, m engine.Move) bool {
	return !p.Kings(p.SideToMove()).Has(m.From()) && p.Variant().PromotionRow(p.SideToMove()).Has(m.To())
}

func men(hundredths int) string { return eval.Score(hundredths).Men() }

func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
