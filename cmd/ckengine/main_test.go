package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/pflag"

	"ckengine/protocol"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ckengine": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"dialogue": dialogueCommand, "duel": duelCommand, "samegames": sameGamesCommand, "peer": peerCommand,
			"exits": exitsCommand, "interrupt": interruptCommand, "samemoves": sameMovesCommand,
		},
	})
}

func TestEveryCommandHasHelp(t *testing.T) {
	var overview strings.Builder
	if err := writeOverview(&overview); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		if !strings.Contains(overview.String(), "  "+c.name+" ") {
			t.Errorf("help does not name %s:\n%s", c.name, &overview)
		}
		var page, asked strings.Builder
		if status := run([]string{"help", c.name}, streams{out: &page, err: &page}); status != statusDone {
			t.Errorf("help %s: status %d: %s", c.name, status, &page)
		}
		if status := run([]string{c.name, "--help"}, streams{out: &asked, err: &asked}); status != statusDone || asked.String() != page.String() {
			t.Errorf("%s --help: status %d: %s", c.name, status, &asked)
		}
	}
}

func TestEveryParameterIsAFlag(t *testing.T) {
	flags := pflag.NewFlagSet("test", pflag.ContinueOnError)
	settings := settingsFlags(flags)
	for _, p := range protocol.Parameters() {
		f := flags.Lookup(p.Name)
		if f == nil {
			t.Errorf("no flag --%s", p.Name)
			continue
		}
		if f.DefValue != p.Default || !strings.HasPrefix(f.Usage, p.Help) {
			t.Errorf("--%s: default %s, help %q; want %s, %q", p.Name, f.DefValue, f.Usage, p.Default, p.Help)
		}
	}
	if err := flags.Parse([]string{"--variant", "brazilian", "--ponder", "--hash=7", "--move-overhead", "15"}); err != nil {
		t.Fatal(err)
	}
	want := protocol.DefaultSettings()
	for _, setting := range [][2]string{{"variant", "brazilian"}, {"ponder", "true"}, {"hash", "7"}, {"move-overhead", "15"}} {
		if err := want.Set(setting[0], setting[1]); err != nil {
			t.Fatal(err)
		}
	}
	if *settings != want {
		t.Errorf("settings %+v, want %+v", *settings, want)
	}
}
