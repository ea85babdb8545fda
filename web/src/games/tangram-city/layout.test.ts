import { expect, it } from 'vitest';
import { layoutOf, marginOf, spare } from './layout';

it.each([
  [348, 540, 'narrow'], // a phone
  [568, 276, 'beside'], // in landscape
  [752, 860, 'broad'], // a tablet
  [624, 700, 'broad'], // a small desktop, with panels
  [880, 650, 'beside'],
  [1440, 1010, 'beside'],
])('%i × %i: the layout with the largest city is %s', (width, height, layout) => {
  expect(layoutOf(width, height)).toBe(layout);
});

it.each([
  [348, 540, false], // a phone
  [752, 860, false], // a tablet: the city is as wide as the page
  [624, 700, true], // a small desktop, with panels
  [1440, 1010, false], // a column of its own
])('%i × %i: the other cities beside the own one: %s', (width, height, beside) => {
  expect(marginOf(width, height) > 0).toBe(beside);
});

it('a replay beside its panels shows the other cities too', () => {
  expect(marginOf(540, 500)).toBe(0);
  expect(marginOf(540, 500, true)).toBeGreaterThan(100);
});

it('a tall phone has room for the scales', () => {
  expect(spare(348, 540)).toBe(false);
  expect(spare(378, 744)).toBe(true);
  expect(spare(752, 1400)).toBe(false);
});
