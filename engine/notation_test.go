package engine

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// ruleCase is a line of moves.txt or traps.txt: a position with all its legal moves.
type ruleCase struct {
	fen      string
	position Position
	moves    []string
}

func readRuleCases(t testing.TB, name string) (cases []ruleCase) {
	t.Helper()
	file, err := os.Open("../testdata/cases/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") || lines.Text() == "" {
			continue
		}
		fields := strings.Split(lines.Text(), ";")
		width, _ := strconv.Atoi(fields[0])
		v, ok := VariantWithSquares(width * width / 2)
		if !ok {
			t.Fatalf("%s: no board", lines.Text())
		}
		cases = append(cases, ruleCase{fields[1], mustParseFEN(t, fields[1], v), strings.Fields(fields[2])})
	}
	return cases
}

func mustParseFEN(t testing.TB, fen string, v Variant) Position {
	t.Helper()
	p, err := ParseFEN(fen, v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLegalMovesAsHubText(t *testing.T) {
	for _, name := range []string{"traps.txt", "moves.txt"} {
		for _, c := range readRuleCases(t, name) {
			got := []string{}
			for _, m := range c.position.Moves() {
				got = append(got, c.position.HubText(m))
			}
			slices.Sort(got)
			slices.Sort(c.moves)
			if diff := cmp.Diff(c.moves, got); diff != "" {
				t.Errorf("%s: legal moves (-want +got):\n%s", c.fen, diff)
			}
		}
	}
}

func TestMoveTexts(t *testing.T) {
	for _, c := range []struct {
		v                     Variant
		fen, hub, short, path string
	}{
		{Canadian, "W:W43-72:B1-30", "45-39", "45-39", "45-39"},
		{Canadian, "W:W17:B11,12,37,40", "17x4x11", "17x4", "17x4"},
		{Canadian, "W:W13:B8,9", "13x15x8x9", "13x15", "13x2x15"},
		{Canadian, "W:W39:B21,22,33,34", "39x39x21x22x33x34", "39x39", "39x26x15x28x39"},
		{Canadian, "W:W50,54:BK45,48,35", "54x28x35x48", "54x28", "54x41x28"},
		{Canadian, "W:WK7:B20,38,45,63", "7x70x20x38x63", "7x33x44x70", "7x33x44x70"},
		// Straight on: directly behind each piece, though two squares there are empty.
		{Canadian, "W:WK1:B8,27,47", "1x53x8x27x47", "1x53", "1x14x34x53"},
		// The example of the PDN standard.
		{International, "W:WK47:B14,19,29,31,42", "47x36x19x29x31x42", "47x38x24x13x36", "47x38x24x13x36"},
		{International, "W:WK47:B14,19,29,31,42", "47x36x14x29x31x42", "47x38x20x9x36", "47x38x20x9x36"},
		{International, "W:WK4:B13,20,32,37", "4x15x13x20x32", "4x27x38x15", "4x27x38x15"},
		{International, "W:WK4:B13,20,32,37", "4x15x13x20x37", "4x31x42x15", "4x31x42x15"},
	} {
		p := mustParseFEN(t, c.fen, c.v)
		i := slices.IndexFunc(p.Moves(), func(m Move) bool { return p.HubText(m) == c.hub })
		if i < 0 {
			t.Errorf("%s: no %s", c.fen, c.hub)
			continue
		}
		m := p.Moves()[i]
		if short, path := p.ShortText(m), p.PathText(m); short != c.short || path != c.path {
			t.Errorf("%s: %s is %s and %s, want %s and %s", c.fen, c.hub, short, path, c.short, c.path)
		}
	}
}

func TestParseMove(t *testing.T) {
	start := "W:W43-72:B1-30"
	twoLoops := "W:W61:B56,45,33,32,44,57" // crosses 50 twice, and the loop between in either direction
	standard := "W:WK47:B14,19,29,31,42"
	for _, c := range []struct {
		v         Variant
		fen, text string
		want      string
	}{
		{Canadian, start, "45-39", "45-39"},
		{Canadian, start, "45x39", "45-39"},
		{Canadian, start, "45:39", "45-39"},
		{Canadian, start, " 045 - 39\r\n", "45-39"},
		{International, "W:W31-50:B1-20", "33-28", "33-28"},
		{Brazilian, "W:W21-32:B1-12", "22-18", "22-18"},
		{Brazilian, "B:W21-32:B1-12", "9-13", "9-13"},

		{Canadian, "W:W17:B11,12,37,40", "17x4", "17x4x11"},
		{Canadian, "W:W17:B11,12,37,40", "17-4", "17x4x11"},
		{Canadian, "W:W17:B11,12,37,40", "17-4x11", "17x4x11"},
		{Canadian, "W:W17:B11,12,37,40", "17:06:12", "17x6x12"},

		{Canadian, twoLoops, "61x63", "61x63x32x33x44x45x56x57"},
		{Canadian, twoLoops, "61X63X57X56X45X44X33X32", "61x63x32x33x44x45x56x57"},
		{Canadian, twoLoops, "61x63x57x32", "61x63x32x33x44x45x56x57"},
		{Canadian, twoLoops, "61x50x39x26x37x50x63", "61x63x32x33x44x45x56x57"},
		{Canadian, twoLoops, "61:50:37:26:39:50:63", "61x63x32x33x44x45x56x57"},
		{Canadian, twoLoops, "61x26x63", "61x63x32x33x44x45x56x57"},
		{Canadian, twoLoops, "61x50x50x63", "61x63x32x33x44x45x56x57"},
		{Canadian, "W:W39:B21,22,33,34", "39x39", "39x39x21x22x33x34"},
		{Canadian, "W:W39:B21,22,33,34", "39x28x15x26x39", "39x39x21x22x33x34"},

		// The route that comes to mind first passes 36 before 43.
		{Canadian, "W:WK72:BK2,15,17,28,29,40-42,49,60,63,65", "72x43x36x12", "72x12x15x17x28x29x40x41x49x63x65"},
		{International, standard, "47x38x24x13x36", "47x36x19x29x31x42"},
		{International, standard, "47x33x24x13x36", "47x36x19x29x31x42"},
		{International, standard, "47x24x36", "47x36x19x29x31x42"},
		{International, standard, "47x36x19", "47x36x19x29x31x42"},
		{International, standard, "47x9x36", "47x36x14x29x31x42"},
		{International, standard, "47x36x42x31x14x29", "47x36x14x29x31x42"},
		{International, "W:WK4:B13,20,32,37", "4x42x15", "4x15x13x20x37"},
		{International, "W:WK38:B18,19,32,33", "38x38", "38x38x18x19x32x33"},
		{International, "B:WK1,K2,14,16,31,37,42:BK49", "49-21", "49-21"},
	} {
		p := mustParseFEN(t, c.fen, c.v)
		m, err := p.ParseMove(c.text)
		if err != nil || p.HubText(m) != c.want {
			t.Errorf("%s: %q: %s, %v; want %s", c.fen, c.text, p.HubText(m), err, c.want)
		}
	}
}

func TestParseMoveErrors(t *testing.T) {
	const (
		start = "W:W43-72:B1-30"
		form  = "want squares like 32-28 or 32x5"
	)
	for _, c := range []struct {
		fen, text string
		want      string
	}{
		{start, "", form},
		{start, "45", form},
		{start, "4539", form},
		{start, "45-", form},
		{start, "-45-39", form},
		{start, "45--39", form},
		{start, "45-39!", form},
		{start, "45 39", form},
		{start, "d2-c3", form},
		{start, "none", form},
		{start, "45-39\x00", form},
		{start, strings.Repeat("45-39-", 100) + "45", form},
		{start, "45-0", "square 0: the board has squares 1 to 72"},
		{start, "45-73", "square 73: the board has squares 1 to 72"},
		{start, "45-99999999999999999999", "square 99999999999999999999: the board has squares 1 to 72"},

		{start, "31-25", "there is no piece on 31"},
		{start, "20-25", "the man on 20 is black's, and white is to move"},
		{"B:WK40:B8", "40-34", "the king on 40 is white's, and black is to move"},
		{"B:W50:B", "20-25", "there is no piece on 20"},
		{"W:W13:B2,7,8", "13-7", "white has no legal move"},
		{start, "72-65", "the man on 72 cannot move"},
		{start, "48-55", "square 55 is occupied; legal from 48: 48-41, 48-42"},
		{start, "45-40", "the man on 45 does not go to 40; legal: 45-38, 45-39"},
		{start, "45-33", "the man on 45 does not go to 33; legal: 45-38, 45-39"},
		{start, "45x31x38", "there is nothing to capture; legal from 45: 45-38, 45-39"},
		{"W:WK34:BK72", "34-35", "the king on 34 does not go to 35; legal: " +
			"34-1, 34-6, 34-8, 34-12, 34-14, 34-17, 34-21, 34-23, 34-27, 34-28, 34-39, 34-40 and 9 more"},
		{"B:WK1:BK72,59", "72-72", "square 72 is occupied; legal from 72: 72-65, 72-66"},

		{"W:W17:B11,12,37,40", "17-11", "white must capture: 17x4x11, 17x6x12"},
		{"W:W17,50:B11", "50-44", "white must capture: 17x4x11"},
		{"W:WK3,61,70:B10,56", "70-64", "white must capture: 3x16x10, 3x23x10, 3x29x10, 3x36x10, 3x42x10, 61x50x56"},
		{"W:W17:B23", "17-11", "white must capture: 17x28x23 (a man captures backwards too)"},
		{"B:W17:B23", "23-29", "black must capture: 23x12x17 (a man captures backwards too)"},
		{"W:W13:B8,9", "13x2", "white must capture 2 pieces: 13x15x8x9 (a man captures backwards too)"},
		{"W:W50,54:BK45,48,35", "50x39", "white must capture 2 pieces: 54x28x35x48"},
		{"W:W50,54:BK45,48,35", "54x28x35x45", "white must capture 2 pieces: 54x28x35x48"},
		{"W:W50,54:BK45,48,35", "54x28x35x35", "white must capture 2 pieces: 54x28x35x48"},
		{"W:W50,54:BK45,48,35", "54x41x34x28", "white must capture 2 pieces: 54x28x35x48"},
	} {
		p := mustParseFEN(t, c.fen, Canadian)
		m, err := p.ParseMove(c.text)
		want := fmt.Sprintf("move %s: %s", quoted(c.text), c.want)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", c.fen, err, want)
		}
		isNoMove := c.want == form || strings.Contains(c.want, "the board has")
		if errors.Is(err, ErrIllegalMove) == isNoMove {
			t.Errorf("%s: %v: ErrIllegalMove: %v", c.fen, err, !isNoMove)
		}
		if m != (Move{}) {
			t.Errorf("%s: %s: a move besides the error", c.fen, c.text)
		}
	}
}

func TestAmbiguousMoveError(t *testing.T) {
	for _, c := range []struct {
		v         Variant
		fen, text string
		hub       []string
		message   string
	}{
		{International, "W:WK4:B13,20,32,37", "4x15",
			[]string{"4x15x13x20x32", "4x15x13x20x37"},
			`move "4x15": fits 2 legal moves: 4x27x38x15, 4x31x42x15`},
		{International, "W:WK4:B13,20,32,37", "4x15x20",
			[]string{"4x15x13x20x32", "4x15x13x20x37"},
			`move "4x15x20": fits 2 legal moves: 4x27x38x15, 4x31x42x15`},
		{International, "W:WK47:B14,19,29,31,42", "47x38x36",
			[]string{"47x36x14x29x31x42", "47x36x19x29x31x42"},
			`move "47x38x36": fits 2 legal moves: 47x38x20x9x36, 47x38x24x13x36`},
		{Canadian, "W:WK7:B20,38,45,63", "7x70",
			[]string{"7x70x20x38x63", "7x70x20x45x63"},
			`move "7x70": fits 2 legal moves: 7x33x44x70, 7x39x50x70`},
	} {
		p := mustParseFEN(t, c.fen, c.v)
		_, err := p.ParseMove(c.text)
		ambiguous, ok := errors.AsType[*AmbiguousMoveError](err)
		if !ok {
			t.Errorf("%s: %s: %v", c.fen, c.text, err)
			continue
		}
		var hub []string
		for _, m := range ambiguous.Candidates {
			hub = append(hub, p.HubText(m))
		}
		slices.Sort(hub)
		if diff := cmp.Diff(c.hub, hub); diff != "" {
			t.Errorf("%s: candidates (-want +got):\n%s", c.fen, diff)
		}
		if ambiguous.Text != c.text || ambiguous.Error() != c.message {
			t.Errorf("%s: %s\nwant %s", c.fen, ambiguous, c.message)
		}
	}
}

func TestMoveTextsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition().Draw(t, "position")
		moves := p.Moves()
		if len(moves) == 0 {
			return
		}
		m := rapid.SampledFrom(moves).Draw(t, "move")
		for _, text := range []string{p.HubText(m), p.ShortText(m), p.PathText(m)} {
			if got, err := p.ParseMove(text); err != nil || got != m {
				t.Errorf("%s: %s: %s, %v", p.FEN(), text, p.HubText(got), err)
			}
		}
		if !m.IsCapture() {
			return
		}
		if err := checkPath(p, m); err != nil {
			t.Errorf("%s: %s: %v", p.FEN(), p.PathText(m), err)
		}
		hub := strings.Split(p.HubText(m), "x")
		captured := rapid.Permutation(hub[2:]).Draw(t, "captured")
		text := strings.Join(append(hub[:2:2], captured...), "x")
		if got, err := p.ParseMove(text); err != nil || got != m {
			t.Errorf("%s: %s: %s, %v", p.FEN(), text, p.HubText(got), err)
		}
		checkPartial(t, p, m, strings.Join(append(hub[:2:2], captured[1:]...), "x"))
		path := strings.Split(p.PathText(m), "x")
		for i := len(path) - 2; i > 0; i-- {
			if rapid.Bool().Draw(t, "left out") {
				path = slices.Delete(path, i, i+1)
			}
		}
		checkPartial(t, p, m, strings.Join(path, "x"))
	})
}

