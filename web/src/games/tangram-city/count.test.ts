import { expect, it } from 'vitest';
import type { City } from './protocol';
import { counted, marks, stagesOf, steps } from './count';

const SCORING = {
  rectangle: [2, 1, 3, 2] as [number, number, number, number],
  area: 6,
  buildings: 2,
  green: 0,
  building_fields: `0101${'0'.repeat(45)}`,
  green_fields: '0'.repeat(49),
  planning: 0,
  harmony: 10,
};

it('counts the fields of the rectangle row by row (T4.1), then those of each colour (T4.2)', () => {
  expect(counted(SCORING, 'rectangle')).toEqual([9, 10, 11, 16, 17, 18]);
  expect(counted(SCORING, 'buildings')).toEqual([1, 3]);
  expect(counted({ ...SCORING, rectangle: null }, 'rectangle')).toEqual([]);
});

it('takes as many steps as the city with most fields', () => {
  expect(steps([SCORING, { ...SCORING, rectangle: null }], 'rectangle')).toBe(6);
  expect(steps([], 'green')).toBe(0);
});

it('ends the last round with the bonuses', () => {
  const full = 'f'.repeat(48) + '7';
  const city = { building: full, green: '0'.repeat(49), fountains: '0'.repeat(49) } as City;
  expect(stagesOf(false)).toEqual(['rectangle', 'buildings', 'green']);
  expect(stagesOf(true)).toEqual(['rectangle', 'buildings', 'green', 'planning', 'harmony']);
  expect(marks(city, SCORING, 'planning')[0]!.fields).toHaveLength(48);
  expect(marks(city, SCORING, 'harmony').map(({ as }) => as)).toEqual(['buildings', 'green']);
});
