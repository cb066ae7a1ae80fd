package eval

import "ckengine/engine"

// unitsPerScore is how many units of a weight make one of a [Score].
const unitsPerScore = 10

// Weight is what a term is worth at both ends of the game, in tenths of a hundredth of
// a man.
type Weight struct{ Opening, Ending int16 }

// MaxWeight bounds both numbers of a weight, in tenths of a hundredth of a man.
const MaxWeight = 32767

// Weights are all weights of a variant's evaluation.
type Weights struct {
	Variant  engine.Variant
	Manifest Manifest
	Terms    []Weight // as many as the layout has terms, each within [MaxWeight]
}

// Manifest says how weights were learned.
type Manifest struct {
	Variant    string `json:"variant"`
	Layout     int    `json:"layout"` // the version of the layout; set when the weights are written
	Generation int    `json:"generation"`
	Games      int    `json:"games"`
	Wins       int    `json:"wins"` // White's
	Draws      int    `json:"draws"`
	Losses     int    `json:"losses"`
	Positions  int    `json:"positions"`
	Corpus     string `json:"corpus"`   // xxhash of the games, in hexadecimal
	Runs       []Run  `json:"runs"`     // that the games are of, earlier generations first
	HoldOut    int    `json:"hold_out"` // every such game was kept out of the fit; 0 for none

	Prior        string  `json:"prior,omitempty"` // checksum of the weights that the fit started from
	L2           float64 `json:"l2"`              // of pattern cells
	SharedL2     float64 `json:"shared_l2"`       // of weights that cells share; 0 if they were fitted each for itself
	StructuralL2 float64 `json:"structural_l2"`   // of all other terms
	MinVisits    int     `json:"min_visits"`      // positions that a cell had to occur in
	Iterations   int     `json:"iterations"`
	TrainingLoss float64 `json:"training_loss"` // cross-entropy a position, in nats
	HeldOutLoss  float64 `json:"held_out_loss"` // likewise, of games that the fit did not see
	Scale        float64 `json:"scale"`         // logits in a man
}

// Run is a run of self-play.
type Run struct {
	Generation int    `json:"generation"` // of the evaluation that played
	Evaluation string `json:"evaluation"` // checksum of its weights, or "handmade"
	DrawRule   string `json:"draw_rule"`
	Seed       uint64 `json:"seed"`
	Nodes      int64  `json:"nodes_per_move"`
}
