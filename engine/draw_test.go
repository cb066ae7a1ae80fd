package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ckengine/engine"
)

func TestDrawLimitsAtTheStart(t *testing.T) {
	tests := []struct {
		rule  engine.DrawRule
		fen   string
		plies int
	}{
		{engine.InternationalDraws, "W:W43-72:B1-30", 50},
		{engine.InternationalDraws, "W:WK67,K68,K69:BK1,K2", 50},
		{engine.InternationalDraws, "W:WK67,K68,K69,K70:BK1", 50},
		{engine.InternationalDraws, "W:WK67,K68:BK1,2", 50},
		{engine.InternationalDraws, "W:WK67,K68,K69:BK1", 32},
		{engine.InternationalDraws, "W:WK67,55,69:BK1", 32},
		{engine.InternationalDraws, "B:WK67:BK1,20,30", 32},
		{engine.InternationalDraws, "W:W67,68,69:BK1", 50},
		{engine.InternationalDraws, "W:WK67,K68,K69:B1", 50},
		{engine.InternationalDraws, "W:WK67,K68:BK1", 10},
		{engine.InternationalDraws, "W:WK67,50:BK1", 10},
		{engine.InternationalDraws, "B:WK67:BK1", 10},
		{engine.InternationalDraws, "W:W67:BK1", 50},
		{engine.InternationalDraws, "W:WK67:B", 50},

		{engine.QuebecDraws, "W:W43-72:B1-30", engine.NoDrawLimit},
		{engine.QuebecDraws, "W:WK67,K68,K69:B1", engine.NoDrawLimit},
		{engine.QuebecDraws, "W:WK67,K68,K69:BK1", 42},
		{engine.QuebecDraws, "B:WK67:BK1,K2,K3", 42},
		{engine.QuebecDraws, "W:WK67,K68,69:BK1", 60},
		{engine.QuebecDraws, "W:WK67,K68:BK1,K2", 60},
		{engine.QuebecDraws, "W:WK67,K68,K69,K70:BK1", 60},
		{engine.QuebecDraws, "W:WK67:BK1", 60},

		{engine.RepetitionDraws, "W:WK67:BK1", engine.NoDrawLimit},
	}
	for _, test := range tests {
		c := test.rule.Counters(parse(t, engine.Canadian, test.fen))
		if got := c.PliesLeft(); got != test.plies {
			t.Errorf("%s, %s: %d plies left, want %d", test.rule, test.fen, got, test.plies)
		}
		if reason, drawn := c.Draw(); drawn || c.IsDrawn() || reason != "" {
			t.Errorf("%s, %s: drawn at once: %q", test.rule, test.fen, reason)
		}
	}
}

// shuffle is a round of king's moves that can be played from White kings on 67, 68
// and 69 against a black king on 1 as often as one likes.
const shuffle = "68-62 1-7 62-68 7-1 "

