package protocol

import (
	"encoding"
	"fmt"
	"strconv"
	"time"
)

func textField[T fmt.Stringer, P interface {
	*T
	encoding.TextUnmarshaler
}](x P) field {
	return field{
		get: func() string { return (*x).String() },
		set: func(value string) error { return x.UnmarshalText([]byte(value)) },
	}
}

func intField(x *int) field {
	return field{
		get: func() string { return strconv.Itoa(*x) },
		set: func(value string) (err error) {
			*x, err = strconv.Atoi(value)
			return err
		},
	}
}

// hashField is a size in MiB for which there must be memory.
func hashField(x *int) field {
	f := intField(x)
	return field{get: f.get, set: func(value string) error {
		wanted, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		if there, known := memoryMiB(); known && wanted > there {
			return fmt.Errorf("the machine has %d MiB of memory", there)
		}
		return f.set(value)
	}}
}

func boolField(x *bool) field {
	return field{
		get: func() string { return strconv.FormatBool(*x) },
		set: func(value string) error {
			*x = value == "true"
			return nil
		},
	}
}

func millisecondField(x *time.Duration) field {
	return field{
		get: func() string { return strconv.FormatInt(x.Milliseconds(), 10) },
		set: func(value string) error {
			ms, err := strconv.Atoi(value)
			*x = time.Duration(ms) * time.Millisecond
			return err
		},
	}
}
