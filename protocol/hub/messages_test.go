package hub

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func mustParse(t *testing.T, text string) Line {
	t.Helper()
	line, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return line
}

func TestInfo(t *testing.T) {
	// The line of an engine in a dialogue of a GUI, fields in the order that clients rely on.
	text := `info depth=13 mean-depth=14.1 score=-0.03 nodes=1234567 time=0.412 nps=3.0 pv="45-39 28-34 39x28x34"`
	want := Info{
		Depth: 13, MeanDepth: 14.1, HasScore: true, Score: -3, Nodes: 1234567,
		Time: 412 * time.Millisecond, NPS: 3e6, PV: []string{"45-39", "28-34", "39x28x34"},
	}
	got, err := ParseInfo(mustParse(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ParseInfo (-want +got):\n%s", diff)
	}
	if got.String() != text {
		t.Errorf("written as %s\nwant       %s", got, text)
	}
}

func TestInfoForms(t *testing.T) {
	tests := []struct {
		text string
		want Info
	}{
		{"info depth=0 mean-depth=0.0 score=0.00 nodes=0 time=0.000 nps=0.0", Info{HasScore: true}},
		{"info depth=1 mean-depth=1.0 nodes=9 time=0.001 nps=0.0 pv=1-7", Info{Depth: 1, MeanDepth: 1, Nodes: 9, Time: time.Millisecond, PV: []string{"1-7"}}},
		{"info depth=1 mean-depth=0.0 score=99.99 nodes=0 time=0.000 nps=0.0 pv=1-7 multi-pv=2", Info{Depth: 1, HasScore: true, Score: 9999, PV: []string{"1-7"}, MultiPV: 2}},
	}
	for _, test := range tests {
		if got := test.want.String(); got != test.text {
			t.Errorf("%+v written as %s, want %s", test.want, got, test.text)
		}
		got, err := ParseInfo(mustParse(t, test.text))
		if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
			t.Errorf("ParseInfo(%s): %v (-want +got):\n%s", test.text, err, diff)
		}
	}
	if got := (Info{HasScore: true, MeanDepth: -0.01}).String(); strings.Contains(got, "-0") {
		t.Errorf("a negative zero is written: %s", got)
	}
}

func TestInfoOfOtherEngines(t *testing.T) {
	tests := []struct {
		text string
		want Info
		bad  []string
	}{
		{"info score=0,25 depth=3", Info{HasScore: true, Score: 25, Depth: 3}, nil},
		{"info depth=3 score", Info{Depth: 3}, []string{"score"}},
		{`info depth=3 score=""`, Info{Depth: 3}, []string{"score"}},
		{"info depth=3.5 nodes=-1 score=0.10", Info{HasScore: true, Score: 10}, []string{"depth", "nodes"}},
		{"info score=nan time=inf nps=0x1p4 mean-depth=1e99", Info{}, []string{"score", "time", "nps", "mean-depth"}},
		{"info nodes=99999999999999999999 depth=99999999999", Info{}, []string{"nodes", "depth"}},
		{`info pv="  1-7   8-2 "`, Info{PV: []string{"1-7", "8-2"}}, nil},
		{"info max-depth=20 hash=55.1 depth=4", Info{Depth: 4}, nil},
	}
	for _, test := range tests {
		got, err := ParseInfo(mustParse(t, test.text))
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("ParseInfo(%s) (-want +got):\n%s", test.text, diff)
		}
		if (err == nil) != (test.bad == nil) {
			t.Errorf("ParseInfo(%s): error %v, want one about %v", test.text, err, test.bad)
		}
		for _, name := range test.bad {
			if err != nil && !strings.Contains(err.Error(), name+"=") {
				t.Errorf("ParseInfo(%s): error %v does not name %s", test.text, err, name)
			}
		}
	}
}

