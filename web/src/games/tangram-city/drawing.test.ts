import { expect, test } from 'vitest';
import { doubleArea, PLACED } from './drawing';

test('the tiles in the rectangle of 6 × 5 have its area', () => {
  const inside = PLACED.filter(({ corners }) =>
    corners.every((each, index) => each >= 0 && each <= (index % 2 ? 5 : 6)),
  );
  expect(inside.reduce((sum, piece) => sum + doubleArea(piece), 0)).toBe(2 * 6 * 5);
});
