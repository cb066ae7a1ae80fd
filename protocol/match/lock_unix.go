//go:build unix

package match

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock keeps a second process from writing to the same journal. The lock ends with
// the process, however that ends.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return fmt.Errorf("%s is in use by another match", file.Name())
	}
	// A file system without locks is no reason not to play.
	return nil
}
