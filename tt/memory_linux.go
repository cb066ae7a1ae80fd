package tt

import (
	"runtime"
	"syscall"
	"unsafe"
)

// hugePage is the size that the kernel gives large mappings in if asked.
const hugePage = 2 << 20

// mapClusters returns n zeroed clusters outside the Go heap, in huge pages where
// the system has them: random probes then miss the page tables far less often.
// The memory goes back when t does. Nil means that the system refused.
func mapClusters(t *Table, n int) []cluster {
	bytes := n * slotBytes * clusterSize
	if bytes < hugePage {
		return nil
	}
	memory, err := syscall.Mmap(-1, 0, bytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil
	}
	// Without huge pages the table works as well, only slower.
	_ = syscall.Madvise(memory, syscall.MADV_HUGEPAGE)
	runtime.AddCleanup(t, func(m []byte) { _ = syscall.Munmap(m) }, memory)
	return unsafe.Slice((*cluster)(unsafe.Pointer(unsafe.SliceData(memory))), n)
}
