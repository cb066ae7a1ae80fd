package stats

import (
	"fmt"
	"strings"
)

// Markdown is the report for a web page, a commit or a log of experiments.
func (r *Report) Markdown() string {
	d := r.document(markdownEscape)
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n", d.title)
	if len(d.facts) > 0 {
		facts := table{header: []string{"", "Result"}, leftmost: 2}
		for _, fact := range d.facts {
			facts.rows = append(facts.rows, fact[:])
		}
		b.WriteString("\n" + facts.markdown())
	}
	for _, t := range d.tables {
		fmt.Fprintf(&b, "\n### %s\n\n%s", t.title, t.markdown())
	}
	for _, note := range d.notes {
		fmt.Fprintf(&b, "\n%s\n", note)
	}
	return b.String()
}

func (t table) markdown() string {
	var b strings.Builder
	line := func(cells []string) { fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | ")) }
	line(t.header)
	alignment := make([]string, len(t.header))
	for i := range alignment {
		alignment[i] = "---"
		if i >= t.leftmost {
			alignment[i] = "---:"
		}
	}
	line(alignment)
	for _, row := range t.rows {
		line(row)
	}
	return b.String()
}

// markdownEscape keeps a name from being read as markup.
func markdownEscape(text string) string {
	var b strings.Builder
	for _, r := range printable(text) {
		if strings.ContainsRune("\\`*_{}[]<>()#|~&!$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
