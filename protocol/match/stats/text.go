package stats

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// mostInLine is the number of engines that the one-line standing names.
const mostInLine = 4

// Line is the standing in one line.
func (r *Report) Line() string {
	if r.games() == 0 {
		return r.title(printable) + ": no games yet"
	}
	if len(r.engines) == 2 {
		return r.matchLine()
	}
	standings, _ := r.Standings()
	var parts []string
	for i, s := range standings {
		if i == mostInLine {
			parts = append(parts, fmt.Sprintf("%d more", len(standings)-i))
			break
		}
		part := printable(s.Engine.Name) + " " + pointsText(s.Games)
		if !math.IsNaN(s.Elo.Value) {
			part += fmt.Sprintf(" (Elo %s ± %.1f)", r.ratingText(s.Elo.Value), s.Elo.Margin())
		}
		parts = append(parts, part)
	}
	return fmt.Sprintf("%d games: %s", r.games(), strings.Join(parts, ", "))
}

func (r *Report) matchLine() string {
	c := r.match().all()
	games := c.WDL()
	line := fmt.Sprintf("%s: %s (%s), Elo %v, LOS %s", r.title(printable), wdlText(games),
		percent(games.Points()/float64(games.Games())), c.Elo(), percent(c.LOS()))
	if c.Pairs.Count() > 0 {
		line += ", pairs " + pentanomialText(c.Pairs)
	}
	if r.SPRT != nil {
		line += ", LLR " + llrText(*r.SPRT, c)
		if decision, _ := r.Decision(); decision != Continue {
			line += ": " + decision.String()
		}
	}
	return line
}

// Text is the report for a terminal.
func (r *Report) Text() string {
	d := r.document(printable)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", d.title)
	width := 0
	for _, fact := range d.facts {
		width = max(width, len(fact[0]))
	}
	for _, fact := range d.facts {
		fmt.Fprintf(&b, "%-*s  %s\n", width, fact[0], fact[1])
	}
	for _, t := range d.tables {
		fmt.Fprintf(&b, "\n%s\n%s", t.title, t.text())
	}
	for i, note := range d.notes {
		if i == 0 {
			b.WriteString("\n")
		}
		fmt.Fprintln(&b, note)
	}
	return b.String()
}

// text is the table in columns of equal width.
func (t table) text() string {
	lines := append([][]string{t.header}, t.rows...)
	widths := make([]int, len(t.header))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, line := range lines {
		var row strings.Builder
		for i, cell := range line {
			padding := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < t.leftmost {
				row.WriteString(cell + padding + "  ")
			} else {
				row.WriteString(padding + cell + "  ")
			}
		}
		fmt.Fprintln(&b, strings.TrimRight(row.String(), " "))
	}
	return b.String()
}
