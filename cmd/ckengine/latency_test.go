package main

import (
	"slices"
	"testing"
	"time"
)

// timed returns how long the engine takes to answer a line with a command.
func timed(b *testing.B, e *engineProcess, line, command string) time.Duration {
	b.Helper()
	sent := time.Now()
	if err := e.send(line); err != nil {
		b.Fatal(err)
	}
	if _, err := e.until(command); err != nil {
		b.Fatal(err)
	}
	return time.Since(sent)
}

// report gives the median and the 99th percentile of durations.
func report(b *testing.B, name string, all []time.Duration) {
	slices.Sort(all)
	b.ReportMetric(all[len(all)/2].Seconds()*1e3, name+"-median-ms")
	b.ReportMetric(all[len(all)*99/100].Seconds()*1e3, name+"-99%-ms")
}

// BenchmarkStart measures from the start of the process to `wait`, and from `init` to `ready`.
func BenchmarkStart(b *testing.B) {
	var starts, inits []time.Duration
	for b.Loop() {
		began := time.Now()
		e, err := startEngine()
		if err != nil {
			b.Fatal(err)
		}
		timed(b, e, "hub", "wait")
		starts = append(starts, time.Since(began))
		inits = append(inits, timed(b, e, "init", "ready"))
		e.kill()
	}
	report(b, "wait", starts)
	report(b, "ready", inits)
}

// BenchmarkStop measures, in mid-search, from `ping` to `pong` and from `stop` to `done`.
func BenchmarkStop(b *testing.B) {
	e, err := startEngine()
	if err != nil {
		b.Fatal(err)
	}
	defer e.kill()
	var pings, stops []time.Duration
	for b.Loop() {
		if err := e.send("pos start", "level infinite", "go think"); err != nil {
			b.Fatal(err)
		}
		if _, err := e.until("info"); err != nil {
			b.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
		pings = append(pings, timed(b, e, "ping", "pong"))
		stops = append(stops, timed(b, e, "stop", "done"))
	}
	report(b, "pong", pings)
	report(b, "done", stops)
}
