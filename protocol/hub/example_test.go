package hub_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ckengine/protocol"
	"ckengine/protocol/hub"
)

func ExampleParse() {
	line, err := hub.Parse(`level time = 291,587 inc=2`)
	if err != nil {
		fmt.Println(err)
		return
	}
	var level hub.Level
	if err := level.Add(line); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(level)
	// Output: level time=291.587 inc=2
}

func ExampleInfo_String() {
	fmt.Println(hub.Info{
		Depth: 13, MeanDepth: 14.1, HasScore: true, Score: 3, Nodes: 1234567,
		Time: 412 * time.Millisecond, NPS: 3e6, PV: []string{"45-39", "28-34"},
	})
	// Output: info depth=13 mean-depth=14.1 score=0.03 nodes=1234567 time=0.412 nps=3.0 pv="45-39 28-34"
}

// Ten seconds of thought of an engine that wants its own directory.
func ExampleStart() {
	ctx := context.Background()
	engine, err := hub.Start(ctx, hub.DriverOptions{Command: "./engine", Args: []string{"hub"}, Dir: "/opt/engine"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = engine.Close() }()
	if err := engine.SetParam("threads", "4"); err != nil {
		fmt.Println(err)
		return
	}
	if err := engine.Init(ctx); err != nil {
		fmt.Println(err)
		return
	}
	search, err := engine.Search(hub.Request{
		Position: hub.Position{Moves: []string{"45-39", "28-34"}},
		Level:    hub.Level{MoveTime: 10 * time.Second},
		OnInfo:   func(info hub.Info, _ time.Time) { fmt.Println(info.Depth, info.PV) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := search.Wait(ctx)
	fmt.Println(result.Move, result.Elapsed, err)
}

func ExampleServer_Serve() {
	server := hub.Server{
		ID:     hub.ID{Name: "Example", Version: "1.0"},
		Player: protocol.NewPlayer(protocol.DefaultSettings()),
	}
	// Captures are compulsory, and this one is the greatest: no search is needed.
	dialogue := "pos pos=W" + strings.Repeat("e", 22) + "b" + strings.Repeat("e", 10) + "b" + strings.Repeat("e", 10) + "b" +
		strings.Repeat("e", 4) + "w" + strings.Repeat("e", 22) + "\nlevel depth=1\ngo think\nquit\n"
	var out strings.Builder
	if err := server.Serve(strings.NewReader(dialogue), &out); err != nil {
		fmt.Println(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	fmt.Println(lines[len(lines)-1])
	// Output: done move=50x17x23x34x45
}
