import { expect, test } from 'vitest';
import { complete, fitted, possible, shared } from './seats';

test('new seats are open like the last, or get a bot; with fewer players the first stay', () => {
  expect(fitted([], 2, ['greedy'])).toEqual([{ kind: 'me' }, { kind: 'bot', bot: 'greedy' }]);
  const open = fitted([{ kind: 'me' }, { kind: 'open' }], 3, ['greedy']);
  expect(open.at(-1)).toEqual({ kind: 'open' });
  expect(fitted(open, 1, ['greedy'])).toEqual([{ kind: 'me' }]);
});

test('new bots differ from those at the table, as long as there are others', () => {
  const seats = fitted([{ kind: 'me' }, { kind: 'bot', bot: 'b' }], 5, ['a', 'b', 'c']);
  expect(seats.map((seat) => seat.bot)).toEqual([undefined, 'b', 'a', 'c', 'a']);
});

test('a bot that the service no longer has is replaced', () => {
  const seats = [{ kind: 'me' as const }, { kind: 'bot' as const, bot: 'gone' }];
  expect(possible(seats, ['greedy'], 'greedy')[1]).toEqual({ kind: 'bot', bot: 'greedy' });
});

test('two people at one screen need names; a table waits for its open seats', () => {
  expect(shared([{ kind: 'me' }, { kind: 'me' }])).toBe(true);
  expect(shared([{ kind: 'me' }, { kind: 'open' }])).toBe(false);
  expect(complete([{ kind: 'me' }, { kind: 'open' }])).toBe(false);
});
