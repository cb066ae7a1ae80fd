package stats_test

import (
	"fmt"

	"ckengine/protocol/match/stats"
)

// A match of game pairs is fed game by game, and stops on the decision of its test.
func Example() {
	test, err := stats.ParseSPRT("0,60,0.05,0.05,normalized")
	if err != nil {
		fmt.Println(err)
		return
	}
	report := stats.NewReport("new", "old")
	report.SPRT = &test
	for pair := range 500 {
		second := []stats.Result{stats.Loss, stats.Draw, stats.Win}[pair%3]
		for _, result := range []stats.Result{stats.Draw, second} {
			if err := report.Add("new", "old", pair, result); err != nil {
				fmt.Println(err)
				return
			}
		}
		if decision, _ := report.Decision(); decision != stats.Continue {
			fmt.Println(decision)
			break
		}
	}
	// Output: H0 accepted
}

// Counts alone are enough for a calculation.
func ExampleSPRT_LLR() {
	test, err := stats.ParseSPRT("0,2")
	if err != nil {
		fmt.Println(err)
		return
	}
	counts := stats.Counts{Pairs: stats.Pairs{LL: 365, LD: 16618, DD: 36029, WL: 200, WD: 16974, WW: 390}}
	llr := test.LLR(counts)
	lower, upper := test.Bounds()
	fmt.Printf("LLR %.2f (%.2f, %.2f): %v\n", llr, lower, upper, test.Decide(llr))
	// Output: LLR 2.25 (-2.94, 2.94): continue
}

func ExampleSPRT_Plan() {
	test := stats.SPRT{Elo0: 0, Elo1: 3, Alpha: 0.05, Beta: 0.05}
	plan, err := test.Plan(1.5, 0.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("about %.0f thousand games, H1 accepted in %.0f %% of such tests\n", plan.Games/1000, 100*plan.AcceptH1)
	// Output: about 116 thousand games, H1 accepted in 50 % of such tests
}
