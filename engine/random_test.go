package engine_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"ckengine/engine"

	"github.com/google/go-cmp/cmp"
)

// slowMode reports whether the long forms of the tests are wanted:
//
//	CKENGINE_SLOW=1 go test -timeout 0 ./engine
func slowMode() bool { return os.Getenv("CKENGINE_SLOW") != "" }

// randomSetup returns a position with pieces on random squares: an ending of few
// pieces, a board of kings and men in the open, or a full board.
func randomSetup(r *rand.Rand, v engine.Variant) engine.Position {
	most := []int{4, v.MenPerSide() / 2, v.MenPerSide()}[r.IntN(3)]
	kingsInTen := []int{0, 1, 3, 10}[r.IntN(4)]
	setup := engine.NewSetup(v)
	setup.SetSideToMove(engine.Side(r.IntN(2)))
	for side := engine.White; side <= engine.Black; side++ {
		for range 1 + r.IntN(most) {
			kind := engine.Man
			if r.IntN(10) < kingsInTen {
				kind = engine.King
			}
			// A square that is taken or not for men costs this piece, no more.
			_ = setup.Put(1+r.IntN(v.Squares()), side, kind)
		}
	}
	p, err := setup.Position()
	if err != nil {
		return randomSetup(r, v)
	}
	return p
}

// randomGame returns the positions of a game of random moves.
func randomGame(r *rand.Rand, start engine.Position, plies int) []engine.Position {
	positions := []engine.Position{start}
	for p := start; len(positions) <= plies; positions = append(positions, p) {
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		p = p.Play(moves[r.IntN(len(moves))])
	}
	return positions
}

// shrink takes pieces off a faulty position as long as it stays faulty.
func shrink(p engine.Position, fault func(engine.Position) error) engine.Position {
	for s := range p.Pieces(engine.White).Or(p.Pieces(engine.Black)).All() {
		if smaller, err := rebuild(p, s); err == nil && fault(smaller) != nil {
			return shrink(smaller, fault)
		}
	}
	return p
}

// rebuild sets a position up anew, piece by piece, those on the squares left out excepted.
func rebuild(p engine.Position, without ...engine.Square) (engine.Position, error) {
	v := p.Variant()
	setup := engine.NewSetup(v)
	setup.SetSideToMove(p.SideToMove())
	for number := 1; number <= v.Squares(); number++ {
		s, _ := v.Square(number)
		if side, kind, found := p.At(s); found && !slices.Contains(without, s) {
			if err := setup.Put(number, side, kind); err != nil {
				return p, err
			}
		}
	}
	return setup.Position()
}

// faultOf compares all that the package says about a position with what the reference says.
func faultOf(p engine.Position) error {
	reference := newReferenceBoard(p)
	moves, want := p.Moves(), reference.moveTexts()
	if diff := cmp.Diff(want, moveTexts(p)); diff != "" {
		return fmt.Errorf("moves (-want +got)\n%s", diff)
	}
	if got := p.CountMoves(); got != len(moves) {
		return fmt.Errorf("CountMoves %d, want %d", got, len(moves))
	}
	if got := p.HasMoves(); got != (len(moves) > 0) {
		return fmt.Errorf("HasMoves %t with %d moves", got, len(moves))
	}
	white, black, kings, side := p.Placement()
	if white != p.Pieces(engine.White) || black != p.Pieces(engine.Black) || side != p.SideToMove() ||
		kings != p.Kings(engine.White).Or(p.Kings(engine.Black)) {
		return fmt.Errorf("Placement %v %v %v, %s to move", white, black, kings, side)
	}
	for s := range white.Or(black).All() {
		// The last piece is not taken off: no set-up is an empty board.
		if want, err := rebuild(p, s); err == nil && p.Without(s) != want {
			return fmt.Errorf("without the piece on %d: %+v, want %+v", p.Variant().Number(s), p.Without(s), want)
		}
	}
	isCapture := len(moves) > 0 && moves[0].IsCapture()
	if got := p.CanCapture(); got != isCapture {
		return fmt.Errorf("CanCapture %t, want %t", got, isCapture)
	}
	for _, m := range reference.legalMoves() {
		if err := playFault(p, reference, m); err != nil {
			return err
		}
	}
	return rotationFault(p, reference)
}

