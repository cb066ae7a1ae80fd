package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"ckengine/engine/pdn"
	"ckengine/protocol/dxp"
)

// dxpSeries shows and keeps the games of a series.
type dxpSeries struct {
	std    streams
	log    *dialogueLog
	pdn    *os.File // nil for none
	tally  dxp.Tally
	showMu sync.Mutex
}

func (s *dxpSeries) open(pdnPath string) (err error) {
	if pdnPath != "" {
		if s.pdn, err = os.OpenFile(pdnPath, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
			return fmt.Errorf("pdn: %w", err)
		}
	}
	return s.log.open("dxp")
}

func (s *dxpSeries) status(text string) {
	s.showMu.Lock()
	defer s.showMu.Unlock()
	fmt.Fprintln(s.std.err, text)
}

func (s *dxpSeries) logMessage(d dxp.Direction, at time.Time, text string) {
	s.log.add(string(rune(d)), at, text)
}

// sink shows the result of a game and writes it to the PDN file.
func (s *dxpSeries) sink(r dxp.Record) error {
	s.tally.Add(r)
	white, black := r.Players()
	_, err := fmt.Fprintf(s.std.out, "game %d: %s - %s %v, %d plies, %s\n", s.tally.Games(), white, black, r.Result, r.Game.Ply(), r.Reason)
	if s.pdn == nil {
		return err
	}
	game := r.PDN()
	game.Tags.Set("Round", strconv.Itoa(s.tally.Games()))
	return errors.Join(err, pdn.NewWriter(s.pdn).Write(game))
}

// close shows the score, if there was a game.
func (s *dxpSeries) close() (err error) {
	if s.tally.Games() > 0 {
		_, err = fmt.Fprintln(s.std.out, "score:", &s.tally)
	}
	if s.pdn != nil {
		err = errors.Join(err, s.pdn.Close())
	}
	return errors.Join(err, s.log.close())
}
