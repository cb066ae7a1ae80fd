package stats

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// document is the content of a report that text and Markdown share.
type document struct {
	title  string
	facts  [][2]string
	tables []table
	notes  []string
}

type table struct {
	title    string
	header   []string
	leftmost int // columns from the left that hold words, not figures
	rows     [][]string
}

// largestCrossTable is the number of engines up to which all results fit in one table of readable width.
const largestCrossTable = 12

// document of the report; escape makes a name safe in the output format.
func (r *Report) document(escape func(string) string) document {
	d := document{title: r.title(escape)}
	if len(r.engines) == 2 {
		d.facts, d.notes = r.matchFacts()
	} else if len(r.engines) > 2 {
		d.facts = [][2]string{{"Games", fmt.Sprint(r.games())}}
		standings, regularized := r.Standings()
		d.tables = append(d.tables, r.standingsTable(standings, escape))
		if r.allMet() && len(standings) <= largestCrossTable {
			d.tables = append(d.tables, r.crossTable(standings, escape))
		} else if len(r.pairings) > 0 {
			d.tables = append(d.tables, r.pairingsTable(escape))
		}
		d.notes = append(d.notes, r.anchorNote(escape))
		if regularized {
			d.notes = append(d.notes, "The ratings count one drawn game more in each pairing, as an engine with nothing but wins or losses has none.")
		}
	}
	if t, worthTelling := r.engineTable(escape); worthTelling {
		d.tables = append(d.tables, t)
	}
	return d
}

func (r *Report) title(escape func(string) string) string {
	switch {
	case r.Title != "":
		return escape(r.Title)
	case len(r.engines) == 2:
		return escape(r.engines[0].Name) + " - " + escape(r.engines[1].Name)
	}
	return fmt.Sprintf("Tournament of %d engines", len(r.engines))
}

func (r *Report) matchFacts() (facts [][2]string, notes []string) {
	fact := func(name, format string, values ...any) {
		facts = append(facts, [2]string{name, fmt.Sprintf(format, values...)})
	}
	c := r.Counts(r.engines[0].Name, r.engines[1].Name)
	games := c.WDL()
	if games.Games() == 0 {
		fact("Games", "none yet")
		return facts, nil
	}
	fact("Games", "%d: %s, %s points (%s)", games.Games(), wdlText(games), number(games.Points()), percent(games.Points()/float64(games.Games())))
	if p := c.Pairs; p.Count() > 0 {
		fact("Pairs", "%d: LL %d, LD %d, DD %d, WL %d, WD %d, WW %d", p.Count(), p.LL, p.LD, p.DD, p.WL, p.WD, p.WW)
		fact("Pentanomial", "%s", pentanomialText(p))
		fact("Pair ratio", "%s", plain(c.PairRatio()))
	}
	fact("Draw ratio", "%s", percent(c.DrawRatio()))
	fact("Elo", "%v", c.Elo())
	fact("Normalized Elo", "%v", c.NormalizedElo())
	fact("LOS", "%s", percent(c.LOS()))
	if r.SPRT != nil {
		fact("SPRT", "%s", r.sprtText(c))
		fact("LLR", "%s", llrText(*r.SPRT, c))
	}
	if n := c.Unpaired.Games(); n > 0 && c.Pairs.Count() > 0 {
		notes = append(notes, fmt.Sprintf("%d unpaired %s (%s) in the points, but not in Elo, LOS and LLR.",
			n, plural(n, "game counts", "games count"), wdlText(c.Unpaired)))
	}
	return facts, append(notes, "Errors are 95 % confidence.")
}

// sprtText is the test and its decision.
func (r *Report) sprtText(c Counts) string {
	s := *r.SPRT
	text := fmt.Sprintf("[%s, %s] %s Elo, alpha %s, beta %s: ", number(s.Elo0), number(s.Elo1), s.Model, number(s.Alpha), number(s.Beta))
	decision, games := r.Decision()
	if decision != Continue && games < c.WDL().Games() {
		return fmt.Sprintf("%s%v after %d games", text, decision, games)
	}
	return text + decision.String()
}

func llrText(s SPRT, c Counts) string {
	lower, upper := s.Bounds()
	return fmt.Sprintf("%.2f (%.2f, %.2f)", s.LLR(c), lower, upper)
}

func (r *Report) standingsTable(standings []Standing, escape func(string) string) table {
	t := table{title: "Standings", header: []string{"Rank", "Engine", "Elo", "Error", "Points", "Games", "Score", "Draws"}, leftmost: 2}
	for i, s := range standings {
		elo, margin := "-", "-"
		if !math.IsNaN(s.Elo.Value) {
			elo, margin = r.ratingText(s.Elo.Value), fmt.Sprintf("%.1f", s.Elo.Margin())
		}
		n := float64(s.Games.Games())
		t.rows = append(t.rows, []string{fmt.Sprint(i + 1), escape(s.Engine.Name), elo, margin, fmt.Sprintf("%.1f", s.Games.Points()),
			fmt.Sprint(s.Games.Games()), percent(s.Games.Points() / n), percent(float64(s.Games.Draws) / n)})
	}
	return t
}

