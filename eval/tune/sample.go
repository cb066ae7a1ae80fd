package tune

import "ckengine/engine"

// sampleLimit is the most positions that a sample of a corpus keeps, in 64 bytes each.
const sampleLimit = 100_000

// sample keeps positions evenly taken from all that it is offered: every stride-th.
type sample struct {
	positions      []engine.Position
	limit          int
	stride, offers int
}

func newSample(limit int) *sample { return &sample{limit: limit, stride: 1} }

// add offers a position. A full sample gives up every second one that it has.
func (s *sample) add(p engine.Position) {
	if s.offers%s.stride == 0 && len(s.positions) == s.limit {
		kept := s.positions[:0]
		for i := 0; i < s.limit; i += 2 {
			kept = append(kept, s.positions[i])
		}
		s.positions = kept
		s.stride *= 2
	}
	if s.offers%s.stride == 0 {
		s.positions = append(s.positions, p)
	}
	s.offers++
}