// playFault compares Play with the reference. That Setup takes the new position
// back shows that no man stands on his promotion row; that it is the same, hash
// included, that the changes made by Play add up.
func playFault(p engine.Position, reference *referenceBoard, m referenceMove) error {
	text := reference.text(m)
	i := slices.IndexFunc(p.Moves(), func(m engine.Move) bool { return p.HubText(m) == text })
	next := p.Play(p.Moves()[i])
	if diff := cmp.Diff(reference.after(m).String(), newReferenceBoard(next).String()); diff != "" {
		return fmt.Errorf("after %s (-want +got)\n%s", text, diff)
	}
	again, err := rebuild(next)
	if err != nil {
		return fmt.Errorf("after %s: %v", text, err)
	}
	if again != next || again.Hash() != next.Hash() {
		return fmt.Errorf("after %s: not the same as the position set up anew:\n%+v\n%+v", text, next, again)
	}
	if !next.Pieces(engine.White).And(next.Pieces(engine.Black)).IsEmpty() {
		return fmt.Errorf("after %s: two pieces on one square", text)
	}
	if reversible := len(m.taken) == 0 && (reference.at(m.from) == 'W' || reference.at(m.from) == 'B'); reversible != p.IsReversible(p.Moves()[i]) {
		return fmt.Errorf("%s: reversible %t, want %t", text, !reversible, reversible)
	}
	return nil
}

// rotationFault compares a position with what the other player sees.
func rotationFault(p engine.Position, reference *referenceBoard) error {
	rotated := p.Rotated()
	if rotated.Rotated() != p {
		return fmt.Errorf("turned twice it is another position")
	}
	if diff := cmp.Diff(reference.turned().String(), newReferenceBoard(rotated).String()); diff != "" {
		return fmt.Errorf("turned (-want +got)\n%s", diff)
	}
	var want []string
	for _, m := range reference.legalMoves() {
		want = append(want, reference.text(reference.turnedMove(m)))
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, moveTexts(rotated)); diff != "" {
		return fmt.Errorf("moves of the turned position (-want +got)\n%s", diff)
	}
	return nil
}

// forRandomPositions calls visit with positions of random games and of random set-ups
// of all boards, at least normal or slow of them in all.
func forRandomPositions(t *testing.T, normal, slow int, visit func(engine.Position)) {
	total := normal
	if slowMode() {
		total = slow
	} else if testing.Short() {
		total = normal / 4
	}
	for done, seed := 0, uint64(0); done < total; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		v := engine.Variants()[r.IntN(3)]
		start, plies := randomSetup(r, v), 10
		if r.IntN(4) == 0 {
			start, plies = engine.Start(v), 150
		}
		positions := randomGame(r, start, plies)
		for _, p := range positions {
			visit(p)
		}
		done += len(positions)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func TestRandomPositionsAgainstReference(t *testing.T) {
	forRandomPositions(t, 3000, 200_000, func(p engine.Position) {
		if faultOf(p) != nil {
			p = shrink(p, faultOf)
			t.Errorf("%s, %s: %v", p.Variant(), p.FEN(), faultOf(p))
		}
	})
}

// TestKingWithOneWayOut shuts a king in on all sides but one, or on all.
func TestKingWithOneWayOut(t *testing.T) {
	for _, v := range engine.Variants() {
		board := newReferenceBoard(engine.Start(v))
		at := place{v.Width() / 2, v.Width()/2 - 1}
		for _, open := range append(diagonals, place{}) {
			setup := engine.NewSetup(v)
			if err := setup.Put(board.numberOf(at), engine.White, engine.King); err != nil {
				t.Fatal(err)
			}
			for _, d := range diagonals {
				if d == open {
					continue
				}
				for _, blocker := range []place{at.plus(d), at.plus(d).plus(d)} {
					if err := setup.Put(board.numberOf(blocker), engine.Black, engine.King); err != nil {
						t.Fatal(err)
					}
				}
			}
			p, err := setup.Position()
			if err != nil {
				t.Fatal(err)
			}
			if got, want := p.HasMoves(), open != (place{}); got != want {
				t.Errorf("%s: HasMoves %t, want %t", p.FEN(), got, want)
			}
			if err := faultOf(p); err != nil {
				t.Errorf("%s: %v", p.FEN(), err)
			}
		}
	}
}
