package stats

import (
	"encoding/json"
	"math"
	"strings"
)

// jsonNumber is null where a number does not exist or is infinite.
type jsonNumber float64

func (x jsonNumber) MarshalJSON() ([]byte, error) {
	if !isFinite(float64(x)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(x))
}

// MarshalJSON gives null for the parts that the results do not determine.
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value jsonNumber `json:"value"`
		Error jsonNumber `json:"error"`
		Low   jsonNumber `json:"low"`
		High  jsonNumber `json:"high"`
	}{jsonNumber(e.Value), jsonNumber(e.Margin()), jsonNumber(e.Low), jsonNumber(e.High)})
}

type jsonReport struct {
	Title    string        `json:"title"`
	Games    int           `json:"games"`
	Engines  []jsonEngine  `json:"engines"` // by rating
	Pairings []jsonPairing `json:"pairings"`
	SPRT     *jsonSPRT     `json:"sprt,omitempty"`
	// the ratings: relative to the anchor's, or without one to the mean; regularized as Standings says
	Anchor      string  `json:"anchor,omitempty"`
	AnchorElo   float64 `json:"anchorElo"`
	Regularized bool    `json:"ratingsRegularized"`
}

type jsonEngine struct {
	Name string `json:"name"`
	WDL
	Points         float64        `json:"points"`
	Rating         Estimate       `json:"rating"`
	Abnormal       map[string]int `json:"abnormal"`
	MeanDepth      jsonNumber     `json:"meanDepth"`
	NodesPerSecond jsonNumber     `json:"nodesPerSecond"`
}

type jsonPairing struct {
	First  string `json:"first"`
	Second string `json:"second"`
	WDL
	Counts
	Pentanomial   [5]int     `json:"pentanomial"`
	Score         Estimate   `json:"score"`
	Elo           Estimate   `json:"elo"`
	NormalizedElo Estimate   `json:"normalizedElo"`
	LOS           jsonNumber `json:"los"`
	DrawRatio     jsonNumber `json:"drawRatio"`
	PairRatio     jsonNumber `json:"pairRatio"`
}

type jsonSPRT struct {
	Elo0         float64    `json:"elo0"`
	Elo1         float64    `json:"elo1"`
	Alpha        float64    `json:"alpha"`
	Beta         float64    `json:"beta"`
	Model        string     `json:"model"`
	LLR          jsonNumber `json:"llr"`
	Lower        jsonNumber `json:"lower"`
	Upper        jsonNumber `json:"upper"`
	Decision     string     `json:"decision"`
	DecidedAfter int        `json:"decidedAfterGames,omitempty"`
}

// MarshalJSON is the report for a program. Ratios, scores and LOS are from 0 to 1; null stands for what the results do
// not determine.
func (r *Report) MarshalJSON() ([]byte, error) {
	report := jsonReport{Title: r.title(strings.Clone), Games: r.games(), AnchorElo: r.AnchorElo, Engines: []jsonEngine{}, Pairings: []jsonPairing{}}
	standings, regularized := r.Standings()
	report.Regularized = regularized
	if r.index(r.Anchor) >= 0 {
		report.Anchor = r.Anchor
	}
	for _, s := range standings {
		depth, speed := math.NaN(), math.NaN()
		if s.Engine.Effort.Moves > 0 {
			depth, speed = s.Engine.Effort.MeanDepth(), s.Engine.Effort.NodesPerSecond()
		}
		report.Engines = append(report.Engines, jsonEngine{s.Engine.Name, s.Games, s.Games.Points(), s.Elo,
			s.Engine.Abnormal, jsonNumber(depth), jsonNumber(speed)})
	}
	for _, p := range r.pairings {
		c := p.games.all()
		report.Pairings = append(report.Pairings, jsonPairing{p.first, p.second, c.WDL(), c, c.Pairs.Pentanomial(), c.Score(), c.Elo(),
			c.NormalizedElo(), jsonNumber(c.LOS()), jsonNumber(c.DrawRatio()), jsonNumber(c.PairRatio())})
	}
	if games := r.match(); games != nil && r.SPRT != nil {
		s := *r.SPRT
		lower, upper := s.Bounds()
		decision, after := r.Decision()
		report.SPRT = &jsonSPRT{s.Elo0, s.Elo1, s.Alpha, s.Beta, s.Model.String(),
			jsonNumber(s.LLR(games.all())), jsonNumber(lower), jsonNumber(upper), decision.String(), after}
	}
	return json.Marshal(report)
}
