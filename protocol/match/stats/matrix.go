package stats

import "math"

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// laplace adds the weight of an edge to a Laplacian matrix.
func laplace(m [][]float64, i, j int, weight float64) {
	m[i][i] += weight
	m[j][j] += weight
	m[i][j] -= weight
	m[j][i] -= weight
}

// pseudoInverse of a connected Laplacian.
func pseudoInverse(m [][]float64) [][]float64 {
	n := len(m)
	constant := 0.0
	for i := range m {
		constant += m[i][i] / float64(n)
	}
	if constant == 0 {
		return square(n)
	}
	a, inverse := square(n), square(n)
	for i := range a {
		inverse[i][i] = 1
		for j := range a[i] {
			a[i][j] = m[i][j] + constant
		}
	}
	for column := range n {
		pivot := column
		for row := column + 1; row < n; row++ {
			if math.Abs(a[row][column]) > math.Abs(a[pivot][column]) {
				pivot = row
			}
		}
		a[column], a[pivot] = a[pivot], a[column]
		inverse[column], inverse[pivot] = inverse[pivot], inverse[column]
		scale := 1 / a[column][column]
		for j := range n {
			a[column][j] *= scale
			inverse[column][j] *= scale
		}
		for row := range n {
			if factor := a[row][column]; row != column && factor != 0 {
				for j := range n {
					a[row][j] -= factor * a[column][j]
					inverse[row][j] -= factor * inverse[column][j]
				}
			}
		}
	}
	for i := range inverse {
		for j := range inverse[i] {
			inverse[i][j] -= 1 / (constant * float64(n) * float64(n))
		}
	}
	return inverse
}

func multiply(m [][]float64, v []float64) []float64 {
	result := make([]float64, len(m))
	for i := range m {
		for j, x := range v {
			result[i] += m[i][j] * x
		}
	}
	return result
}

func product(a, b [][]float64) [][]float64 {
	result := square(len(a))
	for i := range a {
		for j := range b {
			for k := range b {
				result[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return result
}
