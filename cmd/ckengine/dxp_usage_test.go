package main

import (
	"regexp"
	"strings"
	"testing"
)

// Wrong usage is one sentence and exit status 2; what cannot be opened is a failure
// before anything is played.
func TestDXPRefuses(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"", statusUsage, `^ckengine: dxp: DXP: either an address to listen on or one to connect to is wanted\n`},
		{"--listen --connect 127.0.0.1:1", statusUsage, `either an address`},
		{"--connect", statusUsage, `flag needs an argument: --connect`},
		{"--connect 127.0.0.1:1 extra", statusUsage, `unexpected argument "extra"`},
		{"--listen 5000 extra", statusUsage, `unexpected argument "5000"`},
		{"--listen --games -1", statusUsage, `dxp: DXP: -1 games`},
		{"--listen --nodes -1", statusUsage, `--nodes -1: want a positive number`},
		{"--listen --minutes 3", statusUsage, `--minutes: the initiator says it; add --initiator, or leave it out`},
		{"--listen --fen W:W31:B5", statusUsage, `--fen: the initiator says it`},
		{"--listen --initiator --boards canadian", statusUsage, `--boards: the initiator chooses the board`},
		{"--listen --boards canadian,chess", statusUsage, `--boards: variant "chess": want canadian, international or brazilian`},
		{"--listen --initiator --minutes soon", statusUsage, `"soon" .*want a number of minutes, at most 999`},
		{"--listen --initiator --minutes NaN", statusUsage, `want a number of minutes`},
		{"--listen --initiator --minutes 0", statusUsage, `want a number of minutes`},
		{"--listen --initiator --minutes 10.5", statusUsage, `1 to 999 whole minutes can be sent, tenths of a minute below 10`},
		{"--listen --initiator --moves 1000", statusUsage, `1000 moves, 0 to 999 can be sent`},
		{"--listen --initiator --fen W:W73:B1", statusUsage, `^ckengine: dxp: FEN: square 73`},
		{"--listen --initiator --fen W:W19:B8,13", statusUsage, `start position: white has no legal move`},
		{"--listen --initiator --side red", statusUsage, `--side "red": want white or black`},
		{"--listen --name Größe", statusUsage, `name "Größe": only printable ASCII can be sent`},
		{"--listen --hash 0", statusUsage, `hash`},
		{"--listen 127.0.0.1:65536", statusFailed, `^ckengine: .*invalid port`},
		{"--listen=0 --pdn no/such/folder/games.pdn", statusFailed, `^ckengine: pdn: open no/such/folder/games.pdn`},
		{"--listen=0 --log no/such/folder/dxp.log", statusFailed, `^ckengine: log: open no/such/folder/dxp.log`},
	} {
		var out, said strings.Builder
		status := run(append([]string{"dxp"}, strings.Fields(c.args)...), streams{out: &out, err: &said})
		if status != c.status || !regexp.MustCompile(c.want).MatchString(said.String()) || out.Len() > 0 {
			t.Errorf("%q: status %d, %q, %q; want %d, %q", c.args, status, said.String(), out.String(), c.status, c.want)
		}
		if strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%q: more than a sentence: %q", c.args, said.String())
		}
	}
}