// checkPartial checks that a text from which squares are left out means the move
// or, if it fits others too, is refused with the move among the candidates.
func checkPartial(t *rapid.T, p Position, m Move, text string) {
	got, err := p.ParseMove(text)
	if ambiguous, ok := errors.AsType[*AmbiguousMoveError](err); ok {
		if !slices.Contains(ambiguous.Candidates, m) || len(ambiguous.Candidates) < 2 {
			t.Errorf("%s: %s for %s: %v", p.FEN(), text, p.HubText(m), err)
		}
	} else if err != nil || got != m {
		t.Errorf("%s: %s for %s: %s, %v", p.FEN(), text, p.HubText(m), p.HubText(got), err)
	}
}

func TestPathTextsOnTheBoard(t *testing.T) {
	positions := []Position{
		// A man who passes his own square, with pieces of the capture in line that he cannot reach.
		mustParseFEN(t, "W:W33:B3,5,9,27-29,38,39,41,50,51", Canadian),
	}
	for _, c := range readRuleCases(t, "traps.txt") {
		positions = append(positions, c.position)
	}
	for _, p := range positions {
		for _, m := range p.Moves() {
			if !m.IsCapture() {
				continue
			}
			if err := checkPath(p, m); err != nil {
				t.Errorf("%s: %s: %v", p.FEN(), p.PathText(m), err)
			}
		}
	}
}

