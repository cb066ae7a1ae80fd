package pdn

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
)

func TestParseResult(t *testing.T) {
	for text, want := range map[string]Result{
		"2-0": WhiteWins, "1-0": WhiteWins, "1 - 0": WhiteWins, "2:0": WhiteWins, "1–0": WhiteWins,
		"0-2": BlackWins, "0-1": BlackWins,
		"1-1": Draw, "1/2-1/2": Draw, "½-½": Draw, "1/2 - 1/2": Draw, "0.5-0.5": Draw,
		"0-0": BothLose,
		"*":   Unfinished, "": Unfinished, "?": Unfinished,
		"4-6": OtherResult, "1+ - 1-": OtherResult, "1 1/2 - 1/2": OtherResult, "White": OtherResult,
	} {
		if got := ParseResult(text); got != want {
			t.Errorf("%q is %v, want %v", text, got, want)
		}
	}
	for _, r := range []engine.Result{engine.Ongoing, engine.WhiteWins, engine.BlackWins, engine.Draw} {
		if got := ResultOf(r); got.String() != r.String() {
			t.Errorf("%v becomes %v", r, got)
		}
	}
}

func TestParseGameType(t *testing.T) {
	for _, c := range []struct {
		text   string
		number int
		want   engine.Variant
		known  bool
	}{
		{"27", 27, engine.Canadian, true},
		{"27,W,12,12,N2,0", 27, engine.Canadian, true},
		{" 20, W, 10, 10, N1, 0 ", 20, engine.International, true},
		{"20,W,10,10,N1", 20, engine.International, true},
		{"26,W,8,8,A0,0", 26, engine.Brazilian, true},
		{"20,W,12,12,N2,0", 20, engine.International, true},
		{",W,12,12,N2,0", -1, engine.Canadian, true},
		{",W,14,14", -1, 0, false},
		{"21,B,8,8,N1,0", 21, 0, false},
		{"41,W,10,8,A0,0", 41, 0, false},
	} {
		got, err := ParseGameType(c.text)
		v, known := got.Variant()
		if err != nil || got.Number != c.number || v != c.want || known != c.known {
			t.Errorf("%q: %+v %v %v, %v", c.text, got, v, known, err)
		}
	}
	for _, text := range []string{"", ",", "international", "27,W", "27,X,12,12,N2,0", "1234", "-27"} {
		if got, err := ParseGameType(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestCanonicalTagName(t *testing.T) {
	for name, want := range map[string]string{
		"Event": "Event", "EVENT": "Event", "gametype": "GameType", "fen": "FEN",
		"Bianco": "White", "Nero": "Black", "Risultato": "Result", "Résultat": "Result", "ÉVÉNEMENT": "Event",
		"Apertura": "Apertura", "dati": "Dati", "White Elo": "White_Elo", "Ouvertüre": "Ouvert_re",
		"1st": "", "_x": "", "": "", "日": "",
	} {
		if got := canonicalTagName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

func TestTags(t *testing.T) {
	var tags Tags
	tags.Set("White", "a")
	tags.Set("Black", "b")
	tags.Set("White", "c")
	if want := (Tags{{"White", "c"}, {"Black", "b"}}); !cmp.Equal(tags, want) {
		t.Errorf("%v", tags)
	}
	if !tags.Has("Black") || tags.Has("Event") || tags.Get("Event") != "" {
		t.Errorf("%v", tags)
	}
}

func TestCommands(t *testing.T) {
	c := Comment("good [%clk 1:05:23] move [%inbook][%eval -0.048] [%not closed")
	want := []Command{{"clk", "1:05:23"}, {"inbook", ""}, {"eval", "-0.048"}}
	if diff := cmp.Diff(want, c.Commands()); diff != "" {
		t.Error(diff)
	}
	if c.Text() != "good  move  [%not closed" {
		t.Errorf("%q", c.Text())
	}
	for _, command := range want {
		if got := Comment(command.String()).Commands(); len(got) != 1 || got[0] != command {
			t.Errorf("%v becomes %v", command, got)
		}
	}
}

func TestCommandTimes(t *testing.T) {
	white := ClockTime{Time: 10 * time.Second, HasSide: true, Side: engine.White}
	black := ClockTime{Time: 3 * time.Second, HasSide: true, Side: engine.Black, Running: true}
	for _, c := range []struct {
		command Command
		want    []ClockTime
	}{
		{Command{"clk", "1:55:21"}, []ClockTime{{Time: time.Hour + 55*time.Minute + 21*time.Second}}},
		{Command{"egt", "0:0:9.56"}, []ClockTime{{Time: 9560 * time.Millisecond}}},
		{Command{"emt", "12.5"}, []ClockTime{{Time: 12500 * time.Millisecond}}},
		{Command{"clock", "w0:00:10 B0:00:03"}, []ClockTime{white, black}},
		{Command{"CLK", "w0:00:10"}, []ClockTime{white}},
	} {
		got, err := c.command.Times()
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%v: %v %s", c.command, err, diff)
		}
	}
	for _, c := range []Command{{"clk", ""}, {"clk", "1:60:00"}, {"clk", "1:00:60"}, {"clk", "soon"}, {"emt", "1:2"}, {"eval", "1:00:00"}, {"clock", "1:00:00 1:00:00 1:00:00"}} {
		if got, err := c.Times(); err == nil {
			t.Errorf("%v: %v", c, got)
		}
	}
	for want, d := range map[string]time.Duration{
		"0:00:00": 0, "0:00:00.001": time.Millisecond, "0:01:02.5": 62500 * time.Millisecond,
		"100:00:00": 100 * time.Hour, "0:00:01": 999*time.Millisecond + 999*time.Microsecond,
	} {
		command := TimeCommand("clk", d)
		if command.Value != want {
			t.Errorf("%v: %s, want %s", d, command.Value, want)
		}
		if times, err := command.Times(); err != nil || times[0].Time != d.Round(time.Millisecond) {
			t.Errorf("%v is read as %v, %v", command, times, err)
		}
	}
}

func TestDecode(t *testing.T) {
	for raw, want := range map[string]string{
		"é ½ 日":            "é ½ 日",
		"\xe9 \xbd \x80":   "é ½ €",
		"é and \xe9":       "é and é",
		"a\r\nb\rc\nd":     "a\nb\nc\nd",
		"a\x00b\x1bc\x7fd": "a b c d",
		"\ufeffa\u0085b":   "a b",
		"\x81":             "\ufffd",
		"cut \xe2\x82":     "cut â‚",
	} {
		if got, _ := decode([]byte(raw)); got != want {
			t.Errorf("%q becomes %q, want %q", raw, got, want)
		}
	}
	if _, foreign := decode([]byte("é")); foreign {
		t.Error("UTF-8 is taken for something else")
	}
	if _, foreign := decode([]byte("\xe9")); !foreign {
		t.Error("Windows-1252 is taken for UTF-8")
	}
}
