import { describe, expect, it } from 'vitest';
import { readPlace, writePlace } from '../actions';
import { apart, contents } from './city';
import { shape, TILES } from './fixture';
import fixture from './shapes.fixture.json';
import { centre, contains, moved, normalized, outline } from './shapes';
import { orientations, type Side } from './tiles';

const EMPTY = '0'.repeat(49);

describe.each(Object.entries(fixture))('tile %s lies as on the service (T3.1)', (id, given) => {
  it.each(['b', 'g'] as Side[])('with the side %s up, turned', (side) => {
    const expected = Object.entries(given.ways).filter(([way]) => way.startsWith(side));
    const found = orientations(TILES, id, side);
    expect(expected.map(([way]) => way)).toEqual(found.map((_, turns) => `${side}${turns}`));
    expect(found).toEqual(expected.map(([, text]) => shape(text)));
  });

  it('covers the same quarters', () => {
    const place = readPlace(given.last)!;
    const way = orientations(TILES, id, place.side)[place.turns]!;
    const city = { building: EMPTY, green: given.covers, fountains: EMPTY } as never;
    const found = contents(city, [`0 ${given.last}`], 0, [], TILES);
    expect(found.rest).toEqual([]);
    expect(found.pieces[0]!.shape).toEqual(moved(way, place.x, place.y));
    expect(writePlace(place)).toBe(given.last);
  });
});

it('a whole field is the same, whichever diagonal cuts it', () => {
  expect(normalized([[3, 2, 'ne'], [3, 2, 'sw']])).toEqual([[0, 0, 'nw'], [0, 0, 'se']]); // prettier-ignore
});

it('an outline has its corners only, and none of the lines inside', () => {
  expect(outline(shape('00nw 00se 10sw'), 1)).toBe('M0 0L1 0L2 1L0 1Z');
  expect(outline(shape('00nw 00se 10nw 10se'), 10)).toBe('M0 0L20 0L20 10L0 10Z');
});

it('a point is in a half field or not', () => {
  const half = shape('11ne');
  expect(contains(half, 1.8, 1.1)).toBe(true);
  expect(contains(half, 1.1, 1.8)).toBe(false);
  expect(centre(shape('00nw 00se'))).toEqual([0.5, 0.5]);
});

it('the rest that no line explains is the printed field', () => {
  const city = { building: `f9${'0'.repeat(47)}`, green: EMPTY, fountains: EMPTY } as never;
  expect(contents(city, [], 0, [], TILES)).toEqual({
    pieces: [],
    rest: [{ side: 'b', shape: shape('00nw 00se 10nw') }],
  });
  const placed = contents(city, ['1 place 01 b 3 b1', '0 place 01 b 3 b1'], 0, [], TILES);
  expect(placed.pieces.map(({ piece }) => piece)).toEqual(['01']);
  expect(placed.rest).toEqual([{ side: 'b', shape: shape('00nw 00se') }]);
});

it('shapes are apart unless they share a quarter of a field', () => {
  expect(apart([shape('00nw'), shape('00se 10nw')])).toBe(true);
  expect(apart([shape('00nw'), shape('00ne')])).toBe(false);
});
