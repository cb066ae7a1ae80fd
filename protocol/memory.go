package protocol

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
)

// memoryMiB returns how much memory the machine has, or the container if that is
// less, in MiB; known is false on systems that do not tell.
//
// A table that is greater than that does not fail in a way that a program can
// survive. Sources: proc_meminfo(5), and cgroup v2 for memory.max.
func memoryMiB() (mib int, known bool) {
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		mib, known = totalMiB(text)
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if bytes, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 63); err == nil {
			if limit := int(bytes >> 20); !known || limit < mib {
				mib, known = limit, true
			}
		}
	}
	return mib, known
}

// totalMiB finds the total in the text of /proc/meminfo.
func totalMiB(meminfo []byte) (mib int, found bool) {
	for lines := bufio.NewScanner(bytes.NewReader(meminfo)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 3 && fields[0] == "MemTotal:" && fields[2] == "kB" {
			kib, err := strconv.Atoi(fields[1])
			return kib >> 10, err == nil
		}
	}
	return 0, false
}
