package corpus

import (
	"encoding/binary"
	"errors"
	"fmt"

	"ckengine/engine"
	"ckengine/eval"
)

// A block holds a game: its number, result, end, plies and number of samples, then
// for each sample the plies since the one before, the score, the side to move, and
// three sets of squares of one bit a square: White's pieces, Black's pieces, kings.
// Numbers are varints.

// appendGame encodes a game.
func appendGame(dst []byte, g *Game) []byte {
	dst = binary.AppendUvarint(dst, g.Number)
	dst = append(dst, byte(g.Result), byte(g.End))
	dst = binary.AppendUvarint(dst, uint64(g.Plies))
	dst = binary.AppendUvarint(dst, uint64(len(g.Samples)))
	ply := 0
	for i := range g.Samples {
		s := &g.Samples[i]
		dst = binary.AppendUvarint(dst, uint64(s.Ply-ply))
		dst = binary.AppendVarint(dst, int64(s.Score))
		dst = append(dst, byte(s.Position.SideToMove()))
		white, black := s.Position.Pieces(engine.White), s.Position.Pieces(engine.Black)
		v := s.Position.Variant()
		dst = appendSquares(dst, v, white)
		dst = appendSquares(dst, v, black)
		dst = appendSquares(dst, v, s.Position.Kings(engine.White).Or(s.Position.Kings(engine.Black)))
		ply = s.Ply
	}
	return dst
}

// setBytes returns the length of a set of squares.
func setBytes(v engine.Variant) int { return (v.Squares() + 7) / 8 }

func appendSquares(dst []byte, v engine.Variant, b engine.Bitboard) []byte {
	first := len(dst)
	dst = append(dst, make([]byte, setBytes(v))...)
	for s := range b.All() {
		n := v.Number(s) - 1
		dst[first+n/8] |= 1 << (n % 8)
	}
	return dst
}

var errShort = errors.New("the block ends too early")

// decoder takes a block apart. The first error stays.
type decoder struct {
	rest []byte
	err  error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.rest = nil
}

func (d *decoder) uvarint(limit uint64) uint64 {
	x, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	if x > limit {
		d.fail(fmt.Errorf("a number is %d: want %d at most", x, limit))
		return 0
	}
	d.rest = d.rest[n:]
	return x
}

func (d *decoder) varint(limit int64) int64 {
	x, n := binary.Varint(d.rest)
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	if x > limit || x < -limit {
		d.fail(fmt.Errorf("a number is %d: want -%d to %d", x, limit, limit))
		return 0
	}
	d.rest = d.rest[n:]
	return x
}

func (d *decoder) bytes(n int) []byte {
	if len(d.rest) < n {
		d.fail(errShort)
		return make([]byte, n)
	}
	b := d.rest[:n]
	d.rest = d.rest[n:]
	return b
}

// byteBelow reads a byte that must be below a limit.
func (d *decoder) byteBelow(limit int) byte {
	b := d.bytes(1)[0]
	if int(b) >= limit {
		d.fail(fmt.Errorf("a byte is %d: want less than %d", b, limit))
		return 0
	}
	return b
}

const (
	maxPlies   = 1 << 20
	maxSamples = 1 << 16
)

func decodeGame(block []byte, v engine.Variant) (Game, error) {
	d := &decoder{rest: block}
	g := Game{
		Number: d.uvarint(1 << 62),
		Result: engine.Result(d.byteBelow(int(engine.Draw) + 1)),
		End:    End(d.byteBelow(int(endCount))),
		Plies:  int(d.uvarint(maxPlies)),
	}
	count := int(d.uvarint(maxSamples))
	ply := 0
	for i := 0; i < count && d.err == nil; i++ {
		ply += int(d.uvarint(maxPlies))
		s := Sample{Ply: ply, Score: eval.Score(d.varint(int64(eval.Infinity)))}
		s.Position = d.position(v)
		g.Samples = append(g.Samples, s)
	}
	if d.err == nil && len(d.rest) > 0 {
		d.err = fmt.Errorf("%d bytes are left over", len(d.rest))
	}
	return g, d.err
}

// position reads a side to move and three sets of squares.
func (d *decoder) position(v engine.Variant) engine.Position {
	side := engine.Side(d.byteBelow(2))
	n := setBytes(v)
	sets := d.bytes(3 * n)
	has := func(set, square int) bool { return sets[set*n+square/8]>>(square%8)&1 != 0 }
	setup := engine.NewSetup(v)
	setup.SetSideToMove(side)
	for square := range 8 * n {
		kind := engine.Man
		if has(2, square) {
			kind = engine.King
		}
		for set, side := range []engine.Side{engine.White, engine.Black} {
			if !has(set, square) {
				continue
			}
			if err := setup.Put(square+1, side, kind); err != nil {
				d.fail(err)
				return engine.Position{}
			}
		}
	}
	if d.err != nil {
		return engine.Position{}
	}
	p, err := setup.Position()
	if err != nil {
		d.fail(err)
	}
	return p
}
