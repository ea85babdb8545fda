import { expect, test } from 'vitest';
import { complete, fitted, possible, shared } from './seats';

test('more players: more of what there is, fewer: the first stay', () => {
  expect(fitted([], 2, 'greedy')).toEqual([{ kind: 'me' }, { kind: 'bot', bot: 'greedy' }]);
  const open = fitted([{ kind: 'me' }, { kind: 'open' }], 3, 'greedy');
  expect(open.at(-1)).toEqual({ kind: 'open' });
  expect(fitted(open, 1, 'greedy')).toEqual([{ kind: 'me' }]);
});

test('a bot that is not there any more is replaced', () => {
  const seats = [{ kind: 'me' as const }, { kind: 'bot' as const, bot: 'gone' }];
  expect(possible(seats, ['greedy'], 'greedy')[1]).toEqual({ kind: 'bot', bot: 'greedy' });
});

test('two people of this screen need names; open seats make a table wait', () => {
  expect(shared([{ kind: 'me' }, { kind: 'me' }])).toBe(true);
  expect(shared([{ kind: 'me' }, { kind: 'open' }])).toBe(false);
  expect(complete([{ kind: 'me' }, { kind: 'open' }])).toBe(false);
});
