import { beforeEach, expect, test, vi } from 'vitest';
import type { BotInfo } from '../protocol';

const bot = (code: string, level: number): BotInfo => ({
  code,
  level,
  name: `Name of ${code}`,
  about: `About ${code}`,
  short: `Short ${code}`,
});
const BOTS = [bot('random', 0), bot('nim:1', 1), bot('nim:3', 3), bot('nim:2', 2)];
const storage = new Map<string, string>();

vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => key }));
vi.mock('../net/games.svelte', () => ({ games: () => [{ id: 'nim', bots: BOTS }] }));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
});
const {
  botAbout,
  botLabel,
  botName,
  offered,
  opponents,
  rememberBot,
  seatNames,
  strongestBot,
  usualBot,
} = await import('./bots');

beforeEach(() => storage.clear());

test('the bots of the operator come after the levels, and are no level themselves', () => {
  const house = bot('house:rita', 0);
  expect(offered([house, ...BOTS]).map((each) => each.code)).toEqual([
    'nim:1',
    'nim:2',
    'nim:3',
    'house:rita',
  ]);
  expect(opponents([house, ...BOTS], 'nim:2', 4)).not.toContain('house:rita');
});

test('bots are named as in the catalogue; an unknown bot by its code', () => {
  expect(botName('nim:1')).toBe('Name of nim:1');
  expect(botAbout('random')).toBe('About random');
  expect(botName('oracle')).toBe('oracle');
  expect(botAbout('oracle')).toBe('');
});

test('a second copy of a bot is numbered; a seat keeps the name of a player who left', () => {
  const twin = { kind: 'bot', bot: 'nim:1' };
  const gone = { kind: 'bot', bot: 'nim:3', name: 'Grace', gone: 'resigned' };
  const seats = [{ kind: 'human', name: 'Ada' }, twin, { kind: 'open' }, twin, gone];
  expect(seatNames(seats)).toEqual([
    'Ada',
    'Name of nim:1',
    'setup.seat_open',
    'Name of nim:1 2',
    'Grace',
  ]);
});

test('names never repeat at a table, not even between a person and a bot', () => {
  const twin = { kind: 'human', name: 'Short nim:1' };
  const seats = [twin, twin, { kind: 'bot', bot: 'nim:1' }];
  expect(seatNames(seats, true)).toEqual(['Short nim:1', 'Short nim:1 2', 'Short nim:1 3']);
});

test('opponents are different bots near the chosen level', () => {
  expect(opponents(BOTS, 'nim:2', 3)).toEqual(['nim:2', 'nim:1', 'nim:3']);
  expect(opponents(BOTS, 'nim:3', 2)).toEqual(['nim:3', 'nim:2']);
  expect(opponents(BOTS, 'nim:3', 4)).toEqual(['nim:3', 'nim:2', 'nim:1', 'nim:3']);
  expect(opponents([bot('random', 0), bot('search', 0)], 'search', 2)).toEqual([
    'search',
    'search',
  ]);
});

test('bots without a level are not offered; the weakest comes first', () => {
  expect(offered(BOTS).map((each) => each.level)).toEqual([1, 2, 3]);
  expect(strongestBot('nim')).toBe('nim:3');
});

test('the default is the second level, then the bot chosen last', () => {
  expect(usualBot('nim', BOTS)).toBe('nim:2');
  rememberBot('nim', 'nim:3');
  expect(usualBot('nim', BOTS)).toBe('nim:3');
  rememberBot('nim', 'nim:9');
  expect(usualBot('nim', BOTS)).toBe('nim:2');
  expect(usualBot('nim', [])).toBe('');
});

test('in a game without levels all bots are offered, by name alone', () => {
  const plain = [bot('random', 0), bot('search', 0)];
  expect(offered(plain)).toEqual(plain);
  expect(botLabel(plain[0]!)).toBe('Name of random');
  expect(usualBot('nim', plain)).toBe('random');
});
