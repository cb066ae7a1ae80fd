package engine

import "slices"

// routeSearch looks for a way in which a piece can make a given capture.
type routeSearch struct {
	kind  Kind
	to    Square
	empty Bitboard // the capturing piece's own square included
	stops []Square // behind each captured piece, last first, once found
	dead  map[routeState]struct{}
}

// routeState is a state of the search; from one that failed once nothing can be found later.
type routeState struct {
	left Bitboard
	at   Square
	d    direction
	via  int
}

// route returns the squares at which a legal capture stops, one behind each
// captured piece: where it turns, or directly behind the piece where it goes
// straight on. The stops before the last include those of via, in their order;
// found is false if there is no such route.
func (p *Position) route(m Move, via []Square) (stops []Square, found bool) {
	r := routeSearch{to: m.to, empty: p.Empty().With(m.from), dead: map[routeState]struct{}{}}
	if p.kings.Has(m.from) {
		r.kind = King
	}
	for d := range directionCount {
		if r.leg(d, m.from, m.captured, via) {
			slices.Reverse(r.stops)
			return r.stops, true
		}
	}
	return nil, false
}

// leg takes the next piece in a direction and all that are left after it.
func (r *routeSearch) leg(d direction, at Square, left Bitboard, via []Square) bool {
	victim, found := firstVictim(d, at, left, r.empty)
	if !found || r.kind == Man && int(victim) != int(at)+steps[d] {
		return false
	}
	state := routeState{left: left, at: at, d: d, via: len(via)}
	if _, failed := r.dead[state]; failed {
		return false
	}
	behind := Square(int(victim) + steps[d])
	landings := bitOf(behind)
	if r.kind == King {
		landings = slide(d, victim, r.empty)
	}
	left = left.Without(victim)
	if left.IsEmpty() {
		if landings.Has(r.to) && len(via) == 0 {
			r.stops = append(r.stops, r.to)
			return true
		}
		return false
	}
	straight, rest := behind, via
	if len(via) > 0 && landings.Has(via[0]) {
		straight, rest = via[0], via[1:]
	}
	if r.leg(d, straight, left, rest) {
		r.stops = append(r.stops, straight)
		return true
	}
	for landing := range landings.All() {
		rest := via
		if len(via) > 0 && landing == via[0] {
			rest = via[1:]
		}
		if r.leg(d^1, landing, left, rest) || r.leg(d^2, landing, left, rest) {
			r.stops = append(r.stops, landing)
			return true
		}
	}
	r.dead[state] = struct{}{}
	return false
}
