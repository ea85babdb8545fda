import { expect, test } from 'vitest';
import { at, cleared, EMPTY, isFree, laid, lay } from './cities';
import type { Shape } from '../board/shapes';

const SHAPE: Shape = [
  [0, 0, 'nw'],
  [0, 0, 'se'],
  [1, 0, 'sw'],
];

test('a piece is laid, keeps others away and is cleared field by field', () => {
  const city = lay(EMPTY, at(SHAPE, 3, 2), 'g');
  expect(laid(city, 'g')).toEqual([
    [3, 2, 'nw'],
    [3, 2, 'se'],
    [4, 2, 'sw'],
  ]);
  expect(isFree(city, [[4, 2, 'ne']], [])).toBe(true);
  expect(isFree(city, [[4, 2, 'nw']], [])).toBe(false);
  expect(isFree(city, [[6, 6, 'nw']], [[6, 6, 'nw']])).toBe(false);
  expect(laid(cleared(city, 3, 2), 'g')).toEqual([[4, 2, 'sw']]);
});

test('a piece stays on the board', () => {
  expect(at(SHAPE, 6, 6)[0]).toEqual([5, 6, 'nw']);
});
