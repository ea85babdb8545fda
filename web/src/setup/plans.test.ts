import { expect, test, vi } from 'vitest';
import type { GameInfo } from '../protocol';

vi.mock('../games/ui', () => ({ aboutOf: (id: string) => (id === 'four' ? { players: 4 } : {}) }));
const { againstBots, atOneScreen, usualPlayers, withFriends } = await import('./plans');

const info = (id: string, players: object) =>
  ({ id, defaults: {}, options_schema: { properties: { players } } }) as unknown as GameInfo;

test('a table against bots has the recommended number of players, else two', () => {
  expect(usualPlayers(info('four', { enum: [2, 3, 4] }))).toBe(4);
  expect(usualPlayers(info('four', { enum: [1, 2] }))).toBe(2);
  expect(usualPlayers(info('other', { enum: [1, 2, 3] }))).toBe(2);
  expect(usualPlayers(info('alone', { enum: [1] }))).toBe(1);
});

test('play now fills every other seat with a bot, so that the game begins at once', () => {
  const plan = againstBots('nim', ['greedy', 'search', 'random']);
  expect(plan.options).toEqual({ players: 4 });
  expect(plan.seats?.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot', 'bot']);
  expect(againstBots('nim', []).options).toEqual({ players: 1 });
});

test('a table with friends has open seats', () => {
  const plan = withFriends('nim', 3, true);
  expect(plan.seats?.map((seat) => seat.kind)).toEqual(['me', 'open', 'open']);
  expect(plan.listed).toBe(true);
});

test('at one screen every person is me, by name, and nobody else can watch', () => {
  const plan = atOneScreen('nim', ['Ada', 'Grace'], ['random']);
  expect(plan.options).toEqual({ players: 3 });
  expect(plan.seats).toEqual([
    { kind: 'me', name: 'Ada' },
    { kind: 'me', name: 'Grace' },
    { kind: 'bot', bot: 'random' },
  ]);
  expect(plan.watchable).toBe(false);
});
