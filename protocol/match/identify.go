package match

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
)

// identify finds out which file an engine runs and its checksum. It does its best: what
// cannot be found stays empty.
func identify(c EngineConfig) (path, sum string) {
	if c.DXP != "" {
		return "", ""
	}
	path, err := programOf(c)
	if err != nil {
		return "", ""
	}
	if sum, err = checksum(path); err != nil {
		return path, ""
	}
	return path, sum
}

func programOf(c EngineConfig) (string, error) {
	if c.Self {
		return os.Executable()
	}
	path, err := exec.LookPath(c.Command)
	if err != nil && c.Dir != "" {
		path, err = exec.LookPath(filepath.Join(c.Dir, c.Command))
	}
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// checksum is the XXH64 of a file in hexadecimal.
func checksum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := xxhash.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%016x", sum.Sum64()), nil
}
