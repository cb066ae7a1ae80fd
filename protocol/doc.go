// Package protocol holds what every protocol drives: a [Player], one configured
// engine, and the single declaration of its parameters, [Parameters].
//
// Hub's `param` lines, the command-line flags, their help and docs/parameters.md
// all come from that declaration. The package refuses to know how any protocol
// looks on the wire, and reaches into no internals of the search.
package protocol
