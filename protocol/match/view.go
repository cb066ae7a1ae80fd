package match

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"ckengine/protocol/match/stats"
)

// NewTerminalView shows a match at a terminal: a progress bar with the standing in one
// line below the warnings.
func NewTerminalView(w io.Writer, done, planned int) Observer {
	bar := progressbar.NewOptions(planned,
		progressbar.OptionSetWriter(w), progressbar.OptionFullWidth(), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionSetMaxDetailRow(1), progressbar.OptionClearOnFinish())
	_ = bar.Set(done)
	return &terminalView{w, bar}
}

type terminalView struct {
	w   io.Writer
	bar *progressbar.ProgressBar
}

func (v *terminalView) GameOver(_ *Record, report *stats.Report, done, _ int) {
	_ = v.bar.Set(done)
	_ = v.bar.AddDetail(report.Line())
}

func (v *terminalView) Warning(text string) {
	_ = v.bar.Clear()
	fmt.Fprintln(v.w, "warning: "+text)
}

// NewPlainView shows a match where there is no terminal: the standing in one line, at
// most once in the interval, and the warnings.
func NewPlainView(w io.Writer, interval time.Duration) Observer {
	return &plainView{w: w, interval: interval, last: time.Now()}
}

type plainView struct {
	w        io.Writer
	interval time.Duration
	last     time.Time
}

func (v *plainView) GameOver(_ *Record, report *stats.Report, done, planned int) {
	if now := time.Now(); now.Sub(v.last) >= v.interval || done == planned {
		v.last = now
		fmt.Fprintf(v.w, "%d of %d games: %s\n", done, planned, report.Line())
	}
}

func (v *plainView) Warning(text string) { fmt.Fprintln(v.w, "warning: "+text) }

// NewJSONView writes an object a line for each finished game, and for each warning.
func NewJSONView(w io.Writer) Observer { return &jsonView{json.NewEncoder(w)} }

type jsonView struct{ encoder *json.Encoder }

func (v *jsonView) GameOver(record *Record, report *stats.Report, done, planned int) {
	_ = v.encoder.Encode(struct {
		Event   string `json:"event"`
		Done    int    `json:"done"`
		Planned int    `json:"planned"`
		Game    int    `json:"game"`
		White   string `json:"white"`
		Black   string `json:"black"`
		Result  string `json:"result"`
		End     End    `json:"end"`
		Reason  string `json:"reason"`
		Plies   int    `json:"plies"`
		Line    string `json:"standing"`
	}{"game", done, planned, record.Number, record.White, record.Black, record.Result, record.End, record.Reason, record.Plies, report.Line()})
}

func (v *jsonView) Warning(text string) {
	_ = v.encoder.Encode(struct {
		Event string `json:"event"`
		Text  string `json:"text"`
	}{"warning", text})
}
