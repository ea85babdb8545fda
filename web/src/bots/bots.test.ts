import { beforeEach, expect, test, vi } from 'vitest';
import type { BotInfo } from '../protocol';

const bot = (code: string, level: number): BotInfo => ({
  code,
  level,
  name: `Name of ${code}`,
  about: `About ${code}`,
});
const BOTS = [
  bot('random', 0),
  bot('manhattan:1', 1),
  bot('manhattan:3', 3),
  bot('manhattan:2', 2),
];
const storage = new Map<string, string>();

vi.mock('../i18n/index.svelte', () => ({ t: (key: string) => key }));
vi.mock('../net/games.svelte', () => ({ games: () => [{ id: 'manhattan', bots: BOTS }] }));
vi.stubGlobal('localStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
});
const { botAbout, botName, offered, rememberBot, seatNames, usualBot } = await import('./bots');

beforeEach(() => storage.clear());

test('bots are called as the service calls them; one it does not know has its code', () => {
  expect(botName('manhattan:1')).toBe('Name of manhattan:1');
  expect(botAbout('random')).toBe('About random');
  expect(botName('oracle')).toBe('oracle');
  expect(botAbout('oracle')).toBe('');
});

test('twins are told apart by a number; who has left keeps the name', () => {
  const twin = { kind: 'bot', bot: 'manhattan:1' };
  const gone = { kind: 'bot', bot: 'manhattan:3', name: 'Grace', gone: 'resigned' };
  const seats = [{ kind: 'human', name: 'Ada' }, twin, { kind: 'open' }, twin, gone];
  expect(seatNames(seats)).toEqual([
    'Ada',
    'Name of manhattan:1',
    'setup.seat_open',
    'Name of manhattan:1 2',
    'Grace',
  ]);
});

test('those without a level are not offered, the weakest comes first', () => {
  expect(offered(BOTS).map((each) => each.level)).toEqual([1, 2, 3]);
});

test('newcomers meet the second level; after that whom they chose last', () => {
  expect(usualBot('manhattan', BOTS)).toBe('manhattan:2');
  rememberBot('manhattan', 'manhattan:3');
  expect(usualBot('manhattan', BOTS)).toBe('manhattan:3');
  rememberBot('manhattan', 'manhattan:9');
  expect(usualBot('manhattan', BOTS)).toBe('manhattan:2');
  expect(usualBot('manhattan', [])).toBe('manhattan:2');
});
