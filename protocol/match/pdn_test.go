package match

import (
	"strings"
	"testing"

	"ckengine/engine"
	"ckengine/engine/pdn"
)

// checkPDNAgainst reads PDN text and compares it with the journal's games.
func checkPDNAgainst(t *testing.T, text string, records []Record) {
	t.Helper()
	i := 0
	for g, err := range pdn.NewReader(strings.NewReader(text), pdn.Options{}).All() {
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range g.Problems {
			t.Errorf("game %d: %s", i+1, p)
		}
		if i == len(records) {
			t.Fatal("there are more games than in the journal")
		}
		r := records[i]
		played, err := g.Replay(engine.InternationalDraws)
		if err != nil {
			t.Fatal(err)
		}
		var moves []string
		for position, move := range g.Plays() {
			moves = append(moves, position.HubText(move.Play))
		}
		want, err := parseResult(r.Result)
		if err != nil {
			t.Fatal(err)
		}
		if played.Start().FEN() != r.FEN || strings.Join(moves, " ") != r.Moves || g.Result != pdn.ResultOf(want) {
			t.Errorf("game %d differs: %s", i+1, text)
		}
		if g.Tags.Get("White") != r.White || g.Tags.Get("Black") != r.Black || g.Tags.Get("Termination") != r.Reason {
			t.Errorf("game %d: tags %v", i+1, g.Tags)
		}
		i++
	}
	if i != len(records) {
		t.Errorf("%d games in PDN, %d in the journal", i, len(records))
	}
}

// Names and reasons from outside stand in tags whatever they hold.
func TestPDNTagsHoldAnyName(t *testing.T) {
	r := someRecord(1)
	r.White, r.Reason = "a \"quoted\\\" \n\x00\xff name]", "{odd} \r reason"
	g, err := r.pdn(someHeader().Config)
	if err != nil {
		t.Fatal(err)
	}
	text, err := g.Format()
	if err != nil {
		t.Fatal(err)
	}
	counts, err := pdn.Check(strings.NewReader(text), pdn.Options{Report: func(p pdn.Problem) { t.Error(p) }})
	if err != nil || counts.Games != 1 || counts.Moves != 2 {
		t.Errorf("%+v, %v:\n%s", counts, err, text)
	}
}
