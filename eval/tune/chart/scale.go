package chart

import "math"

// Scale maps values to pixels.
type Scale struct{ low, high, start, end float64 }

// NewScale returns the scale that maps values from low to high to pixels from start to end.
func NewScale(low, high, start, end float64) Scale { return Scale{low, high, start, end} }

// At returns where a value lies.
func (s Scale) At(value float64) float64 {
	return s.start + (value-s.low)/(s.high-s.low)*(s.end-s.start)
}

// Ticks returns round values from low to high, about n of them.
func Ticks(low, high float64, n int) []float64 {
	power := math.Pow(10, math.Floor(math.Log10((high-low)/float64(n))))
	step := power
	for _, factor := range []float64{2, 5, 10} {
		if (high-low)/step > float64(n) {
			step = factor * power
		}
	}
	var values []float64
	for i := math.Ceil(low / step); i*step <= high; i++ {
		values = append(values, math.Round(i*step*1e9)/1e9+0) // a negative zero plus zero is zero
	}
	return values
}
