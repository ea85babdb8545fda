import { expect, test } from 'vitest';
import { blocks, GROUND, highest } from './drawing';

test('blocks stand on each other, and the dimension line measures the highest tower', () => {
  const { x, top, floors } = highest();
  const tower = blocks().filter((block) => block.x === x);
  expect(Math.min(...tower.map((block) => block.y))).toBe(top);
  expect(Math.max(...tower.map((block) => block.y + block.height))).toBe(GROUND);
  expect(floors).toBe(13);
});
