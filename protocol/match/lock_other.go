//go:build !unix

package match

import "os"

// lock does nothing: these systems have no advisory locks.
func lock(*os.File) error { return nil }