func TestDone(t *testing.T) {
	for text, want := range map[string]Done{
		"done":                                  {},
		"done move=45-39":                       {Move: "45-39"},
		"done move=39x28x34 ponder=22x33x28":    {Move: "39x28x34", Ponder: "22x33x28"},
		`done move="45-39" ponder="28-34"`:      {Move: "45-39", Ponder: "28-34"},
		"done ponder=28-34 move=45-39 time=0.1": {Move: "45-39", Ponder: "28-34"},
	} {
		got, err := ParseDone(mustParse(t, text))
		if got != want || err != nil {
			t.Errorf("ParseDone(%s) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"done 45-39", "done 45-39 28-34", "done move", `done move=""`, "done ponder=28-34"} {
		if got, err := ParseDone(mustParse(t, text)); !errors.Is(err, ErrDoneWithoutMove) {
			t.Errorf("ParseDone(%s) = %+v, %v, want ErrDoneWithoutMove", text, got, err)
		}
	}
	for want, done := range map[string]Done{
		"done":                         {},
		"done move=45-39":              {Move: "45-39"},
		"done move=45-39 ponder=28-34": {Move: "45-39", Ponder: "28-34"},
	} {
		if got := done.String(); got != want {
			t.Errorf("%+v written as %s, want %s", done, got, want)
		}
	}
}

func TestID(t *testing.T) {
	text := `id name=Engine version=1.0 author="A. Author" country=Canada`
	want := ID{Name: "Engine", Version: "1.0", Author: "A. Author", Country: "Canada"}
	if got := ParseID(mustParse(t, text)); got != want {
		t.Errorf("ParseID = %+v, want %+v", got, want)
	}
	if got := want.String(); got != text {
		t.Errorf("written as %s, want %s", got, text)
	}
	if got := (ID{Name: "Engine"}).String(); got != "id name=Engine" {
		t.Errorf("written as %s, want id name=Engine", got)
	}
}

func TestPosition(t *testing.T) {
	for text, want := range map[string]Position{
		"pos start":                        {},
		`pos start moves="32-28 19-23"`:    {Moves: []string{"32-28", "19-23"}},
		"pos pos=Wbew":                     {Board: "Wbew"},
		`pos pos=Wbew moves="32-28 19-23"`: {Board: "Wbew", Moves: []string{"32-28", "19-23"}},
		"pos pos=Wbew moves=32-28":         {Board: "Wbew", Moves: []string{"32-28"}},
	} {
		if diff := cmp.Diff(want, ParsePosition(mustParse(t, text))); diff != "" {
			t.Errorf("ParsePosition(%s) (-want +got):\n%s", text, diff)
		}
		if got := want.String(); got != text {
			t.Errorf("%+v written as %s, want %s", want, got, text)
		}
	}
	if diff := cmp.Diff(Position{}, ParsePosition(mustParse(t, `pos moves=""`))); diff != "" {
		t.Errorf("pos without board and moves (-want +got):\n%s", diff)
	}
}

func TestLevel(t *testing.T) {
	const ms = time.Millisecond
	for text, want := range map[string]Level{
		"level":                          {},
		"level infinite":                 {Infinite: true},
		"level depth=20":                 {Depth: 20},
		"level nodes=1000000000000":      {Nodes: 1e12},
		"level move-time=0.05":           {MoveTime: 50 * ms},
		"level time=300":                 {Clock: &Clock{Time: 300 * time.Second}},
		"level time=298.9 inc=2":         {Clock: &Clock{Time: 298900 * ms, Inc: 2 * time.Second}},
		"level time=-0.4 inc=1":          {Clock: &Clock{Time: -400 * ms, Inc: time.Second}},
		"level moves=40 time=600":        {Clock: &Clock{Moves: 40, Time: 600 * time.Second}},
		"level moves=40 time=600 inc=1":  {Clock: &Clock{Moves: 40, Time: 600 * time.Second, Inc: time.Second}},
		"level depth=9 move-time=90":     {Depth: 9, MoveTime: 90 * time.Second},
		"level infinite depth=9 nodes=5": {Infinite: true, Depth: 9, Nodes: 5},
	} {
		var got Level
		err := got.Add(mustParse(t, text))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", text, err, diff)
		}
		if got := want.String(); got != text {
			t.Errorf("%+v written as %s, want %s", want, got, text)
		}
	}
}

func TestLevelReadsLiberally(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		lines string
		want  Level
		bad   []string
	}{
		{"level time=291,587", Level{Clock: &Clock{Time: 291587 * ms}}, nil},
		{"level move-time=90; level depth=20", Level{MoveTime: 90 * time.Second, Depth: 20}, nil},
		{"level depth=1 depth=2; level depth=3", Level{Depth: 3}, nil},
		{"level inc=2", Level{Clock: &Clock{Time: DefaultClock, Inc: 2 * time.Second}}, nil},
		{"level inc=2; level time=5", Level{Clock: &Clock{Time: 5 * time.Second, Inc: 2 * time.Second}}, nil},
		{"level moves=0 time=5", Level{Clock: &Clock{Time: 5 * time.Second}}, nil},
		{"level move-time=0", Level{MoveTime: ms}, nil},
		{"level move-time=-1", Level{MoveTime: ms}, nil},
		{"level ponder handicap=3", Level{}, nil},
		{"level time=abc inc=1 nodes=12", Level{Clock: &Clock{Time: DefaultClock, Inc: time.Second}, Nodes: 12}, []string{"time"}},
		{"level depth=0 nodes=-1 moves=x", Level{}, []string{"depth", "nodes", "moves"}},
		{"level time=1e10 move-time=nan inc=1,2,3", Level{}, []string{"time", "move-time", "inc"}},
		{"level depth nodes=1e6", Level{}, []string{"depth", "nodes"}},
	}
	for _, test := range tests {
		var got Level
		var errs []error
		for text := range strings.SplitSeq(test.lines, ";") {
			errs = append(errs, got.Add(mustParse(t, text)))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.lines, diff)
		}
		err := errors.Join(errs...)
		if (err == nil) != (test.bad == nil) {
			t.Errorf("%s: error %v, want one about %v", test.lines, err, test.bad)
		}
		for _, name := range test.bad {
			if err != nil && !strings.Contains(err.Error(), name+"=") {
				t.Errorf("%s: error %v does not name %s", test.lines, err, name)
			}
		}
	}
}

