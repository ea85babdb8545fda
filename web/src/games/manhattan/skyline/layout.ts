/**
 * Where things stand on the model: one plot is 1 × 1, x goes East, z South, y up. The six districts
 * lie A B C over D E F as seen from South.
 */
import { DISTRICTS } from '../board/geometry';

export const FLOOR = 0.36;
export const SLAB = 0.14;
/** Of a slab around its plots: the street in front of the houses, and the district's name. */
export const MARGIN = 0.4;
const STREET = 0.42;

export const SLAB_SIZE = 3 + 2 * MARGIN;
const STEP = SLAB_SIZE + STREET;
export const WIDTH = 2 * STEP + SLAB_SIZE;
export const DEPTH = STEP + SLAB_SIZE;

export const SITES: readonly string[] = DISTRICTS.flatMap((district) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((position) => `${district}${position}`),
);

export type Block = readonly [colour: number, floors: number];
export type Buildings = Readonly<Record<string, readonly Block[]>>;

export interface Point {
  x: number;
  z: number;
}

/** The middle of a district's slab. */
export function middle(district: number): Point {
  return { x: ((district % 3) - 1) * STEP, z: (Math.floor(district / 3) - 0.5) * STEP };
}

/** The middle of a site. */
export function place(site: string): Point {
  const position = Number(site[1]) - 1;
  const { x, z } = middle(DISTRICTS.indexOf(site[0] as (typeof DISTRICTS)[number]));
  return { x: x + (position % 3) - 1, z: z + Math.floor(position / 3) - 1 };
}

export function floorsOf(blocks: readonly Block[] | undefined): number {
  return (blocks ?? []).reduce((sum, [, floors]) => sum + floors, 0);
}

/** How high above the table the roof of a building is, or its empty plot. */
export function roof(blocks: readonly Block[] | undefined): number {
  return SLAB + floorsOf(blocks) * FLOOR;
}

/** How wide the block with this number in its building is: towers step back as they rise. */
export function breadth(index: number): number {
  return Math.max(0.52, 0.76 - 0.05 * index);
}

/** Where somebody at this side of the table sits (South, West, North, East), as a direction. */
export function towards(side: number): Point {
  const at: Point[] = [
    { x: 0, z: 1 },
    { x: -1, z: 0 },
    { x: 0, z: -1 },
    { x: 1, z: 0 },
  ];
  return at[side] ?? at[0]!;
}

function rowAndColumn(site: string): [number, number] {
  const district = DISTRICTS.indexOf(site[0] as (typeof DISTRICTS)[number]);
  const position = Number(site[1]) - 1;
  return [
    Math.floor(district / 3) * 3 + Math.floor(position / 3),
    (district % 3) * 3 + (position % 3),
  ];
}

function siteAt(row: number, column: number): string {
  const district = DISTRICTS[Math.floor(row / 3) * 3 + Math.floor(column / 3)];
  return `${district}${(row % 3) * 3 + (column % 3) + 1}`;
}

/** The sites on the straight line from the first to the last. */
export function route(from: string, to: string): string[] {
  const [row, column] = rowAndColumn(from);
  const [lastRow, lastColumn] = rowAndColumn(to);
  const steps = Math.max(Math.abs(lastRow - row), Math.abs(lastColumn - column));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const way = steps ? step / steps : 1;
    return siteAt(
      Math.round(row + (lastRow - row) * way),
      Math.round(column + (lastColumn - column) * way),
    );
  });
}
