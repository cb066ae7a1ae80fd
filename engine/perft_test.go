package engine

import "testing"

func TestPerftStart(t *testing.T) {
	want := map[Variant][]uint64{
		Canadian:      {11, 121, 1222, 10053, 79049, 584100, 4369366, 31839056},
		International: {9, 81, 658, 4265, 27117, 167140, 1049442, 6483961, 41022423},
		Brazilian:     {7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766, 21560022},
	}
	for v, counts := range want {
		for i, n := range counts {
			if got := Perft(Start(v), i+1); got != n {
				t.Errorf("%s depth %d: %d, want %d", v, i+1, got, n)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	p := Start(Canadian)
	var leaves uint64
	for b.Loop() {
		leaves += Perft(p, 8)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}
