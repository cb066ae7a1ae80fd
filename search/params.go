package search

import "fmt"

// Params are the numbers of the search that were set by experiment. To change
// some, begin with [DefaultParams]. Each is described once, in
// [ParamTable], from which tuning programs and matches set it by name.
type Params struct {
	AspirationDepth  int
	AspirationWindow int

	ReduceDepth   int
	ReduceBase    int
	ReduceSlope   int
	ReducePV      int
	ReduceOffer   int
	ReduceHistory int

	FutilityDepth  int
	FutilityMargin int

	ProbCutDepth  int
	ProbCutMargin int
	ProbCutPart   int

	SingleReply int
	ThreatPly   int

	IIRDepth int

	SingularDepth  int
	SingularMargin int

	ETCDepth int

	HistoryShift int
}

// Param describes one number of [Params].
type Param struct {
	Name              string
	Default, Min, Max int
	Meaning           string // with its unit
	field             func(*Params) *int
}

// ParamTable describes all numbers of [Params]. docs/experiments.md has the match
// that set each default.
var ParamTable = []Param{
	{"aspiration-depth", 4, 1, 100, "plies from which an iteration begins with a narrow window",
		func(p *Params) *int { return &p.AspirationDepth }},
	{"aspiration-window", 10, 1, 500, "hundredths of a man to either side of the last score",
		func(p *Params) *int { return &p.AspirationWindow }},
	{"reduce-depth", 2, 1, 100, "plies from which late moves are searched less deep",
		func(p *Params) *int { return &p.ReduceDepth }},
	{"reduce-base", 70, -300, 500, "hundredths of a ply that every late move is reduced by",
		func(p *Params) *int { return &p.ReduceBase }},
	{"reduce-slope", 100, 0, 500, "hundredths of a ply more for each unit of ln depth times ln place in the order",
		func(p *Params) *int { return &p.ReduceSlope }},
	{"reduce-pv", 100, 0, 500, "hundredths of a ply less in PV nodes",
		func(p *Params) *int { return &p.ReducePV }},
	{"reduce-offer", 200, 0, 1000, "hundredths of a ply less for a move that has to be captured",
		func(p *Params) *int { return &p.ReduceOffer }},
	{"reduce-history", 200, 0, 1000, "hundredths of a ply more for a move that by the history never cuts off than for one that always does",
		func(p *Params) *int { return &p.ReduceHistory }},
	{"futility-depth", 5, 0, 100, "plies up to which a quiet node far above beta is not searched",
		func(p *Params) *int { return &p.FutilityDepth }},
	{"futility-margin", 40, 1, 500, "hundredths of a man, for each ply, that it must lie above",
		func(p *Params) *int { return &p.FutilityMargin }},
	{"probcut-depth", 3, 1, 100, "plies from which a shallow search may cut a node",
		func(p *Params) *int { return &p.ProbCutDepth }},
	{"probcut-margin", 10, 1, 200, "hundredths of a man, for each ply, that the shallow search must exceed beta by",
		func(p *Params) *int { return &p.ProbCutMargin }},
	{"probcut-part", 40, 10, 90, "percent of the depth that the shallow search gets",
		func(p *Params) *int { return &p.ProbCutPart }},
	{"single-reply", 1, 0, 1, "plies that a node with one legal move is extended by",
		func(p *Params) *int { return &p.SingleReply }},
	{"threat-ply", 1, 0, 1, "plies of full search at a leaf whose opponent threatens a capture",
		func(p *Params) *int { return &p.ThreatPly }},
	{"iir-depth", 4, 1, 100, "plies from which a node without a table move is searched 1 ply less",
		func(p *Params) *int { return &p.IIRDepth }},
	{"singular-depth", 8, 1, 100, "plies from which a PV node's table move may be extended",
		func(p *Params) *int { return &p.SingularDepth }},
	{"singular-margin", 40, 1, 500, "hundredths of a man by which it must be better than all others",
		func(p *Params) *int { return &p.SingularMargin }},
	{"etc-depth", 5, 1, 100, "plies from which all children are looked up in the table first",
		func(p *Params) *int { return &p.ETCDepth }},
	{"history-shift", 5, 1, 10, "the history moves by 1/2^n towards the newest outcome",
		func(p *Params) *int { return &p.HistoryShift }},
}

// DefaultParams returns the numbers that the search plays best with.
func DefaultParams() Params {
	var p Params
	for _, d := range ParamTable {
		*d.field(&p) = d.Default
	}
	return p
}

// Set changes one number by name.
func (p *Params) Set(name string, value int) error {
	for _, d := range ParamTable {
		if d.Name != name {
			continue
		}
		if value < d.Min || value > d.Max {
			return fmt.Errorf("search parameter %s: %d is not within %d and %d", name, value, d.Min, d.Max)
		}
		*d.field(p) = value
		return nil
	}
	return fmt.Errorf("there is no search parameter %q", name)
}
