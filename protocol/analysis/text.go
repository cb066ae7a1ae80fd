package analysis

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"ckengine/engine"
	"ckengine/search"
)

// text reports to a person.
type text struct {
	out     io.Writer
	live    bool
	pending string // the line shown last, still to be ended
	depth   int    // of the pending line
	rank    int
	failure error
}

const (
	heading = "depth      score      nodes     speed     time  line"
	// lineWidth keeps a line that is rewritten on one row of a usual terminal.
	lineWidth = 100
)

func (t *text) begin(g *engine.Game) {
	p := g.Position()
	t.printf("%s\n%s\n\n", p.Diagram(engine.DiagramStyle{Numbers: true}), p.FEN())
}

func (t *text) line(p engine.Position, l search.Line) {
	row := fmt.Sprintf("%5d %10s %10s %9s %8s  %s", l.Depth, l.Score, count(float64(l.Nodes)),
		count(l.NodesPerSecond())+"/s", clock(l.Time), shortTexts(p, l.Moves))
	if t.pending == "" {
		t.printf("%s\n", heading)
	}
	if t.live {
		t.rewrite(l, row)
		return
	}
	// Without a terminal an iteration is one line, known to be its last when the next begins.
	if t.pending != "" && (l.Depth != t.depth || l.Rank != t.rank) {
		t.printf("%s\n", t.pending)
	}
	t.pending, t.depth, t.rank = row, l.Depth, l.Rank
}

// rewrite shows a line in the place of an earlier one of the same iteration and rank.
func (t *text) rewrite(l search.Line, row string) {
	row = clip(row, lineWidth)
	if t.pending != "" {
		if l.Depth == t.depth && l.Rank == t.rank {
			t.printf("\r")
		} else {
			t.printf("\n")
		}
	}
	padding := max(0, utf8.RuneCountInString(t.pending)-utf8.RuneCountInString(row))
	t.printf("%s%s", row, strings.Repeat(" ", padding))
	t.pending, t.depth, t.rank = row, l.Depth, l.Rank
}

func (t *text) end(g *engine.Game, r search.Result) {
	if outcome := g.Outcome(); outcome.Result != engine.Ongoing {
		t.printf("The game is over: %s.\n", verdict(g.Position(), outcome))
		return
	}
	if t.live && t.pending != "" {
		t.printf("\n")
	} else if t.pending != "" {
		t.printf("%s\n", t.pending)
	}
	p := g.Position()
	best := r.Lines[0]
	t.printf("\nBest move: %s, %s\n", p.ShortText(best.Moves[0]), judgement(p.SideToMove(), best))
	t.printf("Line: %s\n", shortTexts(p, best.Moves))
	if len(p.Moves()) == 1 {
		t.printf("It is the only legal move.\n")
	}
}

func (t *text) err() error { return t.failure }

func (t *text) printf(format string, args ...any) {
	if t.failure == nil {
		_, t.failure = fmt.Fprintf(t.out, format, args...)
	}
}

// verdict says in words how a game ended.
func verdict(p engine.Position, o engine.Outcome) string {
	if o.Result == engine.Draw {
		return "a draw, " + o.Reason
	}
	return fmt.Sprintf("%s wins, %s", p.SideToMove().Opponent(), o.Reason)
}

// judgement says in words what a line means for the side to move.
func judgement(side engine.Side, l search.Line) string {
	if l.Score.IsDecided() {
		return fmt.Sprintf("%s %s", side, l.Score)
	}
	return fmt.Sprintf("%s men for %s at depth %d", l.Score, side, l.Depth)
}

// shortTexts writes a line of play as a person would.
func shortTexts(p engine.Position, line []engine.Move) string {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = p.ShortText(m)
		p = p.Play(m)
	}
	return strings.Join(texts, " ")
}

// count writes a number with the prefix that leaves at most four digits before the point.
func count(n float64) string {
	switch {
	case n >= 1e10:
		return fmt.Sprintf("%.1fG", n/1e9)
	case n >= 1e7:
		return fmt.Sprintf("%.1fM", n/1e6)
	case n >= 1e4:
		return fmt.Sprintf("%.1fk", n/1e3)
	}
	return fmt.Sprintf("%.0f", n)
}

// clock writes a duration in seconds, or minutes and seconds.
func clock(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.2fs", d.Seconds())
	}
	return fmt.Sprintf("%d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

func clip(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:width-1]) + "…"
}