func TestDrawLimitsAlongALine(t *testing.T) {
	const (
		by25  = "25 moves of each side by kings only"
		by16  = "16 moves of each side with three pieces against a lone king"
		by5   = "5 moves of each side with two pieces or one against a lone king"
		by21  = "21 moves of each side with three kings against one"
		by30  = "30 moves of each side without a capture, both having a king"
		three = "W:WK67,K68,K69:BK1"
	)
	tests := []struct {
		name   string
		rule   engine.DrawRule
		fen    string
		moves  string
		plies  int
		reason string // once a limit is reached
	}{
		{"25 moves, one ply before", engine.InternationalDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 12) + "68-62", 1, ""},
		{"25 moves", engine.InternationalDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 12) + "68-62 1-7", 0, by25},
		{"a man's move ends the count", engine.InternationalDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 12) + "68-62 30-36", 50, ""},
		{"a capture ends the count", engine.InternationalDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 12) + "69-47 1x66x47", 50, ""},
		{"16 moves", engine.InternationalDraws, three, strings.Repeat(shuffle, 8), 0, by16},
		{"16 moves, men's moves included", engine.InternationalDraws, "W:WK68,K69,43:BK1", strings.Repeat(shuffle, 7) + "43-37 1-7", 2, ""},
		{"5 moves", engine.InternationalDraws, "W:WK68,K69:BK1", strings.Repeat(shuffle, 2) + "68-62 1-7", 0, by5},
		{"three become two early: 5 moves from there", engine.InternationalDraws, three, "69-47 1x66x47", 10, ""},
		{"three become two late: the 16 moves hold", engine.InternationalDraws, three, strings.Repeat(shuffle, 6) + "69-47 1x66x47", 6, ""},
		{"and name the reason", engine.InternationalDraws, three, strings.Repeat(shuffle, 7) + "69-47 1x66x47 67-61 66-72", 0, by16},
		{"without a king the ending is over", engine.InternationalDraws, "W:WK69,12,43:BK1", "69-47 1x66x47", 50, ""},
		{"with a new king another begins", engine.InternationalDraws, "W:WK69,12,43:BK1", "69-47 1x66x47 12-6", 10, ""},

		{"21 plays", engine.QuebecDraws, three, strings.Repeat(shuffle, 10) + "68-62 1-7", 0, by21},
		{"three kings become two: 30 plays", engine.QuebecDraws, three, strings.Repeat(shuffle, 6) + "69-47 1x66x47", 60, ""},
		{"30 plays", engine.QuebecDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 15), 0, by30},
		{"30 plays, men's moves included", engine.QuebecDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 14) + "43-37 30-36", 2, ""},
		{"a capture begins 30 plays anew", engine.QuebecDraws, "W:WK68,K69,43:BK1,30", strings.Repeat(shuffle, 12) + "69-47 1x66x47", 60, ""},
		{"the third king begins 21 plays", engine.QuebecDraws, "W:WK68,K69,12:BK1", shuffle + "12-6", 42, ""},
		{"the second side's first king begins 30 plays", engine.QuebecDraws, "W:WK68,K69,43:B65,7", "69-63 65-71", 60, ""},

		{"repetition alone", engine.RepetitionDraws, "W:WK68,K69:BK1", strings.Repeat(shuffle, 100), engine.NoDrawLimit, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := parse(t, engine.Canadian, test.fen)
			c := test.rule.Counters(p)
			for text := range strings.FieldsSeq(test.moves) {
				m := find(t, p, text)
				next := p.Play(m)
				c = c.After(&p, m, &next)
				p = next
			}
			if got := c.PliesLeft(); got != test.plies {
				t.Errorf("%d plies left, want %d", got, test.plies)
			}
			reason, drawn := c.Draw()
			if reason != test.reason || drawn != (test.reason != "") || drawn != c.IsDrawn() {
				t.Errorf("drawn %t %q, want %q", drawn, reason, test.reason)
			}
		})
	}
}

// referenceLimit tells from the whole history, and not from ply to ply, how many
// plies are left to the next limit.
func referenceLimit(rule engine.DrawRule, boards []*referenceBoard, moves []referenceMove) int {
	now, left := len(moves), engine.NoDrawLimit
	lastCapture, lastOther := 0, 0 // plies of the last capture, and of the last move that was a capture or a man's
	for i, m := range moves {
		if len(m.taken) > 0 {
			lastCapture = i + 1
		}
		if letter := boards[i].at(m.from); len(m.taken) > 0 || letter == 'w' || letter == 'b' {
			lastOther = i + 1
		}
	}
	switch rule {
	case engine.InternationalDraws:
		left = lastOther + 50 - now
		for ply := now; ply >= 0; ply-- {
			white, black := count(boards[ply], "wW"), count(boards[ply], "bB")
			bothKings := count(boards[ply], "W") > 0 && count(boards[ply], "B") > 0
			switch {
			case !bothKings || min(white, black) > 1 || max(white, black) > 3:
				return left
			case max(white, black) == 3:
				left = min(left, ply+32-now)
			default:
				left = min(left, ply+10-now)
			}
		}
	case engine.QuebecDraws:
		if !count3v1(boards[now]) && (count(boards[now], "W") == 0 || count(boards[now], "B") == 0) {
			return left
		}
		began := now
		for began > lastCapture && count(boards[began-1], "W") > 0 && count(boards[began-1], "B") > 0 &&
			count3v1(boards[began-1]) == count3v1(boards[now]) {
			began--
		}
		if count3v1(boards[now]) {
			return began + 42 - now
		}
		return began + 60 - now
	}
	return left
}

