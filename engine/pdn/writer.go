package pdn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ckengine/engine"
)

// lineWidth is where the writer wraps the moves. A comment stays in one piece.
const lineWidth = 80

// Writer writes games as strict PDN 3.0.
//
// The header begins with the seven tags in their order, as far as the game has
// them, then GameType in its full form and FEN unless the game begins at the
// start. A capture is written short, and with its full path only where the short
// form is ambiguous. Results are those of the kind of draughts: 2-0 for Canadian
// and international, 1-0 for Brazilian. The text is UTF-8.
type Writer struct{ sink io.Writer }

// NewWriter returns a writer of PDN text. Each game is written by one call of Write.
func NewWriter(sink io.Writer) *Writer { return &Writer{sink} }

// Write writes a game. It refuses, and writes nothing of it, what has no form in
// PDN: an illegal move, a tag name or annotation that is none, text that is not
// UTF-8, a comment with a closing brace. Text that was not understood on reading
// is written as it was.
func (w *Writer) Write(g *Game) error {
	text, err := g.Format()
	if err != nil {
		return err
	}
	_, err = io.WriteString(w.sink, text)
	return err
}

// Format returns the text of a game as [Writer.Write] writes it.
func (g *Game) Format() (string, error) {
	var f formatter
	if err := f.header(g); err != nil {
		return "", err
	}
	state := lineState{number: max(1, g.FirstNumber)}
	if g.Known {
		if g.Start.Variant() != g.Variant {
			return "", fmt.Errorf("the game is on the %s board, its start on the %s board", g.Variant, g.Start.Variant())
		}
		state.position, state.known, state.side = g.Start, true, g.Start.SideToMove()
	}
	if err := f.line(g.Body, state); err != nil {
		return "", err
	}
	f.word("*")
	f.out.WriteString("\n\n")
	return f.out.String(), nil
}

// formatter collects the text of a game.
type formatter struct {
	out    strings.Builder
	column int
	opened string // parentheses that the next word follows without a blank
}

func (f *formatter) header(g *Game) error {
	values := map[string]string{
		resultTag:   g.resultText(),
		gameTypeTag: g.GameType.Text,
		fenTag:      g.FEN,
	}
	if g.Known {
		values[gameTypeTag], values[fenTag] = gameTypeOf(g.Variant), ""
		if g.Start != engine.Start(g.Variant) {
			values[fenTag] = g.Start.FEN()
		}
	}
	names := slices.Concat(sevenTags, []string{gameTypeTag, fenTag})
	for _, name := range names {
		value, isField := values[name]
		if !isField && g.Tags.Has(name) || value != "" {
			if err := f.tag(name, cmp.Or(value, g.Tags.Get(name))); err != nil {
				return err
			}
		}
	}
	for _, tag := range g.Tags {
		if _, isField := values[tag.Name]; isField {
			return fmt.Errorf("tag %s: it is a field of the game", tag.Name)
		}
		if slices.Contains(names, tag.Name) {
			continue
		}
		if err := f.tag(tag.Name, tag.Value); err != nil {
			return err
		}
	}
	f.out.WriteString("\n")
	return nil
}

// resultText returns the content of the Result tag.
func (g *Game) resultText() string {
	if g.Result >= OtherResult || g.Tags.Has("ResultFormat") && g.ResultText != "" {
		return cmp.Or(g.ResultText, "*")
	}
	if g.Known {
		return resultsOf(g.Variant)[g.Result]
	}
	return cmp.Or(g.ResultText, defaultResults[g.Result])
}

func (f *formatter) tag(name, value string) error {
	if !tagNamePattern.MatchString(name) {
		return fmt.Errorf("tag name %s: want a capital with letters, digits and _ behind it", quoted(name))
	}
	if err := checkText(value, "\r\n\t"); err != nil {
		return fmt.Errorf("tag %s: %w", name, err)
	}
	fmt.Fprintf(&f.out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
	return nil
}

// checkText refuses text that cannot be read again as it is.
func checkText(text, forbidden string) error {
	if !utf8.ValidString(text) {
		return errors.New("the text is not UTF-8")
	}
	for _, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || strings.ContainsRune(forbidden, r) {
			return fmt.Errorf("the character %q cannot stand there", r)
		}
	}
	return nil
}

