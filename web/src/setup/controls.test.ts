import { expect, test } from 'vitest';
import type { GameInfo } from '../protocol';
import { chosen, controlsOf, isNeeded, playersOf, presets } from './controls';

const GODZILLAS = ['godzilla', 'baby-godzilla'];
const PROPERTIES = {
  players: { enum: [2, 3, 4], 'x-group': 'game', 'x-resets': ['sides', 'start'] },
  edition: { enum: ['first', 'second'], 'x-group': 'edition', 'x-resets': ['rounds'] },
  urban: { type: 'boolean', 'x-group': 'advanced' },
  megacity: { type: 'boolean', 'x-group': 'advanced', 'x-needs': { urban: true } },
  variants: { type: 'array', items: { enum: GODZILLAS }, 'x-group': 'variants' },
  monster: { enum: ['A1', 'A2'], 'x-control': 'site', 'x-needs': { variants: GODZILLAS } },
  rounds: { type: 'integer', minimum: 1, maximum: 9, 'x-group': 'edition' },
  sides: { type: 'array', items: { type: 'integer' }, 'x-control': 'sides' },
  start: { type: 'integer', 'x-control': 'seat' },
  seven: { enum: [1, 2, 3, 4, 5, 6, 7] },
  note: { type: 'string' },
};

function info(properties: object, defaults: object = {}): GameInfo {
  return { id: 'nim', defaults, options_schema: { properties } } as unknown as GameInfo;
}

const CONTROLS = controlsOf(info(PROPERTIES));

test('every option has a control, in the order of the schema', () => {
  expect(CONTROLS.map(({ name, kind, group }) => [name, kind, group])).toEqual([
    ['players', 'segments', 'game'],
    ['edition', 'choice', 'edition'],
    ['urban', 'flag', 'advanced'],
    ['megacity', 'flag', 'advanced'],
    ['variants', 'several', 'variants'],
    ['monster', 'site', 'house'],
    ['rounds', 'number', 'edition'],
    ['sides', 'sides', 'house'],
    ['start', 'seat', 'house'],
    ['seven', 'select', 'house'],
    ['note', 'text', 'house'],
  ]);
});

test('an option is shown only if the options that it needs have the right values', () => {
  const [megacity, monster] = ['megacity', 'monster'].map((name) =>
    CONTROLS.find((control) => control.name === name)!,
  );
  expect(isNeeded(megacity!, { urban: true })).toBe(true);
  expect(isNeeded(megacity!, {})).toBe(false);
  expect(isNeeded(monster!, { variants: ['baby-godzilla'] })).toBe(true);
  expect(isNeeded(monster!, { variants: ['progressive'] })).toBe(false);
});

test('a choice resets the options that depend on it, and no others', () => {
  const given = { players: 2, sides: [0, 1], start: 1, seven: 5, rounds: 3 };
  expect(chosen(CONTROLS, given, 'players', 3)).toEqual({ players: 3, seven: 5, rounds: 3 });
  expect(chosen(CONTROLS, given, 'edition', 'second')).not.toHaveProperty('rounds');
});

test('a choice drops options that are no longer needed', () => {
  const given = { variants: ['godzilla'], monster: 'A1', urban: true, megacity: true };
  expect(chosen(CONTROLS, given, 'variants', [])).not.toHaveProperty('monster');
  expect(chosen(CONTROLS, given, 'urban', false)).not.toHaveProperty('megacity');
  const byDefault = { megacity: true };
  expect(chosen(CONTROLS, byDefault, 'seven', 2, { urban: true })).toHaveProperty('megacity');
});

test('a choice can be taken back', () => {
  expect(chosen(CONTROLS, { start: 2 }, 'start', undefined)).toEqual({});
});

test('players and edition preset the other options', () => {
  expect(presets(CONTROLS, { players: 2, edition: 'first', rounds: 3 })).toEqual({
    players: 2,
    edition: 'first',
  });
});

test('numbers of players come from an enumeration, a range or the default', () => {
  expect(playersOf(info(PROPERTIES))).toEqual([2, 3, 4]);
  expect(playersOf(info({ players: { type: 'integer', minimum: 1, maximum: 3 } }))).toEqual([
    1, 2, 3,
  ]);
  expect(playersOf(info({}, { players: 2 }))).toEqual([2]);
  expect(playersOf(undefined)).toEqual([]);
});
