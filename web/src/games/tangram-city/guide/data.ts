/** The figures of games/tangram_city/guide.py. */
import type { Shape } from '../board/shapes';
import type { Side } from '../board/tiles';

export interface Drawn {
  side: Side;
  halves: Shape;
}

export interface CityData {
  printed: Drawn | null;
  pieces: Drawn[];
  rectangle?: readonly [number, number, number, number] | null;
  /** Pieces just placed. */
  new?: Drawn[];
  /** A placement, and whether the rules allow it. */
  tried?: Drawn & { legal: boolean };
  /** The fields that count for a colour. */
  counted?: number[];
  stage?: 'buildings' | 'green';
  /** The side of the board. */
  name?: string;
}

export interface TileData {
  side: Side | null;
  halves: Shape;
  declined?: boolean;
}

export interface FigureData {
  cities?: CityData[];
  small?: boolean;
  tiles?: TileData[];
  /** The card that is being played. */
  tile?: TileData;
  /** By number of players and card: the seats that may look, counted from the pillar. */
  looks?: number[][][];
  /** Differences, and the points for them. */
  harmony?: [number[], number][];
  /** The rectangles, the bonuses, the total. */
  sum?: [number[], number[], number];
  /** Points from which a rating is given. */
  ratings?: [number, string][];
}
