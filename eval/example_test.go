package eval_test

import (
	"fmt"

	"ckengine/engine"
	"ckengine/eval"
)

// Weights that know the worth of a man only.
func Example() {
	layout := eval.NewLayout(engine.Canadian)
	weights := &eval.Weights{Variant: engine.Canadian, Terms: make([]eval.Weight, layout.Size())}
	for _, g := range layout.Groups() {
		if g.Name == "men" {
			weights.Terms[g.First] = eval.Weight{Opening: 1000, Ending: 1000}
		}
	}
	evaluator, err := eval.NewLearned(weights)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := engine.ParseFEN("B:W43-50:B1-10", engine.Canadian)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(evaluator.Evaluate(&p))
	// Output: +2.00
}
