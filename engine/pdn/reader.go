package pdn

import (
	"errors"
	"io"
	"iter"

	"ckengine/engine"
)

// DefaultMaxGameBytes is the size of the largest game that is read if Options
// do not say otherwise: room for thousands of annotated moves.
const DefaultMaxGameBytes = 4 << 20

// maxNesting is how deep variations may be nested.
const maxNesting = 1000

// Options say how to read. The zero value is good.
type Options struct {
	// Variant is the board of a game that does not tell its own, and whose moves
	// fit more than one or none.
	Variant engine.Variant
	// AllowIrregular accepts a capture of fewer pieces than the most as a move
	// that was let stand, and marks it [Irregular].
	AllowIrregular bool
	// MaxGameBytes bounds one game and so the memory: what is larger is cut off
	// with an error, and reading goes on with the next game. 0 means
	// DefaultMaxGameBytes; less than 4 KiB counts as 4 KiB.
	MaxGameBytes int
	// Report is called with each problem, game by game in the order of the
	// input. The problems of a game are also in Game.Problems.
	Report func(Problem)
}

// Reader reads games one by one from PDN text of any size.
type Reader struct {
	options Options
	lexer   lexer
	pending []token // read ahead
	begun   bool
	end     error
}

// NewReader returns a reader of PDN text.
func NewReader(source io.Reader, options Options) *Reader {
	limit := options.MaxGameBytes
	if limit == 0 {
		limit = DefaultMaxGameBytes
	}
	return &Reader{options: options, lexer: lexer{window: newWindow(source, limit), reportForeign: true}}
}

// Next returns the next game. At the end it returns [io.EOF]; any other error is
// that of the source. What is wrong in a game is no error here, see [Problem].
func (r *Reader) Next() (*Game, error) {
	for r.end == nil {
		if g := r.readGame(); g != nil {
			return g, nil
		}
	}
	return nil, r.end
}

// All yields the games up to the end, or up to an error of the source.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Next()
			if errors.Is(err, io.EOF) || !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// take returns the next token.
func (r *Reader) take() token {
	if len(r.pending) > 0 {
		t := r.pending[0]
		r.pending = r.pending[1:]
		return t
	}
	return r.lexer.next()
}

// ahead returns the n-th token from here without taking it.
func (r *Reader) ahead(n int) *token {
	for len(r.pending) <= n {
		r.pending = append(r.pending, r.lexer.next())
	}
	return &r.pending[n]
}

// readGame returns the next game, or nil if there was none before the next end.
func (r *Reader) readGame() *Game {
	if !r.begun {
		r.begun = true
		if mark := r.lexer.ahead(0, 2); mark == "\xff\xfe" || mark == "\xfe\xff" {
			r.report([]Problem{{Error, 1, 1, "the text is UTF-16: save it as UTF-8"}})
			r.end = io.EOF
			return nil
		}
	}
	r.lexer.begin()
	parser := newParser(r)
	parser.run()
	if r.lexer.err != nil {
		r.end = r.lexer.err
		parser.log.fail(r.lexer.at, "reading stopped here: %v", r.end)
		parser.game.Truncated = true
	} else if parser.atEnd {
		r.end = io.EOF
	}
	g := parser.finish()
	r.report(parser.problems())
	return g
}

func (r *Reader) report(problems []Problem) {
	if r.options.Report == nil {
		return
	}
	for _, p := range problems {
		r.options.Report(p)
	}
}

// resync goes to the next game after one that is cut off.
func (r *Reader) resync() {
	r.pending = nil
	r.lexer.skipToTag()
	r.lexer.begin()
}

// behindComments returns the number of comments and skipped tokens that stand
// next, and the kind of the token behind them.
func (r *Reader) behindComments() (comments int, kind tokenKind) {
	for k := r.ahead(0).kind; k == tokenComment || k == tokenNothing; k = r.ahead(comments).kind {
		comments++
	}
	return comments, r.ahead(comments).kind
}
