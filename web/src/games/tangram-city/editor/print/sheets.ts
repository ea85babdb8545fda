/** Tiles on sheets of paper, in millimetres. */
import { extent, mirrored, normalized, outline } from '../../board/shapes';
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
}

export interface SheetOfTiles {
  tiles: Printed[];
  /** The back of a sheet: the mirror image, so that both sides lie on each other. */
  back: boolean;
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
  const fronts: (Printed & { behind: string })[][] = [];
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
    const path = outline(normalized(tile.halves), field);
    const behind = outline(mirrored(tile.halves), field);
    fronts.at(-1)!.push({ id: tile.id, x, y, width: w, height: h, path, behind });
    x += w + GAP;
    row = Math.max(row, h);
  }
  return fronts.flatMap((front) => {
    const back = front.map((each) => ({
      ...each,
      x: width - each.x - each.width,
      path: each.behind,
    }));
    const found: SheetOfTiles[] = [{ tiles: front, back: false }];
    if (backs) found.push({ tiles: back, back: true });
    return found;
  });
}