// word writes a word of the moves, on a new line if it does not fit.
func (f *formatter) word(text string) {
	text = f.opened + text
	f.opened = ""
	width := utf8.RuneCountInString(text)
	switch {
	case f.column == 0:
	case f.column+1+width > lineWidth:
		f.out.WriteByte('\n')
		f.column = 0
	default:
		f.out.WriteByte(' ')
		f.column++
	}
	f.out.WriteString(text)
	f.column += width
	if end := strings.LastIndexByte(text, '\n'); end >= 0 {
		f.column = utf8.RuneCountInString(text[end+1:])
	}
}

// line writes a line of moves that begins in a state.
func (f *formatter) line(items Line, state lineState) error {
	before := state
	wantNumber := true // a black move wants one only where it does not follow White's
	unread := ""       // the move before, if it was not understood
	for _, item := range items {
		switch item := item.(type) {
		case *Move:
			before = state
			// Without a number the two would be read as one capture: 61x50 and 50x63.
			if _, joins := joinMoves(unread, item.Text); joins {
				wantNumber = true
			}
			if err := f.move(item, &state, wantNumber); err != nil {
				return err
			}
			unread = ""
			if item.Status == Unread {
				unread = item.Text
			}
			// Digits before a move would be read as its number.
			wantNumber = unread != "" && isDigits(unread)
			continue
		case Comment:
			if err := checkText(string(item), "}\r"); err != nil {
				return fmt.Errorf("comment %s: %w", quoted(string(item)), err)
			}
			f.word("{" + string(item) + "}")
		case NAG:
			f.word(fmt.Sprintf("$%d", item))
			continue
		case *Setup:
			before = state
			f.setup(item, &state)
		case Variation:
			if len(item) == 0 {
				return errors.New("a variation without moves")
			}
			f.opened += "("
			if err := f.line(Line(item), before); err != nil {
				return err
			}
			f.out.WriteByte(')')
			f.column++
		default:
			return fmt.Errorf("a game cannot hold a %T", item)
		}
		wantNumber = true
	}
	return nil
}

// setupNoise removes what would end a set-up on reading.
var setupNoise = strings.NewReplacer("/", "", `"`, "", "[", "", "{", "")

func (f *formatter) setup(s *Setup, state *lineState) {
	text := s.Text
	if state.known = s.Known; s.Known {
		text = s.Position.FEN()
		state.position, state.side = s.Position, s.Position.SideToMove()
	}
	f.word(`/FEN "` + setupNoise.Replace(text) + `"/`)
}

var strengthPattern = regexp.MustCompile(`^[!?]*$`)

func (f *formatter) move(m *Move, state *lineState, wantNumber bool) error {
	number := state.countMove()
	prefix := ""
	if state.side == engine.White {
		prefix = fmt.Sprintf("%d. ", number)
	} else if wantNumber {
		prefix = fmt.Sprintf("%d... ", number)
	}
	if !strengthPattern.MatchString(m.Strength) {
		return fmt.Errorf("move %d: %s: want the strength of a move in ! and ?", number, quoted(m.Strength))
	}
	text, err := state.moveText(m)
	if err != nil {
		return fmt.Errorf("move %d: %w", number, err)
	}
	f.word(prefix + text + m.Strength)
	if m.resolved() {
		state.play(m.Play)
		return nil
	}
	state.known = false
	state.side = state.side.Opponent()
	return nil
}

// unreadForms are the texts of moves that the reader takes again as they are.
var unreadForms = regexp.MustCompile(`^(\d+|(\d+|[a-l]\d+)([-x:]?([a-l]\d+)|[-x:]\d+)+)$`)

// moveText returns how a move is written in the position of the state.
func (s *lineState) moveText(m *Move) (string, error) {
	if m.Status == Unknown {
		return "-", nil
	}
	if m.Status == Unread {
		if !unreadForms.MatchString(m.Text) {
			return "", fmt.Errorf("the text %s is no move", quoted(m.Text))
		}
		return m.Text, nil
	}
	if !s.known {
		return "", errors.New("the position before it is not known")
	}
	if m.Status == Legal {
		if !slices.Contains(s.position.Moves(), m.Play) {
			return "", fmt.Errorf("%s is not legal in %s", s.position.HubText(m.Play), s.position.FEN())
		}
		return s.position.ShortText(m.Play), nil
	}
	return irregularText(s.position, m.Play)
}
