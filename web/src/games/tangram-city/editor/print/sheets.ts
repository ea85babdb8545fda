/** Tiles on sheets of paper, in millimetres. */
import {
  centre,
  extent,
  mirrored,
  normalized,
  outline,
  type Half,
  type Point,
  type Shape,
} from '../../board/shapes';
import type { Tile } from '../../board/tiles';

export const PAPERS = { A4: [210, 297], Letter: [215.9, 279.4] } as const;
export type Paper = keyof typeof PAPERS;

const MARGIN = 10;
const GAP = 4;
/** Room for the ruler at the foot of each sheet. */
const FOOT = 14;

export interface Printed {
  id: string;
  /** The left and the top end. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** SVG path, from x and y. */
  path: string;
  /** Where its number stands, from x and y: inside the tile, so that it is not cut off. */
  mark: Point;
}

export interface SheetOfTiles {
  tiles: Printed[];
  /** The back of a sheet: the mirror image, so that both sides lie on each other. */
  back: boolean;
}

/** The middle of a whole field, or of a half if there is none. */
function markOf(shape: Shape, field: number): Point {
  const together = ([x, y]: Half) => shape.filter((each) => each[0] === x && each[1] === y);
  const whole = shape.find((half) => together(half).length === 2);
  const [x, y] = centre(whole ? together(whole) : shape.slice(0, 1));
  return [x * field, y * field];
}

/** Whether every tile is narrow enough for the paper, however it is turned. */
export function fits(tiles: readonly Tile[], paper: Paper, field: number): boolean {
  const most = (PAPERS[paper][0] - 2 * MARGIN) / field;
  return tiles.every(
    ({ halves }) => !halves.length || Math.max(...extent(normalized(halves))) <= most,
  );
}

/** The sheets for these tiles, a field being this wide; with backs, each sheet is followed by its back. */
export function sheets(
  tiles: readonly Tile[],
  paper: Paper,
  field: number,
  backs: boolean,
): SheetOfTiles[] {
  const [width, height] = PAPERS[paper];
  const fronts: (Printed & { behind: Pick<Printed, 'path' | 'mark'> })[][] = [];
  let [x, y, row] = [MARGIN, MARGIN, 0];
  const size = (tile: Tile) => extent(normalized(tile.halves)).map((each) => each * field);
  const drawn = tiles.filter((tile) => tile.halves.length);
  const order = drawn.sort((a, b) => size(b)[1]! - size(a)[1]! || size(b)[0]! - size(a)[0]!);
  for (const tile of order) {
    const [w, h] = size(tile) as [number, number];
    if (x > MARGIN && x + w > width - MARGIN) [x, y, row] = [MARGIN, y + row + GAP, 0];
    if (!fronts.length || y + h > height - MARGIN - FOOT) {
      fronts.push([]);
      [x, y, row] = [MARGIN, MARGIN, 0];
    }
    const drawing = (shape: Shape) => ({
      path: outline(shape, field),
      mark: markOf(shape, field),
    });
    const front = drawing(normalized(tile.halves));
    const behind = drawing(mirrored(tile.halves));
    fronts.at(-1)!.push({ id: tile.id, x, y, width: w, height: h, ...front, behind });
    x += w + GAP;
    row = Math.max(row, h);
  }
  return fronts.flatMap((front) => {
    const back = front.map((each) => ({
      ...each,
      ...each.behind,
      x: width - each.x - each.width,
    }));
    const found: SheetOfTiles[] = [{ tiles: front, back: false }];
    if (backs) found.push({ tiles: back, back: true });
    return found;
  });
}
