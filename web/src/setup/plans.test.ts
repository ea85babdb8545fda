import { expect, test } from 'vitest';
import { isGame } from '../games/names';
import { againstBots, atOneScreen, withFriends } from './plans';

test('play now fills every other seat with bots, so that the game begins at once', () => {
  const plan = againstBots('manhattan', 'greedy');
  expect(plan.options).toEqual({ players: 4 });
  expect(plan.seats?.map((seat) => seat.kind)).toEqual(['me', 'bot', 'bot', 'bot']);
});

test('friends find open seats', () => {
  const plan = withFriends('tangram-city', 3, true);
  expect(plan.seats?.map((seat) => seat.kind)).toEqual(['me', 'open', 'open']);
  expect(plan.listed).toBe(true);
});

test('at one screen everybody is me, by name, and nobody else looks on', () => {
  const plan = atOneScreen('manhattan', ['Ada', 'Grace'], 1, 'random');
  expect(plan.options).toEqual({ players: 3 });
  expect(plan.seats).toEqual([
    { kind: 'me', name: 'Ada' },
    { kind: 'me', name: 'Grace' },
    { kind: 'bot', bot: 'random' },
  ]);
  expect(plan.watchable).toBe(false);
});

test('an address may name any game: only those that are known are set up', () => {
  expect(isGame('tangram-city')).toBe(true);
  expect(isGame('chess')).toBe(false);
});
