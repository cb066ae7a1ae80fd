package match

import (
	"context"
	"encoding/json"
	"fmt"
)

// resume takes over the journal of a match that was broken off.
func (m *Match) resume(ctx context.Context) error {
	given := m.config
	read, file, err := resumeJournal(m.options.Journal, func(h Header, r *Record) error {
		if m.report == nil {
			m.report = newReporter(h)
		}
		m.done[r.Number] = true
		return m.report.add(r)
	})
	if err != nil {
		return err
	}
	m.journal = file
	if err := m.takeOver(ctx, read, given); err != nil {
		_ = file.close()
		return err
	}
	return nil
}

func (m *Match) takeOver(ctx context.Context, read *Journal, given Config) error {
	if m.report == nil {
		m.report = newReporter(read.Header)
	}
	if len(given.Engines) > 0 {
		if err := sameGames(read.Header.Config, given); err != nil {
			return fmt.Errorf("journal %s: %w", read.Path, err)
		}
	}
	m.config = read.Header.Config
	if err := m.inspect(ctx); err != nil {
		return err
	}
	if m.header.Openings != read.Header.Openings {
		return fmt.Errorf("journal %s: the openings of %s have changed since it was begun", read.Path, m.config.Openings.Source)
	}
	for i, now := range m.header.Engines {
		if now != read.Header.Engines[i] {
			if !m.options.Force {
				return fmt.Errorf("journal %s: engine %s has changed since it was begun: %s; begin a new journal, or give --force",
					read.Path, m.config.Engines[i].Name, difference(read.Header.Engines[i], now))
			}
			m.warn("engine %s has changed since the journal was begun", m.config.Engines[i].Name)
		}
	}
	m.header = read.Header
	for number := range m.done {
		if !m.schedule.has(number) {
			return fmt.Errorf("journal %s: game %d is not in its own schedule", read.Path, number)
		}
	}
	if read.Damage != nil {
		m.warn("journal %s: %v; it was cut off, and its game is played again", read.Path, read.Damage)
	}
	return nil
}

func difference(then, now EngineFacts) string {
	switch {
	case then.Identity != now.Identity:
		return fmt.Sprintf("it was %s %s and is %s %s", then.Name, then.Version, now.Name, now.Version)
	case then.Binary != now.Binary:
		return fmt.Sprintf("it was %s and is %s", then.Binary, now.Binary)
	}
	return now.Binary + " is another file"
}

// sameGames refuses a configuration that would give other games than the journal's.
// Names that the journal has and the configuration leaves open are taken as the same.
func sameGames(journal, given Config) error {
	given.Engines = append([]EngineConfig(nil), given.Engines...)
	for i := range min(len(given.Engines), len(journal.Engines)) {
		if given.Engines[i].Name == "" {
			given.Engines[i].Name = journal.Engines[i].Name
		}
	}
	if given.Seed == 0 {
		given.Seed = journal.Seed
	}
	then, now := configFields(journal), configFields(given)
	for name, value := range now {
		if string(then[name]) != string(value) {
			return fmt.Errorf("it was begun with other settings: %s was %s and is %s", name, then[name], value)
		}
	}
	for name, value := range then {
		if _, found := now[name]; !found {
			return fmt.Errorf("it was begun with other settings: %s was %s and is not given", name, value)
		}
	}
	return nil
}

// configFields splits a configuration into its top-level fields as JSON.
func configFields(c Config) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	text, err := json.Marshal(c)
	if err == nil {
		err = json.Unmarshal(text, &fields)
	}
	if err != nil {
		panic(err) // a Config is made of plain values
	}
	return fields
}
