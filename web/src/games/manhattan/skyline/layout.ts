/**
 * Where things stand on the model: one site is 1 × 1, x goes East, z South, y up. The six districts
 * lie A B C over D E F as seen from South.
 */
import { DISTRICTS, districtPlace, sitePlace, sitesFrom, type Place } from '../board/geometry';

export const FLOOR = 0.36;
export const SLAB = 0.14;
/** The rim of a slab around its sites; it carries the district's name. */
export const MARGIN = 0.4;
/** The gap between slabs. */
const STREET = 0.42;

export const SLAB_SIZE = 3 + 2 * MARGIN;
const STEP = SLAB_SIZE + STREET;
export const WIDTH = 2 * STEP + SLAB_SIZE;
export const DEPTH = STEP + SLAB_SIZE;

export const SITES: readonly string[] = DISTRICTS.flatMap((district) => sitesFrom(district, 0));

export type Block = readonly [colour: number, floors: number];
export type Buildings = Readonly<Record<string, readonly Block[]>>;

export interface Point {
  x: number;
  z: number;
}

/** The middle of a district's slab. */
export function middle(district: string): Point {
  const { row, column } = districtPlace(district, 0);
  return { x: (column - 1) * STEP, z: (row - 0.5) * STEP };
}

/** The middle of a site. */
export function place(site: string): Point {
  const { x, z } = middle(site[0]!);
  const { row, column } = sitePlace(site, 0);
  return { x: x + column - 1, z: z + row - 1 };
}

export function floorsOf(blocks: readonly Block[] | undefined): number {
  return (blocks ?? []).reduce((sum, [, floors]) => sum + floors, 0);
}

/** The height above the table of a building's roof, or of an empty site. */
export function roof(blocks: readonly Block[] | undefined): number {
  return SLAB + floorsOf(blocks) * FLOOR;
}

/** How wide the block with this number in its building is: towers step back as they rise. */
export function breadth(index: number): number {
  return Math.max(0.52, 0.76 - 0.05 * index);
}

/** The direction from the centre to a side of the table: 0 South, 1 West, 2 North, 3 East. */
export function towards(side: number): Point {
  const at: Point[] = [
    { x: 0, z: 1 },
    { x: -1, z: 0 },
    { x: 0, z: -1 },
    { x: 1, z: 0 },
  ];
  return at[side] ?? at[0]!;
}

/** The place of a site among all 54. */
function cityPlace(site: string): Place {
  const district = districtPlace(site[0]!, 0);
  const { row, column } = sitePlace(site, 0);
  return { row: 3 * district.row + row, column: 3 * district.column + column };
}

function siteAt(row: number, column: number): string {
  const district = DISTRICTS[Math.floor(row / 3) * 3 + Math.floor(column / 3)];
  return `${district}${(row % 3) * 3 + (column % 3) + 1}`;
}

/** The sites on the straight line from the first to the last. */
export function route(from: string, to: string): string[] {
  const { row, column } = cityPlace(from);
  const last = cityPlace(to);
  const steps = Math.max(Math.abs(last.row - row), Math.abs(last.column - column));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const way = steps ? step / steps : 1;
    return siteAt(
      Math.round(row + (last.row - row) * way),
      Math.round(column + (last.column - column) * way),
    );
  });
}
