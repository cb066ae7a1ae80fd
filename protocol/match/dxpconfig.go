package match

import (
	"errors"
	"fmt"

	"ckengine/protocol/dxp"
)

// checkDXP refuses what DamExchange has no word for.
func (c EngineConfig) checkDXP() error {
	if c.Self || c.Command != "" || len(c.Args) > 0 || c.Dir != "" || len(c.Env) > 0 || len(c.Options) > 0 {
		return errors.New("dxp is a program that runs already: it takes no self, cmd, arg, dir, env and option")
	}
	return nil
}

// validateDXP refuses what cannot be played over DamExchange.
func (c *Config) validateDXP() error {
	taken := map[string]bool{}
	for _, e := range c.Engines {
		if e.DXP == "" {
			continue
		}
		err := e.checkDXP()
		if taken[e.DXP] {
			err = fmt.Errorf("two engines have the address %s, and one game at a time is played there", e.DXP)
		}
		taken[e.DXP] = true
		tc := e.Limits.TC
		if tc.Time == 0 || e.Limits != (Limits{TC: TimeControl{Time: tc.Time}}) {
			err = errors.New("DamExchange tells a program the time of the whole game alone: want tc=SECONDS and no other limit")
		} else if _, unsendable := dxp.Encode(dxp.GameRequest{Name: "ckengine", Time: tc.Time}); unsendable != nil {
			err = unsendable
		}
		if err != nil {
			return fmt.Errorf("engine %s: %w", e.label(), err)
		}
	}
	return nil
}
