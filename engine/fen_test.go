package engine

import (
	"strings"
	"testing"
)

const (
	start12Hub = "Wbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbeeeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
	start12DXP = "Wzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzeeeeeeeeeeeewwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
	start10Hub = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww"
	start8Hub  = "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"
)

func TestStartTexts(t *testing.T) {
	for _, c := range []struct {
		v             Variant
		fen, hub, dxp string
	}{
		{Canadian, "W:W43-72:B1-30", start12Hub, start12DXP},
		{International, "W:W31-50:B1-20", start10Hub, strings.ReplaceAll(start10Hub, "b", "z")},
		{Brazilian, "W:W21-32:B1-12", start8Hub, strings.ReplaceAll(start8Hub, "b", "z")},
	} {
		p := Start(c.v)
		if p.FEN() != c.fen || p.HubString() != c.hub || p.DXPString() != c.dxp {
			t.Errorf("%s: %s %s %s", c.v, p.FEN(), p.HubString(), p.DXPString())
		}
		for _, text := range []string{c.fen, c.hub, c.dxp} {
			if got, err := ParseFEN(text, c.v); err != nil || got != p {
				t.Errorf("%s: %s, %v", text, got.FEN(), err)
			}
		}
	}
}
