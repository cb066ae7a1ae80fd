package engine

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
)

// The Zobrist keys: xxHash64 of the key's name under a fixed seed, so that every
// build on every machine has the same ones and files may store hashes.
var (
	pieceKeys   [2][2][128]uint64 // side, kind, square
	variantKeys [variantCount]uint64
	sideKey     = zobristKey('s', 0, 0, 0)
)

const zobristSeed = 0x436b656e67696e65 // "Ckengine" in ASCII

func init() {
	for v := range variantKeys {
		variantKeys[v] = zobristKey('v', byte(v), 0, 0)
	}
	for s := range Square(128) {
		for side := White; side <= Black; side++ {
			for kind := Man; kind <= King; kind++ {
				pieceKeys[side][kind][s] = zobristKey('p', byte(side), byte(kind), byte(s))
			}
		}
	}
}

func zobristKey(name ...byte) uint64 {
	text := binary.BigEndian.AppendUint64(nil, zobristSeed)
	return xxhash.Sum64(append(text, name...))
}

// computeHash returns the key from nothing; Play keeps it up to date move by move.
func (p Position) computeHash() uint64 {
	hash := variantKeys[p.variant]
	if p.side == Black {
		hash ^= sideKey
	}
	for s := range p.own.Or(p.opp).All() {
		side, kind, _ := p.At(s)
		hash ^= pieceKeys[side][kind][s]
	}
	return hash
}
