package eval

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/flate"

	"ckengine/engine"
)

// A weights file is, all numbers little-endian:
//
//	8 bytes  weightsMagic, of which the last one is the version
//	4 bytes  length of the manifest
//	4 bytes  length of the terms
//	the manifest, JSON
//	the terms, deflated: opening and ending of each as signed varints
//	8 bytes  xxhash64 of everything before
const (
	weightsMagic   = "ckwgts\x00\x01"
	weightsHeader  = len(weightsMagic) + 8
	weightsTrailer = 8
	// maxWeightsFile bounds what ReadWeights takes into memory, in bytes.
	maxWeightsFile = 16 << 20
)

// Write writes a weights file: the same bytes for the same weights. The manifest's variant
// and layout are set to what they are.
func (w *Weights) Write(out io.Writer) error {
	if want := NewLayout(w.Variant).Size(); len(w.Terms) != want {
		return fmt.Errorf("weights: %d terms: the %s board has %d", len(w.Terms), w.Variant, want)
	}
	manifest := w.Manifest
	manifest.Variant, manifest.Layout = w.Variant.String(), layoutVersion
	head, err := json.Marshal(manifest)
	if err != nil {
		return fmt.Errorf("weights: manifest: %w", err)
	}
	terms, err := deflateTerms(w.Terms)
	if err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	file := []byte(weightsMagic)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(head)))
	file = binary.LittleEndian.AppendUint32(file, uint32(len(terms)))
	file = append(append(file, head...), terms...)
	file = binary.LittleEndian.AppendUint64(file, xxhash.Sum64(file))
	_, err = out.Write(file)
	return err
}

// Checksum returns 16 hexadecimal digits that change with any of the terms, and only with them.
func (w *Weights) Checksum() string {
	sum := xxhash.New()
	var pair [4]byte
	for _, t := range w.Terms {
		binary.LittleEndian.PutUint16(pair[:], uint16(t.Opening))
		binary.LittleEndian.PutUint16(pair[2:], uint16(t.Ending))
		_, _ = sum.Write(pair[:]) // never fails
	}
	return fmt.Sprintf("%016x", sum.Sum64())
}

func deflateTerms(terms []Weight) ([]byte, error) {
	var plain []byte
	for i, t := range terms {
		for _, x := range []int16{t.Opening, t.Ending} {
			if x < -MaxWeight {
				return nil, fmt.Errorf("term %d: %d is not within %d and %d", i, x, -MaxWeight, MaxWeight)
			}
			plain = binary.AppendVarint(plain, int64(x))
		}
	}
	var packed bytes.Buffer
	compressor, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = compressor.Write(plain)
	if err := errors.Join(err, compressor.Close()); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// ReadWeights reads a weights file to its end. The error says what is wrong with it.
func ReadWeights(r io.Reader) (*Weights, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxWeightsFile+1))
	if err != nil {
		return nil, err
	}
	w, err := parseWeights(file)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return w, nil
}

func parseWeights(file []byte) (*Weights, error) {
	if len(file) > maxWeightsFile {
		return nil, fmt.Errorf("longer than %d bytes", maxWeightsFile)
	}
	magic := min(len(file), len(weightsMagic)-1)
	switch {
	case string(file[:magic]) != weightsMagic[:magic]:
		return nil, errors.New("not a weights file")
	case len(file) < weightsHeader+weightsTrailer:
		return nil, fmt.Errorf("cut off after %d bytes", len(file))
	case file[magic] != weightsMagic[magic]:
		return nil, fmt.Errorf("version %d: this program reads version %d", file[magic], weightsMagic[magic])
	}
	head := int(binary.LittleEndian.Uint32(file[len(weightsMagic):]))
	terms := int(binary.LittleEndian.Uint32(file[len(weightsMagic)+4:]))
	if want := weightsHeader + head + terms + weightsTrailer; len(file) != want {
		return nil, fmt.Errorf("%d bytes: its header tells of %d", len(file), want)
	}
	body, trailer := file[:len(file)-weightsTrailer], file[len(file)-weightsTrailer:]
	if xxhash.Sum64(body) != binary.LittleEndian.Uint64(trailer) {
		return nil, errors.New("damaged: the checksum does not match")
	}
	return decodeWeights(body[weightsHeader:weightsHeader+head], body[weightsHeader+head:])
}

func decodeWeights(head, terms []byte) (w *Weights, err error) {
	w = new(Weights)
	if err := json.Unmarshal(head, &w.Manifest); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	if w.Variant, err = engine.ParseVariant(w.Manifest.Variant); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	if w.Manifest.Layout != layoutVersion {
		return nil, fmt.Errorf("layout %d: this program evaluates by layout %d", w.Manifest.Layout, layoutVersion)
	}
	w.Terms = make([]Weight, NewLayout(w.Variant).Size())
	if err := inflateTerms(w.Terms, terms); err != nil {
		return nil, fmt.Errorf("terms: %w", err)
	}
	return w, nil
}

// inflateTerms reads exactly as many terms as there is room for.
func inflateTerms(terms []Weight, packed []byte) error {
	const longestTerm = 6 // bytes: two varints of three
	limit := int64(len(terms)*longestTerm) + 1
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), limit))
	if err != nil {
		return err
	}
	for i := range terms {
		for _, x := range []*int16{&terms[i].Opening, &terms[i].Ending} {
			value, size := binary.Varint(plain)
			if size <= 0 || value < -MaxWeight || value > MaxWeight {
				return fmt.Errorf("number %d: want one within %d and %d", i, -MaxWeight, MaxWeight)
			}
			*x, plain = int16(value), plain[size:]
		}
	}
	if len(plain) > 0 {
		return errors.New("more than the board has")
	}
	return nil
}
