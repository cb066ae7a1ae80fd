package tune

import (
	"fmt"
	"io"
	"math"
	"time"

	"github.com/schollz/progressbar/v3"
)

// View shows a fit while it runs: reading as a bar at a terminal, iterations as lines.
type View struct {
	w        io.Writer
	terminal bool
	bar      *progressbar.ProgressBar
}

// NewView returns a view that writes to w.
func NewView(w io.Writer, terminal bool) *View { return &View{w: w, terminal: terminal} }

// Reading shows how many bytes of the corpus are read.
func (v *View) Reading(done, total int64) {
	if !v.terminal {
		return
	}
	if v.bar == nil {
		v.bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(v.w), progressbar.OptionFullWidth(),
			progressbar.OptionSetDescription("reading"), progressbar.OptionShowBytes(true), progressbar.OptionThrottle(200*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	_ = v.bar.Set64(done)
}

// Read shows what was read.
func (v *View) Read(d *Data) {
	if v.bar != nil {
		_ = v.bar.Finish()
	}
	fmt.Fprintln(v.w, d)
}

// Iteration shows how far the fit has come.
func (v *View) Iteration(i Iteration) {
	if i.Number == 0 {
		fmt.Fprintln(v.w, "iteration  training loss  held-out loss  gradient   seconds")
	}
	heldOut := "-"
	if !math.IsNaN(i.HeldOut) {
		heldOut = fmt.Sprintf("%.6f", i.HeldOut)
	}
	fmt.Fprintf(v.w, "%9d  %13.6f  %13s  %8.2e  %8.1f\n", i.Number, i.Loss, heldOut, i.Gradient, i.Elapsed.Seconds())
}
