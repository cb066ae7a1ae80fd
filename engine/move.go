package engine

// Move is a move in the form that the search works with. From, to and the set
// of captured squares identify a move; the route of a capture does not matter.
// The zero Move is no move.
type Move struct {
	captured Bitboard
	from, to Square
}

// NewMove returns the move with these parts. Whether it is legal only a position can say.
func NewMove(from, to Square, captured Bitboard) Move {
	return Move{captured: captured, from: from, to: to}
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return m.from }

// To returns the square on which the piece comes to rest.
func (m Move) To() Square { return m.to }

// Captured returns the squares of the captured pieces.
func (m Move) Captured() Bitboard { return m.captured }

// IsCapture reports whether the move takes at least one piece.
func (m Move) IsCapture() bool { return !m.captured.IsEmpty() }

// MoveIndex is a move in the form that tables store: seven bits from, seven bits
// to, and two bits that tell most captures with the same ends apart. Zero is no move.
type MoveIndex uint16

// Index returns the table form of the move.
func (m Move) Index() MoveIndex {
	// Multiplying by an odd constant spreads every captured square into the top bits.
	signature := (m.captured.Lo ^ m.captured.Hi<<32) * 0x9e3779b97f4a7c15 >> 62
	return MoveIndex(m.from)<<9 | MoveIndex(m.to)<<2 | MoveIndex(signature)
}
