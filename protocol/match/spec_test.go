package match

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseEngine(t *testing.T) {
	margin := Duration(20 * time.Millisecond)
	tests := []struct {
		text string
		want EngineConfig
	}{
		{`cmd=./e tc=10+0.1`, EngineConfig{Command: "./e", Limits: Limits{TC: TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}}}},
		{`cmd="./my engine" arg=hub arg="a b" name="The One" dir=/tmp env=A=b nodes=1000 timemargin=20`, EngineConfig{
			Name: "The One", Command: "./my", Args: []string{"engine", "hub", "a b"}, Dir: "/tmp", Env: []string{"A=b"}, Limits: Limits{Nodes: 1000}, Margin: &margin}},
		{`cmd="'./my engine' hub" st=0.5 proto=hub`, EngineConfig{Command: "./my engine", Args: []string{"hub"}, Limits: Limits{MoveTime: Duration(500 * time.Millisecond)}}},
		{`self name=A option.hash=16 option.x="a b" depth=8`, EngineConfig{
			Name: "A", Self: true, Options: map[string]string{"hash": "16", "x": "a b"}, Limits: Limits{Depth: 8}}},
	}
	for _, test := range tests {
		got, err := ParseEngine(test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
	for text, want := range map[string]string{
		`nodes=5`:                            "want cmd=PROGRAM",
		`./engine`:                           "want key=value",
		`cmd=./e nods=5`:                     "unknown: want name",
		`cmd=./e nodes=0`:                    "from 1 on",
		`cmd=./e nodes=x`:                    "from 1 on",
		`cmd=./e depth=-1`:                   "from 1 on",
		`cmd=./e st=0`:                       "millisecond",
		`cmd=./e st=-1`:                      "want 0 to",
		`cmd=./e tc=x`:                       "want [MOVES/]",
		`cmd=./e cmd=./f`:                    "given twice",
		`cmd=./e option.a=1 option.a=2`:      "given twice",
		`cmd=""`:                             "no program",
		`cmd=./e proto=dxp`:                  "want hub",
		`self cmd=./e`:                       "takes no cmd",
		`cmd="./e`:                           "quote",
		`cmd=./e env=A`:                      "KEY=value",
		`cmd=./e name=`:                      "is empty",
		`cmd=./e timemargin=-5`:              "want 0 to",
		`cmd=./e nodes=99999999999999999999`: "from 1 on",
	} {
		if got, err := ParseEngine(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, error %v, want %s", text, got, err, want)
		}
	}
}

func TestEachFillsWhatIsOpen(t *testing.T) {
	each, err := ParseEach("tc=10+0.1 option.hash=64 option.threads=2 dir=/d arg=hub timemargin=100")
	if err != nil {
		t.Fatal(err)
	}
	margin := Duration(100 * time.Millisecond)
	clock := Limits{TC: TimeControl{Time: 10 * time.Second, Increment: 100 * time.Millisecond}}
	tests := []struct {
		text string
		want EngineConfig
	}{
		{"cmd=./e", EngineConfig{Command: "./e", Args: []string{"hub"}, Dir: "/d", Options: map[string]string{"hash": "64", "threads": "2"}, Limits: clock, Margin: &margin}},
		{"cmd=./e nodes=5 option.hash=1 dir=/own", EngineConfig{Command: "./e", Args: []string{"hub"}, Dir: "/own",
			Options: map[string]string{"hash": "1", "threads": "2"}, Limits: Limits{Nodes: 5}, Margin: &margin}},
		{"self", EngineConfig{Self: true, Options: map[string]string{"hash": "64", "threads": "2"}, Limits: clock, Margin: &margin}},
	}
	for _, test := range tests {
		c, err := ParseEngine(test.text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, c.WithDefaults(each)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.text, diff)
		}
	}
}
