/** The drawing on the start page: towers as stacks of blocks with a dimension line. */
import type { Colour } from '../../ui/colours';

type Block = readonly [colour: Colour, floors: number];

/** From left to right, the ground floor first; empty lots are part of the street. */
const TOWERS: readonly (readonly Block[])[] = [
  [['blue', 2]],
  [
    ['yellow', 3],
    ['orange', 2],
  ],
  [
    ['purple', 4],
    ['blue', 3],
    ['orange', 1],
  ],
  [['yellow', 1]],
  [
    ['orange', 4],
    ['purple', 4],
    ['blue', 3],
    ['yellow', 2],
  ],
  [
    ['blue', 4],
    ['yellow', 2],
  ],
  [],
  [
    ['orange', 3],
    ['purple', 3],
    ['orange', 2],
  ],
  [['purple', 2]],
  [
    ['blue', 4],
    ['orange', 3],
    ['purple', 3],
  ],
  [
    ['yellow', 3],
    ['blue', 1],
  ],
];

export const FLOOR = 13;
export const WIDTH = 34;
const STEP = 44;
const LEFT = 46;
export const GROUND = 214;

export interface DrawnBlock {
  x: number;
  y: number;
  height: number;
  colour: Colour;
  /** Heights of the lines between floors. */
  floors: number[];
  /** Its rank in the animation. */
  order: number;
}

/** Every block with its place on a sheet 560 wide. */
export function blocks(): DrawnBlock[] {
  return TOWERS.flatMap((tower, lot) => {
    let top = GROUND;
    return tower.map(([colour, count], storey) => {
      const height = count * FLOOR;
      top -= height;
      const floors = Array.from({ length: count - 1 }, (_, index) => top + (index + 1) * FLOOR);
      return { x: LEFT + lot * STEP, y: top, height, colour, floors, order: lot + 2 * storey };
    });
  });
}

/** The highest tower, which the dimension line measures. */
export function highest(): { x: number; top: number; floors: number } {
  const heights = TOWERS.map((tower) => tower.reduce((sum, [, floors]) => sum + floors, 0));
  const floors = Math.max(...heights);
  return { x: LEFT + heights.indexOf(floors) * STEP, top: GROUND - floors * FLOOR, floors };
}
