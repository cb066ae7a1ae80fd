package hub_test

import (
	"fmt"
	"time"

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
