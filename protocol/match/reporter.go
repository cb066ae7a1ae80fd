package match

import (
	"fmt"
	"time"

	"ckengine/protocol/match/stats"
)

// reporter derives the standing from records, one journal's or those of several shards.
type reporter struct {
	report *stats.Report
}

func newReporter(h Header) *reporter {
	r := &reporter{report: stats.NewReport(h.Config.names()...)}
	r.report.SPRT = h.Config.SPRT
	return r
}

// add counts a finished game.
func (r *reporter) add(record *Record) error {
	result, err := record.scoreOf(record.White)
	if err != nil {
		return err
	}
	if err := r.report.Add(record.White, record.Black, record.Pair, result); err != nil {
		return fmt.Errorf("game %d: %w", record.Number, err)
	}
	if record.Blame != "" {
		r.report.Engine(record.Blame).Abnormal[record.End.String()]++
	}
	efforts := r.efforts(record)
	for i := range record.Depths {
		e := efforts[i%2]
		e.Moves++
		e.Depth += int64(record.Depths[i])
		e.Nodes += record.Nodes[i]
		e.Time += time.Duration(record.Times[i] * float64(time.Second))
	}
	return nil
}

// efforts returns whose efforts the moves of a game are, the first move's first.
func (r *reporter) efforts(record *Record) [2]*stats.Effort {
	white, black := &r.report.Engine(record.White).Effort, &r.report.Engine(record.Black).Effort
	if record.FEN[0] == 'B' {
		return [2]*stats.Effort{black, white}
	}
	return [2]*stats.Effort{white, black}
}

// decision is what the SPRT has come to, Continue without one.
func (r *reporter) decision() stats.Decision {
	decision, _ := r.report.Decision()
	return decision
}
