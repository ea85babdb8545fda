import { describe, expect, it } from 'vitest';
import { breadth, FLOOR, middle, place, roof, route, SITES, SLAB, towards } from './layout';

describe('the layout of the model', () => {
  it('has the districts A B C over D E F, seen from South (M1.1)', () => {
    expect(place('A5').x).toBeLessThan(place('B5').x);
    expect(place('B5').x).toBeLessThan(place('C5').x);
    expect(place('A5').z).toBeLessThan(place('D5').z);
    expect(place('E5')).toEqual(middle('E'));
  });

  it('numbers the sites of a district from its North-West corner', () => {
    const [first, third, seventh] = [place('D1'), place('D3'), place('D7')];
    expect(third.x - first.x).toBeCloseTo(2);
    expect(third.z).toBe(first.z);
    expect(seventh.z - first.z).toBeCloseTo(2);
  });

  it('puts no two sites on one place, and the middle of the city in the middle', () => {
    const places = SITES.map(place);
    expect(new Set(places.map(({ x, z }) => `${x} ${z}`)).size).toBe(54);
    expect(places.reduce((sum, { x }) => sum + x, 0)).toBeCloseTo(0);
    expect(places.reduce((sum, { z }) => sum + z, 0)).toBeCloseTo(0);
  });

  it('makes a building as high as its floors', () => {
    expect(roof(undefined)).toBe(SLAB);
    expect(
      roof([
        [0, 4],
        [1, 3],
      ]),
    ).toBeCloseTo(SLAB + 7 * FLOOR);
  });

  it('lets towers step back, but never end in a needle', () => {
    expect(breadth(1)).toBeLessThan(breadth(0));
    expect(breadth(20)).toBeGreaterThan(0.5);
  });

  it('seats people clockwise: South, West, North, East (M1.4)', () => {
    expect([0, 1, 2, 3].map(towards)).toEqual([
      { x: 0, z: 1 },
      { x: -1, z: 0 },
      { x: 0, z: -1 },
      { x: 1, z: 0 },
    ]);
  });

  it('finds the way of the monster over neighbouring sites, across streets too', () => {
    expect(route('A5', 'A5')).toEqual(['A5']);
    expect(route('A6', 'B4')).toEqual(['A6', 'B4']);
    expect(route('A9', 'E1')).toEqual(['A9', 'E1']);
    expect(route('C5', 'C9')).toEqual(['C5', 'C9']);
    expect(route('D1', 'D3')).toEqual(['D1', 'D2', 'D3']);
  });
});