// checkPath follows a path text over the board by rows and columns.
func checkPath(p Position, m Move) error {
	v := p.Variant()
	perRow := v.Width() / 2
	type place struct{ row, column int }
	placeOf := func(number int) place {
		row, k := (number-1)/perRow, (number-1)%perRow
		return place{row, 2*k + 1 - row%2}
	}
	occupied := map[place]Side{}
	for number := 1; number <= v.Squares(); number++ {
		s, _ := v.Square(number)
		if side, _, found := p.At(s); found && s != m.From() {
			occupied[placeOf(number)] = side
		}
	}
	_, kind, _ := p.At(m.From())
	taken := map[place]bool{}
	var path []place
	for text := range strings.SplitSeq(p.PathText(m), "x") {
		number, _ := strconv.Atoi(text)
		path = append(path, placeOf(number))
	}
	direction := func(a, b place) place {
		sign := func(n int) int { return min(1, max(-1, n)) }
		return place{sign(b.row - a.row), sign(b.column - a.column)}
	}
	for i, to := range path[1:] {
		from := path[i]
		d := direction(from, to)
		distance := max(to.row-from.row, from.row-to.row)
		if distance != max(to.column-from.column, from.column-to.column) || kind == Man && distance != 2 {
			return fmt.Errorf("no leg from %v to %v", from, to)
		}
		var victim place
		victims := 0
		for n := 1; n <= distance; n++ {
			at := place{from.row + n*d.row, from.column + n*d.column}
			side, found := occupied[at]
			switch {
			case !found:
				continue
			case side == p.SideToMove() || taken[at]:
				return fmt.Errorf("%v is in the way", at)
			}
			victim = at
			victims++
		}
		if victims != 1 || victim == to {
			return fmt.Errorf("%d pieces from %v to %v", victims, from, to)
		}
		taken[victim] = true
		goesStraightOn := i+2 < len(path) && direction(to, path[i+2]) == d
		if goesStraightOn && to != (place{victim.row + d.row, victim.column + d.column}) {
			return fmt.Errorf("%v is not directly behind %v", to, victim)
		}
	}
	for s := range m.Captured().All() {
		if !taken[placeOf(v.Number(s))] {
			return fmt.Errorf("%d is not taken", v.Number(s))
		}
	}
	if len(taken) != m.Captured().Count() || path[len(path)-1] != placeOf(v.Number(m.To())) {
		return errors.New("another capture")
	}
	return nil
}

func FuzzParseMove(f *testing.F) {
	for _, c := range readRuleCases(f, "traps.txt") {
		for _, text := range c.moves {
			f.Add(c.position.HubString(), text)
		}
	}
	f.Add("W:WK47:B14,19,29,31,42", "47x38x36")
	f.Add(start12Hub, "45-39")
	f.Add(start10Hub, "33:28")
	f.Add(start8Hub, "22-22-22")
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen, Canadian)
		if err != nil {
			return
		}
		m, err := p.ParseMove(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x00") {
				t.Errorf("%q: error of more than a line: %q", text, err)
			}
			return
		}
		if !slices.Contains(p.Moves(), m) {
			t.Errorf("%s: %q reads as a move that is not legal", fen, text)
		}
		for _, form := range []string{p.HubText(m), p.ShortText(m), p.PathText(m)} {
			if again, err := p.ParseMove(form); err != nil || again != m {
				t.Errorf("%s: %q: %q reads as %s, %v", fen, text, form, p.HubText(again), err)
			}
		}
	})
}
