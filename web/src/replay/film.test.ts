import { expect, test } from 'vitest';
import { chosen } from './film';

test('a long game is shown in even steps to its end', () => {
  const lines = Array.from({ length: 100 }, (_, line) => line);
  const found = chosen(lines, 34);
  expect(found).toHaveLength(34);
  expect(found[0]).toBe(0);
  expect(found[1]).toBe(3);
  expect(found.at(-1)).toBe(99);
  expect(chosen([0, 4, 9])).toEqual([0, 4, 9]);
});
