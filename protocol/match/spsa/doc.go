// Package spsa tunes whole numbers by playing: simultaneous perturbation stochastic
// approximation (J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm
// for Stochastic Optimization", 1998).
//
// Each iteration moves all numbers at once by a small step up or down, drawn by lot,
// lets the two sides so made play each other, and shifts the numbers towards the winner.
// Every iteration is a line of a journal, so that a tuning can stop at any moment.
//
// The package refuses to know what the numbers mean and how a game is played: an
// [Objective] does.
package spsa
