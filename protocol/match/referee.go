package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ckengine/engine"
)

// rules are what the referee applies to a game.
type rules struct {
	drawRule     engine.DrawRule
	adjudication Adjudication
	timings      [2]timing // by side
}

// ply is one move with what its engine said of it and the time it took.
type ply struct {
	move    engine.Move
	answer  Answer
	left    time.Duration // on the clock after the move
	clocked bool
}

// played is a game that has come to its end.
type played struct {
	game    *engine.Game
	plies   []ply
	outcome engine.Outcome
	end     End
	blame   engine.Side // who ended it, for an abnormal end
	failure *Failure    // of the engine to blame, nil if it can go on
}

// referee plays a game between two engines that are ready for it. An error is the context's alone: whatever
// an engine does is an outcome.
func referee(ctx context.Context, players [2]Engine, start engine.Position, r rules) (*played, error) {
	result := &played{game: engine.NewGame(start, r.drawRule)}
	clocks := [2]*clock{newClock(r.timings[0]), newClock(r.timings[1])}
	judge := adjudicator{Adjudication: r.adjudication}
	for {
		if outcome := result.game.Outcome(); outcome.Result != engine.Ongoing {
			result.outcome, result.end = outcome, EndByRules
			if outcome.Result == engine.Draw {
				result.end = EndByDrawRule
			}
			return result, nil
		}
		before := result.game.Position()
		side := before.SideToMove()
		clock := clocks[side]
		answer, err := players[side].Think(ctx, result.game, clock.budget())
		if err != nil {
			return result.failed(ctx, side, err)
		}
		allowed := clock.allowance()
		if !clock.spend(answer.Elapsed) {
			result.forfeit(side, EndTimeLoss, fmt.Sprintf("%s loses on time: its move took %s and it had %s, with a margin of %s",
				side, milliseconds(answer.Elapsed), milliseconds(allowed), milliseconds(clock.margin)))
			return result, nil
		}
		if q := answer.Quit; q != nil {
			if q.End.IsAbnormal() {
				result.forfeit(side, q.End, q.Outcome.Reason)
			} else {
				result.outcome, result.end = q.Outcome, q.End
			}
			return result, nil
		}
		if answer.Move == "" {
			result.forfeit(side, EndNoMove, fmt.Sprintf("%s gave no move although it has one", side))
			return result, nil
		}
		m, err := before.ParseMove(answer.Move)
		if err != nil {
			result.forfeit(side, EndIllegalMove, fmt.Sprintf("%s played an illegal move in %s: %v", side, before.FEN(), err))
			return result, nil
		}
		if err := result.game.Play(m); err != nil {
			return nil, fmt.Errorf("game at ply %d: %w", result.game.Ply(), err)
		}
		result.plies = append(result.plies, ply{m, answer, clock.left, clock.view() != nil})
		if result.game.Outcome().Result != engine.Ongoing {
			continue
		}
		if outcome := judge.after(before, m, answer.Score, result.game.Ply()); outcome.Result != engine.Ongoing {
			result.outcome, result.end = outcome, EndAdjudicated
			return result, nil
		}
	}
}

// forfeit ends the game as lost for side.
func (p *played) forfeit(side engine.Side, end End, reason string) {
	p.end, p.blame = end, side
	p.outcome = engine.Outcome{Result: engine.WinFor(side.Opponent()), Reason: reason}
}

// failed ends the game as lost for the side whose engine failed, unless the game is
// being called off.
func (p *played) failed(ctx context.Context, side engine.Side, err error) (*played, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var failure *Failure
	if !errors.As(err, &failure) {
		return nil, fmt.Errorf("%s: %w", side, err)
	}
	p.failure = failure
	p.forfeit(side, failure.End, fmt.Sprintf("%s's engine failed: %s", side, failure.Detail))
	return p, nil
}

func milliseconds(d time.Duration) string { return d.Round(time.Millisecond).String() }
