package stats

// Result is the outcome of one game; as a number it is the half points scored.
type Result uint8

const (
	Loss Result = iota
	Draw
	Win
)

func (r Result) String() string {
	switch r {
	case Loss:
		return "loss"
	case Draw:
		return "draw"
	case Win:
		return "win"
	}
	return "invalid result"
}

// Reversed is the same result from the opponent's side.
func (r Result) Reversed() Result { return Win - r }

// WDL counts single games (the trinomial counts).
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Add counts one game more.
func (c *WDL) Add(r Result) {
	switch r {
	case Loss:
		c.Losses++
	case Draw:
		c.Draws++
	case Win:
		c.Wins++
	}
}

// Merge is the sum of both counts.
func (c WDL) Merge(o WDL) WDL {
	return WDL{c.Wins + o.Wins, c.Draws + o.Draws, c.Losses + o.Losses}
}

// Reversed is the same games from the opponent's side.
func (c WDL) Reversed() WDL { return WDL{c.Losses, c.Draws, c.Wins} }

// Games is the number of games.
func (c WDL) Games() int { return c.Wins + c.Draws + c.Losses }

// Points is one for a win and a half for a draw.
func (c WDL) Points() float64 { return float64(c.Wins) + float64(c.Draws)/2 }

// Pairs counts game pairs by their two results, in either order. DD and WL score the same; they are kept
// apart so that wins, draws and losses follow from the pairs.
type Pairs struct {
	LL int `json:"ll"`
	LD int `json:"ld"`
	DD int `json:"dd"`
	WL int `json:"wl"`
	WD int `json:"wd"`
	WW int `json:"ww"`
}

// Add counts one pair more.
func (p *Pairs) Add(a, b Result) {
	switch {
	case a == Draw && b == Draw:
		p.DD++
	case a+b == Draw+Draw:
		p.WL++
	case a+b == Loss+Loss:
		p.LL++
	case a+b == Loss+Draw:
		p.LD++
	case a+b == Draw+Win:
		p.WD++
	case a+b == Win+Win:
		p.WW++
	}
}

// Merge is the sum of both counts.
func (p Pairs) Merge(o Pairs) Pairs {
	return Pairs{p.LL + o.LL, p.LD + o.LD, p.DD + o.DD, p.WL + o.WL, p.WD + o.WD, p.WW + o.WW}
}

// Reversed is the same pairs from the opponent's side.
func (p Pairs) Reversed() Pairs { return Pairs{p.WW, p.WD, p.DD, p.WL, p.LD, p.LL} }

// Count is the number of pairs.
func (p Pairs) Count() int { return p.LL + p.LD + p.DD + p.WL + p.WD + p.WW }

// Pentanomial is the number of pairs that scored 0, 1/2, 1, 3/2 and 2 points.
func (p Pairs) Pentanomial() [5]int { return [5]int{p.LL, p.LD, p.DD + p.WL, p.WD, p.WW} }

// WDL is the single games of the pairs.
func (p Pairs) WDL() WDL {
	return WDL{
		Wins:   2*p.WW + p.WD + p.WL,
		Draws:  2*p.DD + p.WD + p.LD,
		Losses: 2*p.LL + p.LD + p.WL,
	}
}

// Counts is all the results of one engine against another.
type Counts struct {
	Pairs    Pairs `json:"pairs"`
	Unpaired WDL   `json:"unpaired"` // games whose partner is missing, or that never had one
}

// Merge is the sum of both counts.
func (c Counts) Merge(o Counts) Counts {
	return Counts{c.Pairs.Merge(o.Pairs), c.Unpaired.Merge(o.Unpaired)}
}

// Reversed is the same results from the opponent's side.
func (c Counts) Reversed() Counts { return Counts{c.Pairs.Reversed(), c.Unpaired.Reversed()} }

// WDL is all games, the unpaired ones too.
func (c Counts) WDL() WDL { return c.Pairs.WDL().Merge(c.Unpaired) }

// PairRatio is pairs won to pairs lost: infinite without a lost pair, NaN without either.
func (c Counts) PairRatio() float64 {
	return float64(c.Pairs.WW+c.Pairs.WD) / float64(c.Pairs.LL+c.Pairs.LD)
}

// DrawRatio is the share of drawn games among all games, NaN without games.
func (c Counts) DrawRatio() float64 {
	games := c.WDL()
	return float64(games.Draws) / float64(games.Games())
}
