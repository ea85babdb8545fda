import { expect, test } from 'vitest';
import { doubleArea, PLACED } from '../games/tangram-city/drawing';
import { blocks, GROUND, highest } from '../games/manhattan/drawing';

test('the tiles on the sheet fill the rectangle that is measured: 6 × 5', () => {
  const inside = PLACED.filter(({ corners }) =>
    corners.every((each, index) => each >= 0 && each <= (index % 2 ? 5 : 6)),
  );
  expect(inside.reduce((sum, piece) => sum + doubleArea(piece), 0)).toBe(2 * 6 * 5);
});

test('blocks stand on each other, and the measure is the highest tower', () => {
  const { x, top, floors } = highest();
  const tower = blocks().filter((block) => block.x === x);
  expect(Math.min(...tower.map((block) => block.y))).toBe(top);
  expect(Math.max(...tower.map((block) => block.y + block.height))).toBe(GROUND);
  expect(floors).toBe(13);
});
