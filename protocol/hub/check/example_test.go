package check_test

import (
	"context"
	"fmt"

	"ckengine/protocol/hub"
	"ckengine/protocol/hub/check"
)

func ExampleRun() {
	options := check.Options{Driver: hub.DriverOptions{Command: "./no-such-engine"}}
	err := check.Run(context.Background(), options, func(f check.Finding) {
		fmt.Printf("%s: %s: %s\n", f.Severity, f.Name, f.Messages)
	})
	fmt.Println(err)
	// Output:
	// FAULT: answers hub with wait: [engine ./no-such-engine: not found: no file ./no-such-engine]
	// the engine cannot be started, so that there is nothing more to examine
}
