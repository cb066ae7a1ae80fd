package engine_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ckengine/engine"
)

// composedPositions have about as many routes of captures as a board can show,
// found by hill climbing.
var composedPositions = []string{
	"W:WK4,K6,K7,K21,K30,K47,K56,K70,K72:BK8,K10-12,K14,K15,K24,K26,K27,K32,K34,K36,K37,K40,K41,K49,K50,K52,K53,K58,K60-63,K66",
	"W:WK4,K6,K7,K21,K30,K56,K67,K70,K72:BK1,K8,K10-12,K14,K15,K24,K26,K27,K32,K34,K36,K37,K40,K41,K49,K50,K52,K53,K58,K60-63",
	"W:WK1,K3,K6,K7,K31,K40,K42,K55,K57,K67,K72:BK8-12,K20,K21,K23-25,K27,K34-37,K46-51,K59-64",
	"W:WK38:BK1,K8,K10-12,K14,K15,K24,K26,K27,K32,K34,K36,K40,K41,K43-45,K52,K53,K60-64",
	"W:W7,12,18,54,67,72:BK5,K6,K13-17,K25-29,K37-41,K49-53,K61-65",
	"W:WK1,K6,K7,K31,K43,K50,K55,K66,K68-70:BK8,K12,K17,K20,K23,K26,K28,K33,K34,K39,K45,K46,K52,K53,K60",
}

// TestComposedPositions compares positions in which routes are remembered with
// the plain generator, which does not.
func TestComposedPositions(t *testing.T) {
	for _, fen := range composedPositions[4:] {
		p := parse(t, engine.Canadian, fen)
		if diff := cmp.Diff(newReferenceBoard(p).moveTexts(), moveTexts(p)); diff != "" {
			t.Errorf("%s (-plain +bitboard):\n%s", fen, diff)
		}
	}
}

func BenchmarkComposedPositions(b *testing.B) {
	for _, fen := range composedPositions {
		p := parse(b, engine.Canadian, fen)
		b.Run(fen[:12], func(b *testing.B) {
			var moves []engine.Move
			for b.Loop() {
				moves = p.AppendMoves(moves[:0])
			}
		})
	}
}
