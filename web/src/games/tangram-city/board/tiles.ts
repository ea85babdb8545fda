/** The tiles of a game and their orientations. */
import { CORNERS, extent, mirrored, sameShape, turned, type Shape } from './shapes';

export interface Tile {
  id: string;
  name: string;
  /** Whether its card carries the mark of a look-alike. */
  symbol: boolean;
  halves: Shape;
}

/** Buildings or green up; a fountain has no sides. */
export type Side = 'b' | 'g' | 'f';
/** A tile's id, or FOUNTAIN. */
export type Piece = string;
export type Tiles = ReadonlyMap<string, Tile>;

export const FOUNTAIN = 'fountain';
const FOUNTAIN_SHAPES: Shape[] = CORNERS.map((corner) => [[0, 0, corner]]);

/** From a set of the catalogue, or from the options of a game with custom tiles. */
export function readTiles(given: unknown): Tiles {
  return new Map((given as Tile[] | undefined)?.map((tile) => [tile.id, tile]));
}

export function sidesOf(piece: Piece): Side[] {
  return piece === FOUNTAIN ? ['f'] : ['b', 'g'];
}

const known = new WeakMap<Tile, Record<string, Shape[]>>();

/** The distinct orientations of a side; the index is the number of quarter turns. */
export function orientations(tiles: Tiles, piece: Piece, side: Side): Shape[] {
  if (piece === FOUNTAIN) return FOUNTAIN_SHAPES;
  const tile = tiles.get(piece);
  if (!tile) return [];
  let found = known.get(tile);
  if (!found) known.set(tile, (found = { b: ways(tile.halves), g: ways(mirrored(tile.halves)) }));
  return found[side] ?? [];
}

function ways(first: Shape): Shape[] {
  const found = [first];
  for (let next = turned(first); !sameShape(next, first); next = turned(next)) found.push(next);
  return found;
}

/** The fields that a drawing of the piece needs in either direction, in any orientation. */
export function room(shape: Shape): number {
  return Math.max(...extent(shape));
}