func count3v1(b *referenceBoard) bool {
	white, black := count(b, "W"), count(b, "B")
	return count(b, "wb") == 0 && min(white, black) == 1 && max(white, black) == 3
}

func count(b *referenceBoard, letters string) int {
	n := 0
	for _, row := range b.cells {
		for _, letter := range row {
			if strings.ContainsRune(letters, letter) {
				n++
			}
		}
	}
	return n
}

func TestDrawCountersAgainstHistory(t *testing.T) {
	games := 60
	if slowMode() {
		games = 5_000
	}
	reasons := map[string]int{}
	for seed := range uint64(games) {
		r := rand.New(rand.NewPCG(seed, 1))
		v := engine.Variants()[r.IntN(3)]
		for _, rule := range engine.DrawRules() {
			p := randomEnding(r, v)
			c := rule.Counters(p)
			boards, moves := []*referenceBoard{newReferenceBoard(p)}, []referenceMove{}
			for !c.IsDrawn() && p.HasMoves() && len(moves) < 200 {
				chosen := randomCarefulMove(r, boards[len(moves)])
				m := find(t, p, boards[len(moves)].text(chosen))
				next := p.Play(m)
				c = c.After(&p, m, &next)
				p = next
				boards, moves = append(boards, newReferenceBoard(p)), append(moves, chosen)
				if got, want := c.PliesLeft(), referenceLimit(rule, boards, moves); got != want {
					t.Fatalf("seed %d, %s: %d plies left, want %d after %d plies\n%v", seed, rule, got, want, len(moves), boards[len(moves)])
				}
			}
			reason, _ := c.Draw()
			reasons[reason]++
		}
	}
	if len(reasons) != 6 {
		t.Errorf("the games ended by %v, want each of the five limits and none", reasons)
	}
}

// randomCarefulMove returns a random move, mostly one that gives nothing away: only
// careful players ever come to the limits.
func randomCarefulMove(r *rand.Rand, b *referenceBoard) referenceMove {
	legal := b.legalMoves()
	for range 10 {
		chosen := legal[r.IntN(len(legal))]
		if reply := b.after(chosen).legalMoves(); len(reply) > 0 && len(reply[0].taken) == 0 {
			return chosen
		}
	}
	return legal[r.IntN(len(legal))]
}

// randomEnding returns a position of few pieces, mostly kings, and often three kings against one.
func randomEnding(r *rand.Rand, v engine.Variant) engine.Position {
	setup := engine.NewSetup(v)
	setup.SetSideToMove(engine.Side(r.IntN(2)))
	pieces, kingsOnly := []int{1 + r.IntN(4), 1 + r.IntN(4)}, r.IntN(3) == 0
	if kingsOnly {
		pieces = []int{3, 1}
	}
	for side, most := range pieces {
		for range most {
			kind := engine.King
			if !kingsOnly && r.IntN(3) == 0 {
				kind = engine.Man
			}
			_ = setup.Put(1+r.IntN(v.Squares()), engine.Side(side), kind)
		}
	}
	p, err := setup.Position()
	if err != nil {
		return randomEnding(r, v)
	}
	return p
}

func TestDrawRuleNames(t *testing.T) {
	for _, rule := range engine.DrawRules() {
		text, err := rule.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var read engine.DrawRule
		if err := read.UnmarshalText([]byte(" " + strings.ToUpper(string(text)))); err != nil || read != rule {
			t.Errorf("%s read back as %s, %v", rule, read, err)
		}
	}
	if zero := engine.DrawRule(0); zero != engine.InternationalDraws || engine.DrawRules()[0] != zero {
		t.Errorf("the default is %s", zero)
	}
	if _, err := engine.ParseDrawRule("fmjd"); err == nil || err.Error() != `draw rule "fmjd": want international, quebec or repetition` {
		t.Errorf("error %v", err)
	}
}

func BenchmarkDrawCounters(b *testing.B) {
	p := parse(b, engine.Canadian, "W:WK67,K68,K69:BK1")
	m := p.Moves()[0]
	next := p.Play(m)
	c := engine.InternationalDraws.Counters(p)
	drawn := 0
	for b.Loop() {
		if c.After(&p, m, &next).IsDrawn() {
			drawn++
		}
	}
}
