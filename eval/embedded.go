package eval

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"

	"ckengine/engine"
)

//go:embed weights
var weightFiles embed.FS

// Embedded returns the weights that are built in for a variant, nil if there are none.
func Embedded(v engine.Variant) (*Weights, error) {
	file, err := weightFiles.ReadFile("weights/" + v.String() + ".weights")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w, err := ReadWeights(bytes.NewReader(file))
	if err == nil && w.Variant != v {
		err = fmt.Errorf("weights: of the %s board", w.Variant)
	}
	if err != nil {
		return nil, fmt.Errorf("embedded %s: %w", v, err)
	}
	return w, nil
}

// defaults has for each variant what [New] returns, made when it is first needed and
// then shared.
var defaults = makeDefaults()

func makeDefaults() (all [3]func() *Evaluator) {
	for _, v := range engine.Variants() {
		all[v] = sync.OnceValue(func() *Evaluator { return newDefault(v) })
	}
	return all
}

// newDefault panics if the program was built with damaged weights, which a test prevents.
func newDefault(v engine.Variant) *Evaluator {
	w, err := Embedded(v)
	if err != nil {
		panic(err)
	}
	if w == nil {
		return NewHandmade(v)
	}
	e, err := NewLearned(w)
	if err != nil {
		panic(err)
	}
	return e
}
