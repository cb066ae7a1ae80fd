// Package stats is the arithmetic of engine matches: counts of games and game pairs, Elo with its
// error, the sequential probability ratio test (SPRT), ratings of several engines, and the report that
// shows them as a line, text, Markdown, JSON and SVG.
//
// It knows nothing of boards, rules, engines or files: results go in as win, draw or loss. Nothing here
// is safe for use by several goroutines at once.
//
// All figures are from the first engine's side. The unit of evidence is the game pair, one opening played
// twice with colours swapped, because the two games of a pair are not independent; a game without its
// partner counts in the points and in nothing else, unless there are no pairs at all.
package stats
