/** Tiles for tests, as the Python functions turn and flip them (shapes.fixture.json). */
import fixture from './shapes.fixture.json';
import type { Corner, Half, Shape } from './shapes';
import { readTiles, type Tiles } from './tiles';

export function shape(text: string): Shape {
  return text
    .split(' ')
    .map((half): Half => [Number(half[0]), Number(half[1]), half.slice(2) as Corner]);
}

export const TILES: Tiles = readTiles(
  Object.entries(fixture).map(([id, { ways }]) => ({
    id,
    name: '',
    symbol: false,
    halves: shape(ways.b0),
  })),
);
