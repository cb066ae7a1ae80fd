package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"ckengine/engine"
	"ckengine/protocol"
	"ckengine/protocol/dxp"
)

// dxpFlags are the flags of the command dxp.
type dxpFlags struct {
	flags    *pflag.FlagSet
	listen   string
	connect  string
	minutes  minutesFlag
	fen      string
	side     string
	boards   []string
	pdn      string
	nodes    int64
	options  dxp.Options
	settings *protocol.Settings
	log      *dialogueLog
}

const listenDefault = "127.0.0.1:" + dxp.DefaultPort

func dxpCommand() command {
	return command{
		name: "dxp",
		args: "--listen [ADDR] [FLAGS]\n" +
			"  ckengine dxp --connect ADDR [FLAGS]\n\n" +
			"One end listens and the other connects; and one end is the initiator, which asks for the games\n" +
			"and says how they are played. ADDR is HOST:PORT; what is missing is 127.0.0.1 and " + dxp.DefaultPort + ".",
		help: "play against a program that speaks DamExchange (DXP), over TCP",
		setUp: func(flags *pflag.FlagSet) runner {
			f := &dxpFlags{flags: flags, minutes: minutesFlag(5 * time.Minute)}
			o := &f.options
			flags.StringVar(&f.listen, "listen", "", "wait for the other program at `ADDR`")
			flags.Lookup("listen").NoOptDefVal = listenDefault
			flags.StringVar(&f.connect, "connect", "", "connect to the other program at `ADDR`")
			flags.BoolVar(&o.Initiator, "initiator", false, "ask for the games, with colours swapped from one to the next")
			flags.IntVar(&o.Games, "games", 0, "`N` games to play (default 1 for the initiator, else as many as the other program wants)")
			flags.Var(&f.minutes, "minutes", "initiator: time of each player for the whole game")
			flags.IntVar(&o.Terms.Moves, "moves", 0, "initiator: the game ends after `N` moves of each player, 0 for no limit")
			flags.StringVar(&f.fen, "fen", "", "initiator: the position to start from, as `FEN`")
			flags.StringVar(&f.side, "side", "white", "initiator: the `COLOUR` that ckengine plays in the first game, white or black")
			flags.StringSliceVar(&f.boards, "boards", nil, "follower: `NAMES` of the boards to play on, with commas between them (default that of --variant)")
			flags.StringVar(&o.Settings.Name, "name", "ckengine "+version, "what to call ckengine, at most 32 ASCII `CHARACTERS`")
			flags.StringVar(&f.pdn, "pdn", "", "append each game to `FILE` as it ends")
			flags.Int64Var(&f.nodes, "nodes", 0, "visit at most `N` positions a move, however much time there is")
			f.settings = settingsFlags(flags, "variant", "draw-rule", "threads", "hash", "skill", "move-overhead", "evaluation", "weights")
			f.log = logFlag(flags)
			return f.run
		},
	}
}

// run plays the games that the flags describe.
func (f *dxpFlags) run(std streams, args []string) error {
	if err := f.settle(args); err != nil {
		return usagef("dxp: %w", err)
	}
	series := &dxpSeries{std: std, log: f.log}
	if err := series.open(f.pdn); err != nil {
		return err
	}
	o := f.options
	o.Status, o.Sink, o.Settings.Log = series.status, series.sink, series.logMessage
	o.Listening = func(a net.Addr) { series.status("listening on " + a.String()) }
	agent := dxp.NewPlayerAgent(protocol.NewPlayer(*f.settings), dxp.PlayerOptions{Nodes: f.nodes, Status: series.status})

	ctx, release := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer release()
	context.AfterFunc(ctx, release) // a second Ctrl-C ends the program at once
	err := dxp.Run(ctx, o, agent)
	if err != nil && ctx.Err() != nil {
		err = exitWith(statusInterrupted, errors.New("dxp: interrupted"))
	}
	return errors.Join(err, series.close())
}

// settle turns the flags into options.
func (f *dxpFlags) settle(args []string) (err error) {
	o := &f.options
	o.Listen, o.Connect = f.listen, f.connect
	if f.flags.Changed("listen") && o.Listen == listenDefault && len(args) == 1 {
		o.Listen, args = args[0], nil
	}
	if err := atMost(0, args); err != nil {
		return err
	}
	if err := f.checkRole(); err != nil {
		return err
	}
	if f.nodes < 0 {
		return fmt.Errorf("--nodes %d: want a positive number", f.nodes)
	}
	o.Settings.DrawRule = f.settings.DrawRule
	o.Settings.Boards = []engine.Variant{f.settings.Variant}
	if len(f.boards) > 0 {
		o.Settings.Boards = nil
	}
	for _, name := range f.boards {
		board, err := engine.ParseVariant(name)
		if err != nil {
			return fmt.Errorf("--boards: %w", err)
		}
		o.Settings.Boards = append(o.Settings.Boards, board)
	}
	o.Terms.Start, o.Terms.Time = engine.Start(f.settings.Variant), time.Duration(f.minutes)
	if f.fen != "" {
		if o.Terms.Start, err = engine.ParseFEN(f.fen, f.settings.Variant); err != nil {
			return err
		}
	}
	switch f.side {
	case "white":
		o.Terms.FollowerSide = engine.Black
	case "black":
		o.Terms.FollowerSide = engine.White
	default:
		return fmt.Errorf("--side %q: want white or black", f.side)
	}
	return o.Validate()
}

// checkRole refuses flags that the other role has.
func (f *dxpFlags) checkRole() error {
	for _, name := range []string{"minutes", "moves", "fen", "side"} {
		if f.flags.Changed(name) && !f.options.Initiator {
			return fmt.Errorf("--%s: the initiator says it; add --initiator, or leave it out", name)
		}
	}
	if f.flags.Changed("boards") && f.options.Initiator {
		return errors.New("--boards: the initiator chooses the board by --variant or --fen")
	}
	return nil
}

// minutesFlag is a time in minutes, whole or with a decimal point.
type minutesFlag time.Duration

func (m *minutesFlag) String() string {
	return strconv.FormatFloat(time.Duration(*m).Minutes(), 'f', -1, 64)
}

func (m *minutesFlag) Type() string { return "M" }

func (m *minutesFlag) Set(text string) error {
	minutes, err := strconv.ParseFloat(text, 64)
	if err != nil || !(minutes > 0 && minutes <= 999) {
		return errors.New("want a number of minutes, at most 999")
	}
	*m = minutesFlag(math.Round(minutes * float64(time.Minute)))
	return nil
}