// ratingText has a sign where 0 stands for the anchor or the mean.
func (r *Report) ratingText(elo float64) string {
	if r.AnchorElo == 0 {
		return fmt.Sprintf("%+.1f", elo)
	}
	return fmt.Sprintf("%.1f", elo)
}

func (r *Report) anchorNote(escape func(string) string) string {
	base := "the mean of all at " + number(r.AnchorElo)
	if r.index(r.Anchor) >= 0 {
		base = escape(r.Anchor) + " at " + number(r.AnchorElo)
	} else if r.Anchor != "" {
		base += fmt.Sprintf(", because the anchor %s is not among the engines", escape(r.Anchor))
	}
	return fmt.Sprintf("Elo by maximum likelihood, with %s; errors are 95 %% confidence relative to it.", base)
}

// allMet says whether every two engines have played each other.
func (r *Report) allMet() bool { return len(r.pairings) == len(r.engines)*(len(r.engines)-1)/2 }

func (r *Report) crossTable(standings []Standing, escape func(string) string) table {
	t := table{title: "Points of the row against the column", header: []string{"Engine"}, leftmost: 1}
	for i, row := range standings {
		t.header = append(t.header, fmt.Sprint(i+1))
		cells := []string{fmt.Sprintf("%d %s", i+1, escape(row.Engine.Name))}
		for _, column := range standings {
			games := r.Counts(row.Engine.Name, column.Engine.Name).WDL()
			cell := "."
			if row.Engine != column.Engine {
				cell = pointsText(games)
			}
			cells = append(cells, cell)
		}
		t.rows = append(t.rows, cells)
	}
	return t
}

func (r *Report) pairingsTable(escape func(string) string) table {
	t := table{title: "Pairings", header: []string{"First", "Second", "Result", "Games", "Score", "Pentanomial", "Elo", "LOS"}, leftmost: 3}
	for _, p := range r.pairings {
		c := p.games.all()
		games := c.WDL()
		pentanomial := "-"
		if c.Pairs.Count() > 0 {
			pentanomial = pentanomialText(c.Pairs)
		}
		t.rows = append(t.rows, []string{escape(p.first), escape(p.second), wdlText(games), fmt.Sprint(games.Games()),
			percent(games.Points() / float64(games.Games())), pentanomial, c.Elo().String(), percent(c.LOS())})
	}
	return t
}

// engineTable is of what happened beside the results.
func (r *Report) engineTable(escape func(string) string) (t table, worthTelling bool) {
	t = table{title: "Engines", header: []string{"Engine", "Abnormal ends", "Depth", "Nodes/s"}, leftmost: 2}
	for _, e := range r.engines {
		worthTelling = worthTelling || len(e.Abnormal) > 0 || e.Effort.Moves > 0
		depth, speed := "-", "-"
		if e.Effort.Moves > 0 {
			depth, speed = fmt.Sprintf("%.1f", e.Effort.MeanDepth()), speedText(e.Effort.NodesPerSecond())
		}
		t.rows = append(t.rows, []string{escape(e.Name), e.abnormalText(escape), depth, speed})
	}
	return t, worthTelling
}

func (e *Engine) abnormalText(escape func(string) string) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(e.Abnormal)) {
		if n := e.Abnormal[kind]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", escape(kind), n))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

// longestName is in characters.
const longestName = 80

// printable shortens, and replaces what would disturb a line of output: names come from other programs.
func printable(text string) string {
	return shorten(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text), longestName)
}

// shorten to a number of characters.
func shorten(text string, longest int) string {
	if characters := []rune(text); len(characters) > longest {
		return string(characters[:longest-1]) + "…"
	}
	return text
}

// speedText is nodes per second in three digits.
func speedText(x float64) string {
	switch {
	case x >= 999_500:
		return fmt.Sprintf("%.2f M", x/1e6)
	case x >= 999.5:
		return fmt.Sprintf("%.0f k", x/1e3)
	}
	return fmt.Sprintf("%.0f", x)
}

func wdlText(c WDL) string { return fmt.Sprintf("+%d =%d -%d", c.Wins, c.Draws, c.Losses) }

func pentanomialText(p Pairs) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(p.Pentanomial()), " ", ", "), "[]")
}

func pointsText(c WDL) string { return fmt.Sprintf("%s/%d", number(c.Points()), c.Games()) }

func percent(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*x)
}

func plain(x float64) string {
	if !isFinite(x) {
		return "n/a"
	}
	return fmt.Sprintf("%.2f", x)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
