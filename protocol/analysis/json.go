package analysis

import (
	"encoding/json"
	"io"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/search"
)

// Progress is a line that the search has found so far.
type Progress struct {
	Depth   int        `json:"depth"`   // plies
	Score   eval.Score `json:"score"`   // hundredths of a man, from the side to move; 10000-n is a win in n plies
	Nodes   int64      `json:"nodes"`   // since the search began
	Time    float64    `json:"time"`    // seconds
	NPS     int64      `json:"nps"`     // nodes a second
	MultiPV int        `json:"multipv"` // rank of the line, 1 is best
	PV      []string   `json:"pv"`      // moves in Hub notation
}

// Conclusion is the end of an analysis. Without a best move the game is over and
// Result and Reason say how.
type Conclusion struct {
	BestMove *string    `json:"bestmove"` // in Hub notation
	Score    eval.Score `json:"score"`
	Depth    int        `json:"depth"`
	Nodes    int64      `json:"nodes"`
	Time     float64    `json:"time"`
	NPS      int64      `json:"nps"`
	PV       []string   `json:"pv"`
	Result   string     `json:"result,omitempty"` // as PDN has it: 2-0, 0-2, 1-1
	Reason   string     `json:"reason,omitempty"`
}

// jsonLines reports one object a line.
type jsonLines struct {
	encoder *json.Encoder
	failure error
}

func newJSONLines(out io.Writer) *jsonLines { return &jsonLines{encoder: json.NewEncoder(out)} }

func (j *jsonLines) begin(*engine.Game) {}

func (j *jsonLines) line(p engine.Position, l search.Line) {
	j.write(Progress{
		Depth:   l.Depth,
		Score:   l.Score,
		Nodes:   l.Nodes,
		Time:    l.Time.Seconds(),
		NPS:     int64(l.NodesPerSecond()),
		MultiPV: l.Rank,
		PV:      hubTexts(p, l.Moves),
	})
}

func (j *jsonLines) end(g *engine.Game, r search.Result) {
	if outcome := g.Outcome(); outcome.Result != engine.Ongoing {
		c := Conclusion{PV: []string{}, Result: outcome.Result.String(), Reason: outcome.Reason}
		if outcome.Result != engine.Draw {
			c.Score = eval.Loss(0)
		}
		j.write(c)
		return
	}
	best := r.Lines[0]
	pv := hubTexts(g.Position(), best.Moves)
	j.write(Conclusion{
		BestMove: &pv[0],
		Score:    best.Score,
		Depth:    best.Depth,
		Nodes:    r.Nodes,
		Time:     r.Time.Seconds(),
		NPS:      int64(search.Line{Nodes: r.Nodes, Time: r.Time}.NodesPerSecond()),
		PV:       pv,
	})
}

func (j *jsonLines) err() error { return j.failure }

func (j *jsonLines) write(v any) {
	if j.failure == nil {
		j.failure = j.encoder.Encode(v)
	}
}

// hubTexts writes a line of play in Hub notation.
func hubTexts(p engine.Position, line []engine.Move) []string {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = p.HubText(m)
		p = p.Play(m)
	}
	return texts
}
