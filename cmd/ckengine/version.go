package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/pflag"
)

const version = "0.1.0"

func versionCommand() command {
	return command{
		name: "version",
		help: "print the version, as --version does",
		setUp: func(*pflag.FlagSet) runner {
			return func(std streams, args []string) error {
				if err := atMost(0, args); err != nil {
					return err
				}
				_, err := fmt.Fprintf(std.out, "ckengine %s (%s%s %s/%s)\n", version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
				return err
			}
		},
	}
}

// revision names the commit that the program was built from, if the build knows it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return fmt.Sprintf("commit %.9s, ", setting.Value)
		}
	}
	return ""
}
