package hub

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func flag(name string) Arg         { return Arg{Name: name, Flag: true} }
func value(name, value string) Arg { return Arg{Name: name, Value: value} }

func TestParse(t *testing.T) {
	tests := []struct {
		text string
		want Line
	}{
		{"hub", Line{Command: "hub"}},
		{"  hub \t\r\n", Line{Command: "hub"}},
		{"go think", Line{"go", []Arg{flag("think")}}},
		{"level time=300 inc=2", Line{"level", []Arg{value("time", "300"), value("inc", "2")}}},
		{"level time = 300\tinc =2", Line{"level", []Arg{value("time", "300"), value("inc", "2")}}},
		{`info pv="31-27 20-25"`, Line{"info", []Arg{value("pv", "31-27 20-25")}}},
		{`info pv="31-27"`, Line{"info", []Arg{value("pv", "31-27")}}},
		{`id author = "a=b \ c" country=NL`, Line{"id", []Arg{value("author", `a=b \ c`), value("country", "NL")}}},
		{`set-param name="book" value=""`, Line{"set-param", []Arg{value("name", "book"), value("value", "")}}},
		{`set-param name=book value=`, Line{"set-param", []Arg{value("name", "book"), value("value", "")}}},
		{`level infinite depth=20`, Line{"level", []Arg{flag("infinite"), value("depth", "20")}}},
		{`a b=1 b=2 b`, Line{"a", []Arg{value("b", "1"), value("b", "2"), flag("b")}}},
		{"id name=Dam\xe9", Line{"id", []Arg{value("name", "Dam\xe9")}}},
		{`id name="a	b"`, Line{"id", []Arg{value("name", "a\tb")}}},
	}
	for _, test := range tests {
		got, err := Parse(test.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", test.text, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	tests := []struct {
		text    string
		column  int
		message string
		command string
	}{
		{`id author="Letouzey`, 11, "closing", "id"},
		{`id author="`, 11, "closing", "id"},
		{"level =300", 7, "'=' where an argument's name is due", "level"},
		{"level a==3", 9, "'=' where the value of a is due", "level"},
		{"level a=1=3", 10, "'=' where an argument's name is due", "level"},
		{"=", 1, "'=' where a command is due", ""},
		{"go=think", 3, "'=' where an argument's name is due", "go"},
		{`"hub"`, 1, `'"' where a command is due`, ""},
		{`id "name"=x`, 4, `'"' where an argument's name is due`, "id"},
		{`id name=x"y"`, 10, `'"' where the value of name is due`, "id"},
		{`id name="x"y`, 12, "no blank after the value of name", "id"},
		{`id name="x"="y"`, 12, "no blank after the value of name", "id"},
		{"go\x00think", 3, "control character 0x00", ""},
		{"go think\x07", 9, "control character 0x07", "go"},
		{"id name=\"a\x1bb\"", 11, "control character 0x1b", "id"},
		{"id name=a\x7f", 10, "control character 0x7f", "id"},
		{"go\rthink", 3, "control character 0x0d", ""},
		{"hub\ninit", 4, "control character 0x0a", ""},
	}
	for _, test := range tests {
		line, err := Parse(test.text)
		syntax, ok := errors.AsType[*SyntaxError](err)
		if !ok {
			t.Errorf("Parse(%q) = %v, %v, want a syntax error", test.text, line, err)
			continue
		}
		if syntax.Column != test.column || !strings.Contains(syntax.Message, test.message) {
			t.Errorf("Parse(%q): %v, want column %d: %s", test.text, err, test.column, test.message)
		}
		if line.Command != test.command {
			t.Errorf("Parse(%q): command %q beside the error, want %q", test.text, line.Command, test.command)
		}
	}
	for _, blank := range []string{"", " ", "\r\n", "\t \n"} {
		if _, err := Parse(blank); !errors.Is(err, ErrNoCommand) {
			t.Errorf("Parse(%q): %v, want ErrNoCommand", blank, err)
		}
	}
}

func TestGetTakesTheLast(t *testing.T) {
	line, err := Parse("level depth=1 x depth=2")
	if err != nil {
		t.Fatal(err)
	}
	if got, found := line.Get("depth"); got != "2" || !found {
		t.Errorf("depth = %q, %v, want 2", got, found)
	}
	if got, found := line.Get("x"); got != "" || !found {
		t.Errorf("flag x = %q, %v, want empty, true", got, found)
	}
	if line.Has("nodes") {
		t.Error("nodes found where there are none")
	}
}

func TestLineString(t *testing.T) {
	tests := []struct {
		line Line
		want string
	}{
		{Line{"hub", nil}, "hub"},
		{Line{"level", []Arg{flag("infinite")}}, "level infinite"},
		{Line{"param", []Arg{value("name", "log"), value("value", "")}}, `param name=log value=""`},
		{Line{"info", []Arg{value("pv", "31-27")}}, "info pv=31-27"},
		{Line{"info", []Arg{value("pv", "31-27 20-25")}}, `info pv="31-27 20-25"`},
		{Line{"error", []Arg{value("message", `bad "x"`+"\nat=1")}}, `error message="bad 'x' at=1"`},
		{Line{"error", []Arg{value("message", `"`)}}, `error message="'"`},
		{Line{"", []Arg{value("a b=", "\x00")}}, `_ a_b_=" "`},
	}
	for _, test := range tests {
		if got := test.line.String(); got != test.want {
			t.Errorf("%#v.String() = %s, want %s", test.line, got, test.want)
		}
	}
}

// Whatever a program puts into a line, it stays one line that can be read, with the same arguments.
func TestAnyLineCanBeRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := Line{Command: rapid.String().Draw(t, "command")}
		for range rapid.IntRange(0, 4).Draw(t, "arguments") {
			arg := Arg{Name: rapid.String().Draw(t, "name"), Flag: rapid.Bool().Draw(t, "flag")}
			if !arg.Flag {
				arg.Value = rapid.OneOf(rapid.String(), rapid.StringMatching(`[0-9x "=-]*`)).Draw(t, "value")
			}
			line.Args = append(line.Args, arg)
		}
		text := line.String()
		got, err := Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		if len(got.Args) != len(line.Args) {
			t.Fatalf("%q: %d arguments, want %d", text, len(got.Args), len(line.Args))
		}
		for i, arg := range got.Args {
			want := line.Args[i]
			if arg.Flag != want.Flag || len(arg.Value) != len(want.Value) {
				t.Fatalf("%q: argument %d is %#v, want %#v", text, i, arg, want)
			}
			if !strings.ContainsFunc(want.Value, func(r rune) bool { return r < ' ' || r == '"' || r == 0x7f }) && arg.Value != want.Value {
				t.Fatalf("%q: value %q, want %q", text, arg.Value, want.Value)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"hub", `id name=Engine version=1.0 author="A. Author" country=Canada`, `param name=book value=true type=bool`,
		`param name=variant value=canadian type=enum values="canadian international"`, "param name=a value=1,5 type=real min=-1 max=2",
		`info depth=13 mean-depth=14.1 score=-0.03 nodes=1234567 time=0.412 nps=3.0 pv="45-39 28-34 39x28x34" multi-pv=2`,
		"done move=45-39 ponder=28-34", "done", "done 45-39", `level time = 291,587 inc=2 moves=40`, "level time=-0.4 inc=1", "level depth=1e9 infinite",
		`pos pos=Wbe moves="1-2 3x4x5"`, "pos start", "go analyse", `a b="c`, "a =b", "a\x00b", `a b=""c`, "\r\n", "level time=nan move-time=1e999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(line.String())
		if err != nil {
			t.Fatalf("%q written as %q: %v", text, line, err)
		}
		if diff := cmp.Diff(line, again); diff != "" {
			t.Fatalf("%q written as %q (-read +reread):\n%s", text, line, diff)
		}
		checkMessages(t, line)
	})
}

