package tune

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ckengine/eval"
)

// WriteFile writes weights in one step: a file of that name is replaced by the whole
// new one, or stays as it was.
func WriteFile(path string, w *eval.Weights) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	const everyoneReads = 0o644
	if err := errors.Join(w.Write(file), file.Chmod(everyoneReads), file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// ReadFile reads weights. The error says which file, and what is wrong with it.
func ReadFile(path string) (*eval.Weights, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	w, err := eval.ReadWeights(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return w, errors.Join(err, file.Close())
}
