package match

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ckengine/engine"
	"ckengine/engine/pdn"
)

// WritePDN writes the games of journals in the order of their numbers. The comment
// behind each move has what its engine said and the time it took: the score in men from
// the side to move, the depth, the nodes, the time and what the clock shows.
func WritePDN(w io.Writer, paths []string) error {
	index, err := indexJournals(paths)
	if err != nil {
		return err
	}
	files := map[string]*os.File{}
	defer func() {
		for _, file := range files {
			_ = file.Close()
		}
	}()
	out := pdn.NewWriter(w)
	for _, entry := range index {
		if files[entry.journal.Path] == nil {
			if files[entry.journal.Path], err = os.Open(entry.journal.Path); err != nil {
				return err
			}
		}
		game, err := entry.read(files[entry.journal.Path])
		if err == nil {
			err = out.Write(game)
		}
		if err != nil {
			return fmt.Errorf("%s: game %d: %w", entry.journal.Path, entry.number, err)
		}
	}
	return nil
}

// indexEntry is where a game is to be found.
type indexEntry struct {
	journal        *Journal
	number         int
	offset, length int64
}

// indexJournals finds all games without keeping them.
func indexJournals(paths []string) ([]indexEntry, error) {
	var index []indexEntry
	for _, path := range paths {
		first := len(index)
		j, err := ReadJournal(path, func(_ Header, r *Record) error {
			index = append(index, indexEntry{number: r.Number, offset: r.offset, length: r.length})
			return nil
		})
		if err != nil {
			return nil, err
		}
		for i := range index[first:] {
			index[first+i].journal = j
		}
	}
	slices.SortStableFunc(index, func(a, b indexEntry) int { return cmp.Compare(a.number, b.number) })
	return index, nil
}

func (e indexEntry) read(file *os.File) (*pdn.Game, error) {
	line := make([]byte, e.length)
	if _, err := file.ReadAt(line, e.offset); err != nil {
		return nil, err
	}
	var record Record
	if err := openLine(line, &record); err != nil {
		return nil, err
	}
	return record.pdn(e.journal.Header.Config)
}

// pdn returns the game as PDN has it.
func (r *Record) pdn(c Config) (*pdn.Game, error) {
	played, err := r.Game(c.Variant, c.DrawRule)
	if err != nil {
		return nil, err
	}
	result, err := parseResult(r.Result)
	if err != nil {
		return nil, err
	}
	g := pdn.FromPlay(played)
	g.Result = pdn.ResultOf(result)
	for name, value := range r.tags(c) {
		g.Tags.Set(name, value)
	}
	slices.SortFunc(g.Tags, func(a, b pdn.Tag) int { return cmp.Compare(a.Name, b.Name) })
	body := make(pdn.Line, 0, 2*len(g.Body))
	for i, move := range g.Body {
		body = append(body, move, r.comment(i))
	}
	g.Body = body
	return g, nil
}

func (r *Record) tags(c Config) map[string]string {
	tags := map[string]string{
		"Event":       strings.Join(c.names(), " - "),
		"Site":        "?",
		"Date":        r.Started.Format("2006.01.02"),
		"Round":       fmt.Sprintf("%d.%d", r.Pair+1, (r.Number-1)%2+1),
		"White":       r.White,
		"Black":       r.Black,
		"PlyCount":    strconv.Itoa(r.Plies),
		"Termination": r.Reason,
		"End":         r.End.String(),
	}
	for _, e := range c.Engines {
		if e.Name == r.White {
			tags["WhiteLimits"] = e.Limits.String()
		}
		if e.Name == r.Black {
			tags["BlackLimits"] = e.Limits.String()
		}
	}
	for name, value := range tags {
		tags[name] = printable(value)
	}
	return tags
}

// printable replaces what a tag cannot hold.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
}

func (r *Record) comment(i int) pdn.Comment {
	var commands []string
	add := func(command pdn.Command) { commands = append(commands, command.String()) }
	if r.Scores[i].Known {
		add(pdn.Command{Name: "eval", Value: r.Scores[i].Value.Men()})
	}
	if r.Depths[i] > 0 {
		add(pdn.Command{Name: "depth", Value: strconv.Itoa(r.Depths[i])})
	}
	if r.Nodes[i] > 0 {
		add(pdn.Command{Name: "nodes", Value: strconv.FormatInt(r.Nodes[i], 10)})
	}
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	add(pdn.TimeCommand("emt", seconds(r.Times[i]).Round(time.Millisecond)))
	if r.Clocks != nil && r.Clocks[i] >= 0 {
		add(pdn.TimeCommand("clk", seconds(r.Clocks[i]).Round(time.Millisecond)))
	}
	return pdn.Comment(strings.Join(commands, " "))
}

// readPDNOpenings takes from each game the position after its moves, or after the
// given number of them.
func readPDNOpenings(name string, source io.Reader, v engine.Variant, plies int) ([]engine.Position, error) {
	var openings []engine.Position
	for g, err := range pdn.NewReader(source, pdn.Options{Variant: v}).All() {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		played, err := g.Replay(engine.RepetitionDraws)
		if err != nil && (plies == 0 || played == nil || played.Ply() < plies) {
			return nil, fmt.Errorf("%s: the game at line %d: %w", name, g.Line, err)
		}
		if plies > 0 {
			played.Truncate(plies)
		}
		if err := checkOpening(played.Position(), v); err != nil {
			return nil, fmt.Errorf("%s: the game at line %d: %w", name, g.Line, err)
		}
		openings = append(openings, played.Position())
	}
	return openings, nil
}
