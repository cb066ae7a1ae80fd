package tune

import (
	"fmt"
	"strings"

	"ckengine/engine"
)

// String tells people in a few lines what was read.
func (d *Data) String() string {
	var b strings.Builder
	for _, run := range d.Runs {
		fmt.Fprintf(&b, "generation %d, seed %d, %d nodes a move, evaluation %s\n", run.Generation, run.Seed, run.Nodes, run.Evaluation)
	}
	counted := d.Games - d.Results[engine.Ongoing]
	fmt.Fprintf(&b, "%d games on the %s board: white won %s, black won %s, drawn %s; %d without a result\n", d.Games, d.Variant,
		percent(d.Results[engine.WhiteWins], counted), percent(d.Results[engine.BlackWins], counted), percent(d.Results[engine.Draw], counted),
		d.Results[engine.Ongoing])
	fmt.Fprintf(&b, "%d positions: %d to train with, %d held out, %d left out as repeated, %d as decided", d.Positions, d.Training, d.HeldOut,
		d.Repeated, d.Extreme)
	return b.String()
}

// String tells people in a few lines what the fit found.
func (r *Result) String() string {
	end := "the gradient is small enough"
	if !r.Converged {
		end = "the gradient is not yet small enough"
	}
	m := &r.Weights.Manifest
	return fmt.Sprintf("%d iterations, %s; loss %.6f in training, %.6f held out; a man is %.4f logits\n"+
		"%d terms fitted, %d left to the weights they share for want of positions, %d weights cut to what a file can hold",
		r.Last.Number, end, m.TrainingLoss, m.HeldOutLoss, m.Scale, r.Fitted, r.Kept, r.Saturated)
}

func percent(n, of int) string { return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(max(of, 1))) }
