package tune

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"ckengine/engine"
)

// Text writes the report for people.
func (r *Report) Text() string {
	var b strings.Builder
	r.writeManifest(&b)
	r.writeTerms(&b)
	r.writePatterns(&b)
	if r.Games != nil {
		r.Games.write(&b)
	}
	if r.Pieces != nil {
		r.Pieces.write(&b)
	}
	return b.String()
}

// writeTable writes lines of cells, divided by tabs, in columns.
func writeTable(b *strings.Builder, lines ...string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range lines {
		fmt.Fprintf(w, "%s\t\n", line) // a strings.Builder does not fail
	}
	_ = w.Flush()
}

func (r *Report) writeManifest(b *strings.Builder) {
	m := &r.Manifest
	fmt.Fprintf(b, "Generation %d for the %s board, layout %d\n", m.Generation, r.weights.Variant, m.Layout)
	fmt.Fprintf(b, "fitted to %d positions of %d games (white won %s, black won %s, drawn %s), corpus %s\n", m.Positions, m.Games,
		percent(m.Wins, m.Games), percent(m.Losses, m.Games), percent(m.Draws, m.Games), m.Corpus)
	for _, run := range m.Runs {
		fmt.Fprintf(b, "  generation %d (%s) played with %d nodes a move, seed %d, draw rule %s\n", run.Generation, run.Evaluation, run.Nodes, run.Seed, run.DrawRule)
	}
	fmt.Fprintf(b, "%d iterations, L2 %.3g and %.3g for terms outside the patterns, cells in %d positions or more", m.Iterations, m.L2, m.StructuralL2, m.MinVisits)
	if m.SharedL2 > 0 {
		fmt.Fprintf(b, ", L2 %.3g for weights that cells share", m.SharedL2)
	}
	if m.Prior != "" {
		fmt.Fprintf(b, ", from weights %s", m.Prior)
	}
	fmt.Fprintf(b, "\nloss %.6f in training, %.6f held out; a man is %.4f logits\n", m.TrainingLoss, m.HeldOutLoss, m.Scale)
}

func (r *Report) writeTerms(b *strings.Builder) {
	lines := []string{"term\topening\tending"}
	for _, g := range r.Terms {
		for i := range g.Opening {
			name := g.Name
			switch {
			case len(g.Opening) == r.weights.Variant.Squares():
				continue // a board, below
			case len(g.Opening) > 1:
				name = fmt.Sprintf("%s %d", g.Name, i+1)
			}
			lines = append(lines, fmt.Sprintf("%s\t%.1f\t%.1f", name, g.Opening[i], g.Ending[i]))
		}
	}
	b.WriteString("\nWeights in hundredths of a man\n")
	writeTable(b, lines...)
	for _, g := range r.Terms {
		if len(g.Opening) == r.weights.Variant.Squares() {
			writeBoard(b, r.weights.Variant, g.Name+", opening", g.Opening)
			writeBoard(b, r.weights.Variant, g.Name+", ending", g.Ending)
		}
	}
}

// writeBoard writes a value for each square, Black's side at the top.
func writeBoard(b *strings.Builder, v engine.Variant, title string, values []float64) {
	const column = 8 // characters
	fmt.Fprintf(b, "\n%s\n", title)
	for number := 1; number <= v.Squares(); number++ {
		square, _ := v.Square(number)
		if perRow := v.Width() / 2; (number-1)%perRow == 0 && v.Column(square) == 1 {
			b.WriteString(strings.Repeat(" ", column/2))
		}
		fmt.Fprintf(b, "%*.1f", column, values[number-1])
		if perRow := v.Width() / 2; number%perRow == 0 {
			b.WriteString("\n")
		}
	}
}

func (r *Report) writePatterns(b *strings.Builder) {
	lines := []string{"pattern\tcells\twith a weight\tlook-ups that find one"}
	for _, p := range r.Patterns {
		known := "-"
		if p.Known != nil {
			known = fmt.Sprintf("%.1f %%", 100**p.Known)
		}
		lines = append(lines, fmt.Sprintf("%s\t%d\t%s\t%s", strings.TrimPrefix(p.Name, "pattern "), p.Cells, percent(p.Weighted, p.Cells), known))
	}
	b.WriteString("\nCells of the patterns\n")
	writeTable(b, lines...)
}

func (f *Foresight) write(b *strings.Builder) {
	which := "all"
	if f.HeldOutOnly {
		which = "those held out"
	}
	of := "not the corpus of the fit"
	if f.OfTheFit {
		of = "the corpus of the fit"
	}
	fmt.Fprintf(b, "\nForesight in %d positions of %d games (%s; %s)\n", f.Positions, f.Games, which, of)
	fmt.Fprintf(b, "loss %.6f, against %.6f for the mean result each time\n\n", f.Loss, f.Baseline)
	lines := []string{"score\tpositions\tforetold\tactual\t±"}
	for _, c := range f.Calibration {
		if c.Positions > 0 {
			lines = append(lines, fmt.Sprintf("%s\t%d\t%.1f %%\t%.1f %%\t%.1f", c.name(), c.Positions, 100*c.Foretold, 100*c.Actual, 100*c.Margin))
		}
	}
	writeTable(b, lines...)
	b.WriteString("Shares of the point for White; errors are 95 % confidence, as if positions of a game were independent.\n")
}

// name writes the range of a bucket.
func (c *Bucket) name() string {
	switch {
	case c.From == nil:
		return fmt.Sprintf("below %+d", *c.To)
	case c.To == nil:
		return fmt.Sprintf("%+d and more", *c.From)
	}
	return fmt.Sprintf("%+d to %+d", *c.From, *c.To)
}
