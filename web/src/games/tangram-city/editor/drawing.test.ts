import { expect, test } from 'vitest';
import { areaText, isThere, shifted, stampAt, stamped } from './drawing';

test('the middle of a field means all of it, the corners mean halves', () => {
  expect(stampAt(0.5, 0.5)).toBe('whole');
  expect(stampAt(0.1, 0.1)).toBe('nw');
  expect(stampAt(0.9, 0.2)).toBe('ne');
  expect(stampAt(0.1, 0.9)).toBe('sw');
  expect(stampAt(0.8, 0.9)).toBe('se');
});

test('stamps add up to a field, replace each other, and can be removed', () => {
  const half = stamped([], 1, 2, 'nw', true);
  expect(half).toEqual([[1, 2, 'nw']]);
  const whole = stamped(half, 1, 2, 'se', true);
  expect(whole).toEqual([
    [1, 2, 'nw'],
    [1, 2, 'se'],
  ]);
  expect(isThere(whole, 1, 2, 'ne')).toBe(true);
  expect(stamped(whole, 1, 2, 'ne', false)).toEqual([[1, 2, 'sw']]);
  expect(stamped(half, 1, 2, 'ne', true)).toEqual([[1, 2, 'ne']]);
  expect(stamped(half, 1, 2, 'whole', true)).toEqual(whole);
  expect(stamped(whole, 1, 2, 'whole', false)).toEqual([]);
  expect(isThere(half, 1, 2, 'whole')).toBe(false);
});

test('a shape stays on the grid', () => {
  expect(shifted([[0, 0, 'nw']], 1, 0, 5)).toEqual([[1, 0, 'nw']]);
  expect(shifted([[0, 0, 'nw']], -1, 0, 5)).toBeNull();
});

test('areas have halves', () => {
  expect([0, 0.5, 1, 2.5].map(areaText)).toEqual(['0', '½', '1', '2½']);
});
