/** The tiles a game is played with: custom ones, or a set of the catalogue. */
import { readTiles, type Tiles } from './board/tiles';
import { tileSet } from './info';

const NONE: Tiles = new Map();
const known = new WeakMap<object, Tiles>();

export function tilesOf(options: Record<string, unknown>): Tiles {
  const name = (options.tile_set as string | undefined) ?? 'standard';
  const given = name === 'custom' ? options.tiles : tileSet(name);
  if (!given) return NONE; // not loaded yet
  let tiles = known.get(given);
  if (!tiles) known.set(given, (tiles = readTiles(given)));
  return tiles;
}