func TestMode(t *testing.T) {
	for text, want := range map[string]Mode{
		"go": Think, "go think": Think, "go ponder": Ponder, "go analyze": Analyze, "go analyse": Analyze, "go mcts": Think, "go mcts ponder": Ponder,
	} {
		if got := ParseMode(mustParse(t, text)); got != want {
			t.Errorf("ParseMode(%s) = %v, want %v", text, got, want)
		}
	}
}

func TestParam(t *testing.T) {
	for text, want := range map[string]Param{
		"param name=book value=true type=bool":               {Name: "book", Value: "true", Type: BoolParam},
		"param name=threads value=1 type=int min=1 max=64":   {Name: "threads", Value: "1", Type: IntParam, Min: "1", Max: "64"},
		"param name=margin value=0.5 type=real min=0 max=10": {Name: "margin", Value: "0.5", Type: RealParam, Min: "0", Max: "10"},
		`param name=bb-dir value="" type=string`:             {Name: "bb-dir", Type: StringParam},
		`param name=variant value=normal type=enum values="normal killer bt"`: {
			Name: "variant", Value: "normal", Type: EnumParam, Values: []string{"normal", "killer", "bt"},
		},
	} {
		got, err := ParseParam(mustParse(t, text))
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("ParseParam(%s): %v (-want +got):\n%s", text, err, diff)
		}
		if got := want.String(); got != text {
			t.Errorf("%+v written as %s, want %s", want, got, text)
		}
	}
	if got, err := ParseParam(mustParse(t, "param name=x")); got.Type != StringParam || err != nil {
		t.Errorf("a param without a type: %+v, %v, want a string", got, err)
	}
	for _, text := range []string{"param", "param threads", "param name=x type=int min=a", "param name=x type=int max=1.5", "param name=x type=real max=nan"} {
		if got, err := ParseParam(mustParse(t, text)); err == nil {
			t.Errorf("ParseParam(%s) = %+v, want an error", text, got)
		}
	}
}

func TestParamCheck(t *testing.T) {
	threads := Param{Name: "threads", Type: IntParam, Min: "1", Max: "64"}
	margin := Param{Name: "margin", Type: RealParam, Min: "-0.5", Max: "10"}
	book := Param{Name: "book", Type: BoolParam}
	variant := Param{Name: "variant", Type: EnumParam, Values: []string{"normal", "frisian"}}
	dir := Param{Name: "dir", Type: StringParam}
	free := Param{Name: "free", Type: IntParam}
	color := Param{Name: "color", Type: "color"}
	tests := []struct {
		param Param
		value string
		sent  string
		want  string // in the error
	}{
		{threads, "1", "1", ""},
		{threads, "64", "64", ""},
		{threads, "0", "", "an integer from 1 up to 64"},
		{threads, "65", "", "an integer from 1 up to 64"},
		{threads, "2.0", "", "an integer"},
		{threads, "", "", "an integer"},
		{threads, "two", "", "an integer"},
		{margin, "0,25", "0.25", ""},
		{margin, "-0.5", "-0.5", ""},
		{margin, "-0.51", "", "a number from -0.5 up to 10"},
		{margin, "inf", "", "a number"},
		{book, "true", "true", ""},
		{book, "yes", "", "true or false"},
		{variant, "frisian", "frisian", ""},
		{variant, "canadian", "", "one of normal, frisian"},
		{dir, "", "", ""},
		{dir, `C:\My Books=1`, `C:\My Books=1`, ""},
		{dir, `a"b`, "", "which Hub cannot carry"},
		{dir, "a\nquit", "", "which Hub cannot carry"},
		{free, "-9000", "-9000", ""},
		{color, "red", "red", ""},
	}
	for _, test := range tests {
		sent, err := test.param.Check(test.value)
		if test.want == "" {
			if sent != test.sent || err != nil {
				t.Errorf("%s=%q: %q, %v, want %q", test.param.Name, test.value, sent, err, test.sent)
			}
			continue
		}
		if _, ok := errors.AsType[*ParamError](err); !ok || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s=%q: error %v, want %s", test.param.Name, test.value, err, test.want)
		}
	}
}
