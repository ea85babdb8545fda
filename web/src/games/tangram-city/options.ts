/** The tiles a game is played with: of its own, or of a set that the service knows. */
import { game } from '../../net/games.svelte';
import { readTiles, type Tiles } from './board/tiles';

const NONE: Tiles = new Map();
const known = new WeakMap<object, Tiles>();

export function tilesOf(options: Record<string, unknown>): Tiles {
  const name = (options.tile_set as string | undefined) ?? 'standard';
  const given = name === 'custom' ? options.tiles : game('tangram-city')?.tiles[name];
  if (!given) return NONE; // still on its way
  let tiles = known.get(given);
  if (!tiles) known.set(given, (tiles = readTiles(given)));
  return tiles;
}
