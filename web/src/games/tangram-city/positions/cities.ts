/** Boards that are set up by hand: pieces laid, fields cleared. */
import { extent, halvesOf, moved, QUARTERS, SIZE, type Half, type Shape } from '../board/shapes';
import type { Side } from '../board/tiles';
import type { CityDraft, PrintedField } from '../protocol';

const LAYERS = { b: 'building', g: 'green', f: 'fountains' } as const;
const NOTHING = '0'.repeat(SIZE * SIZE);

export const EMPTY: CityDraft = {
  number: 0,
  side: '',
  building: NOTHING,
  green: NOTHING,
  fountains: NOTHING,
};

function quarters(city: CityDraft, side: Side): number[] {
  return [...(city[LAYERS[side]] ?? NOTHING)].map((digit) => parseInt(digit, 16));
}

function text(covered: readonly number[]): string {
  return covered.map((each) => each.toString(16)).join('');
}

const fieldOf = ([x, y]: Half) => y * SIZE + x;

/** The halves that a side covers. */
export function laid(city: CityDraft, side: Side): Shape {
  return quarters(city, side).flatMap((each, field) =>
    halvesOf(each).map((corner): Half => [field % SIZE, Math.floor(field / SIZE), corner]),
  );
}

/** The field printed on the board; undefined without one. */
export function printedOn(
  city: CityDraft,
  fields: readonly PrintedField[],
): PrintedField | undefined {
  return fields.find(({ board, side }) => board === city.number && side === city.side);
}

/** The shape moved so that its middle is at a field, and all of it on the board. */
export function at(shape: Shape, x: number, y: number): Shape {
  const [width, height] = extent(shape);
  const inside = (wanted: number, size: number) => Math.max(0, Math.min(SIZE - size, wanted));
  const dx = inside(x - Math.floor((width - 1) / 2), width);
  const dy = inside(y - Math.floor((height - 1) / 2), height);
  return moved(shape, dx, dy);
}

/** Whether nothing lies there yet. */
export function isFree(city: CityDraft, shape: Shape, printed: Shape): boolean {
  const taken = (['b', 'g', 'f'] as const)
    .map((side) => quarters(city, side))
    .reduce((all, each) => all.map((value, field) => value | each[field]!));
  for (const half of printed) taken[fieldOf(half)]! |= QUARTERS[half[2]];
  return shape.every((half) => !(taken[fieldOf(half)]! & QUARTERS[half[2]]));
}

export function lay(city: CityDraft, shape: Shape, side: Side): CityDraft {
  const covered = quarters(city, side);
  for (const half of shape) covered[fieldOf(half)]! |= QUARTERS[half[2]];
  return { ...city, [LAYERS[side]]: text(covered) };
}

/** The city without what was laid on a field. */
export function cleared(city: CityDraft, x: number, y: number): CityDraft {
  const without = (side: Side) =>
    text(quarters(city, side).map((each, field) => (field === y * SIZE + x ? 0 : each)));
  return { ...city, building: without('b'), green: without('g'), fountains: without('f') };
}
