package match

import (
	"fmt"
	"strings"
	"time"

	"ckengine/engine"
	"ckengine/protocol/match/stats"
)

// Header is the first line of a journal: all that is needed to go on with the match.
type Header struct {
	Format   int           `json:"format"`
	Program  Identity      `json:"program"` // that wrote it
	Started  time.Time     `json:"started"`
	Config   Config        `json:"config"`
	Engines  []EngineFacts `json:"engines"`
	Openings OpeningFacts  `json:"openings"`
	Games    int           `json:"games"`     // planned for this shard
	AllGames int           `json:"all-games"` // planned for all shards together
}

// EngineFacts are what the preflight found out about an engine.
type EngineFacts struct {
	Identity
	Binary string `json:"binary,omitempty"` // the file that runs
	XXHash string `json:"xxhash,omitempty"` // XXH64 of that file, as text because JSON numbers are too short
}

// OpeningFacts identify an opening set.
type OpeningFacts struct {
	Count  int    `json:"count"`
	XXHash string `json:"xxhash"` // XXH64 of the positions
}

// Record is one finished game.
type Record struct {
	Number  int       `json:"game"`
	Pair    int       `json:"pair"`
	Round   int       `json:"round"`
	Opening int       `json:"opening"` // index into the opening set, from 0
	FEN     string    `json:"fen"`     // after the opening
	White   string    `json:"white"`
	Black   string    `json:"black"`
	Result  string    `json:"result"` // 2-0, 1-1 or 0-2
	End     End       `json:"end"`
	Blame   string    `json:"blame,omitempty"` // the engine that ended the game abnormally
	Reason  string    `json:"reason"`
	Plies   int       `json:"plies"`
	Started time.Time `json:"started"`
	Ended   time.Time `json:"ended"`

	Moves  string    `json:"moves"`            // in Hub notation
	Scores []Score   `json:"scores"`           // one a move, hundredths of a man from the side to move
	Depths []int     `json:"depths"`           // plies
	Nodes  []int64   `json:"nodes"`            //
	Times  []float64 `json:"times"`            // seconds
	Clocks []float64 `json:"clocks,omitempty"` // seconds left after the move; a side without a clock has -1

	offset, length int64 // of the line in the journal that it was read from
}

// newRecord writes down a game.
func newRecord(g Game, names []string, p *played, started, ended time.Time) *Record {
	r := &Record{
		Number: g.Number, Pair: g.Pair, Round: g.Round, Opening: g.Opening, FEN: p.game.Start().FEN(),
		White: names[g.White], Black: names[g.Black],
		Result: p.outcome.Result.String(), End: p.end, Reason: p.outcome.Reason, Plies: len(p.plies),
		Started: started.UTC().Truncate(time.Millisecond), Ended: ended.UTC().Truncate(time.Millisecond),
		Scores: make([]Score, len(p.plies)), Depths: make([]int, len(p.plies)), Nodes: make([]int64, len(p.plies)),
		Times: make([]float64, len(p.plies)),
	}
	if p.end.IsAbnormal() {
		r.Blame = r.player(p.blame)
	}
	var moves strings.Builder
	clocked := false
	clocks := make([]float64, len(p.plies))
	for i, ply := range p.plies {
		if i > 0 {
			moves.WriteByte(' ')
		}
		moves.WriteString(p.game.PositionAt(i).HubText(ply.move))
		r.Scores[i], r.Depths[i], r.Nodes[i] = ply.answer.Score, ply.answer.Depth, ply.answer.Nodes
		r.Times[i] = roundSeconds(ply.answer.Elapsed)
		clocks[i] = -1
		if ply.clocked {
			clocks[i], clocked = roundSeconds(ply.left), true
		}
	}
	r.Moves = moves.String()
	if clocked {
		r.Clocks = clocks
	}
	return r
}

// roundSeconds is a time in seconds to the microsecond.
func roundSeconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

func (r *Record) player(side engine.Side) string {
	if side == engine.White {
		return r.White
	}
	return r.Black
}

// parseResult reads what [engine.Result.String] writes of a finished game.
func parseResult(text string) (engine.Result, error) {
	for _, r := range []engine.Result{engine.WhiteWins, engine.BlackWins, engine.Draw} {
		if r.String() == text {
			return r, nil
		}
	}
	return 0, fmt.Errorf("result %q: want 2-0, 0-2 or 1-1", text)
}

// scoreOf returns the result from a player's side.
func (r *Record) scoreOf(player string) (stats.Result, error) {
	result, err := parseResult(r.Result)
	switch {
	case err != nil:
		return 0, err
	case result == engine.Draw:
		return stats.Draw, nil
	case (result == engine.WhiteWins) == (player == r.White):
		return stats.Win, nil
	}
	return stats.Loss, nil
}

// Game replays a recorded game by the rules.
func (r *Record) Game(v engine.Variant, rule engine.DrawRule) (*engine.Game, error) {
	start, err := engine.ParseFEN(r.FEN, v)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.Number, err)
	}
	g := engine.NewGame(start, rule)
	for text := range strings.FieldsSeq(r.Moves) {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("game %d, ply %d: %w", r.Number, g.Ply()+1, err)
		}
	}
	return g, nil
}

// check refuses a record that no runner writes, so that what is derived from it need not.
func (r *Record) check() error {
	n := len(strings.Fields(r.Moves))
	if _, err := parseResult(r.Result); err != nil {
		return err
	}
	switch {
	case r.Number < 1 || r.Pair != (r.Number-1)/2:
		return fmt.Errorf("game %d cannot belong to pair %d", r.Number, r.Pair)
	case r.White == "" || r.Black == "" || r.White == r.Black:
		return fmt.Errorf("game %d: %q cannot play against %q", r.Number, r.White, r.Black)
	case len(r.Scores) != n || len(r.Depths) != n || len(r.Nodes) != n || len(r.Times) != n || r.Clocks != nil && len(r.Clocks) != n:
		return fmt.Errorf("game %d: the lists do not have an entry for each of its %d moves", r.Number, n)
	}
	return nil
}
