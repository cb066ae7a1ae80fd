// Package tune learns the weights of an evaluation from the results of games.
//
// Labelled positions go in, weights come out: [Read] merges corpus files into sparse
// rows, [Data.Fit] runs a logistic regression over them, [WriteFile] keeps what it
// found. The package refuses to know how the games were played, and which weights
// play better: a match says that, not a loss.
package tune
