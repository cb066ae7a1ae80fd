package protocol

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"ckengine/engine"
	"ckengine/eval"
	"ckengine/search"
)

// Evaluation says by which evaluation to play.
type Evaluation uint8

// The evaluations.
const (
	Learned Evaluation = iota
	Handmade
)

// String returns "learned" or "handmade".
func (e Evaluation) String() string {
	if e == Handmade {
		return "handmade"
	}
	return "learned"
}

// UnmarshalText reads what String returns.
func (e *Evaluation) UnmarshalText(text []byte) error {
	for _, known := range []Evaluation{Learned, Handmade} {
		if string(text) == known.String() {
			*e = known
			return nil
		}
	}
	return fmt.Errorf("evaluation %q: want learned or handmade", clipped(string(text)))
}

// WeightsFile is a file of learned weights, read when it is named. The zero value
// stands for the weights that are built in.
type WeightsFile struct {
	path    string
	weights *eval.Weights
}

// String returns the path of the file.
func (f WeightsFile) String() string { return f.path }

// readWeights reads a file of weights. The error names it without its folder.
func readWeights(path string) (WeightsFile, error) {
	file, err := os.Open(path)
	if err != nil {
		if inner, ok := errors.AsType[*fs.PathError](err); ok {
			err = inner.Err
		}
		return WeightsFile{}, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	weights, err := eval.ReadWeights(file)
	if err := errors.Join(err, file.Close()); err != nil {
		return WeightsFile{}, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return WeightsFile{path, weights}, nil
}

// fits refuses weights of another board.
func (f WeightsFile) fits(v engine.Variant) error {
	if f.weights != nil && f.weights.Variant != v {
		return fmt.Errorf("%s: weights of the %s board: the variant is %s", filepath.Base(f.path), f.weights.Variant, v)
	}
	return nil
}

// weightsField is the path of a file of weights for the variant, which must be set before.
func weightsField(s *Settings) field {
	return field{
		get: func() string { return s.Weights.path },
		set: func(path string) error {
			if path == "" {
				s.Weights = WeightsFile{}
				return nil
			}
			file, err := readWeights(path)
			if err == nil {
				err = file.fits(s.Variant)
			}
			if err == nil {
				s.Weights = file
			}
			return err
		},
	}
}

// variantField is the board, to which weights that are set already must belong.
func variantField(s *Settings) field {
	return field{
		get: func() string { return s.Variant.String() },
		set: func(name string) error {
			v, err := engine.ParseVariant(name)
			if err == nil {
				err = s.Weights.fits(v)
			}
			if err == nil {
				s.Variant = v
			}
			return err
		},
	}
}

// SearchOptions returns the options of a search on a board, which a position may have
// chosen against the variant. Weights from a file hold for their own board.
func (s Settings) SearchOptions(v engine.Variant) search.Options {
	o := search.Options{
		Variant:  v,
		HashMiB:  s.HashMiB,
		Threads:  s.Threads,
		Params:   s.Search,
		Handmade: s.Evaluation == Handmade,
	}
	if w := s.Weights.weights; w != nil && w.Variant == v {
		o.Weights = w
	}
	return o
}