// checkMessages reads the line as every message, whatever its command; what is readable must survive being
// written and read again.
func checkMessages(t *testing.T, line Line) {
	parse := func(text string) Line {
		line, err := Parse(text)
		if err != nil {
			t.Fatalf("%q, written by a message: %v", text, err)
		}
		return line
	}
	same := func(what string, first, second any, err error) {
		if diff := cmp.Diff(first, second); diff != "" || err != nil {
			t.Fatalf("%s of %q: %v (-read +reread):\n%s", what, line, err, diff)
		}
	}
	id := ParseID(line)
	same("id", id, ParseID(parse(id.String())), nil)
	position := ParsePosition(line)
	same("pos", position, ParsePosition(parse(position.String())), nil)
	if p, err := ParseParam(line); err == nil {
		again, err := ParseParam(parse(p.String()))
		if p.Type != EnumParam {
			p.Values = nil
		}
		same("param", p, again, err)
		if sent, err := p.Check(p.Value); err == nil {
			resent, err := p.Check(sent)
			same("checked value", sent, resent, err)
		}
	}
	if done, err := ParseDone(line); err == nil {
		if done.Move == "" {
			done.Ponder = ""
		}
		again, err := ParseDone(parse(done.String()))
		same("done", done, again, err)
	}
	info, _ := ParseInfo(line)
	info, err := ParseInfo(parse(info.String())) // brings it to the precision written
	same("info", info, info, err)
	again, err := ParseInfo(parse(info.String()))
	same("info", info, again, err)
	var level, reread Level
	_ = level.Add(line)
	err = reread.Add(parse(level.String()))
	same("level", level.String(), reread.String(), err)
}
