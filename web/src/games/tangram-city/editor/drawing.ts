/** Drawing on the grid of half fields: what the pointer means, and what a stamp changes. */
import { CORNERS, QUARTERS, halvesOf, type Corner, type Half, type Shape } from '../board/shapes';

/** One half of a field, or all of it. */
export type Stamp = Corner | 'whole';
/** `auto`: the half or the whole field that the pointer is at. */
export type Brush = Stamp | 'auto';

/** How far the middle of a field reaches, where the pointer means the whole field. */
const MIDDLE = 0.3;

/** What the pointer means at this point of a field, from 0 to 1 each. */
export function stampAt(dx: number, dy: number): Stamp {
  if (Math.abs(dx - 0.5) + Math.abs(dy - 0.5) < MIDDLE) return 'whole';
  return dy < 0.5 ? (dx < 0.5 ? 'nw' : 'ne') : dx < 0.5 ? 'sw' : 'se';
}

/** The quarters of a field that a shape covers. */
export function quartersAt(shape: Shape, x: number, y: number): number {
  return shape
    .filter((half) => half[0] === x && half[1] === y)
    .reduce((sum, half) => sum | QUARTERS[half[2]], 0);
}

function quartersOf(stamp: Stamp): number {
  return stamp === 'whole' ? 15 : QUARTERS[stamp];
}

/** Whether a stamp would remove something: all of it is there already. */
export function isThere(shape: Shape, x: number, y: number, stamp: Stamp): boolean {
  const wanted = quartersOf(stamp);
  return (quartersAt(shape, x, y) & wanted) === wanted;
}

/** The shape with a stamp added to a field, or removed from it. */
export function stamped(shape: Shape, x: number, y: number, stamp: Stamp, add: boolean): Shape {
  const before = quartersAt(shape, x, y);
  const wanted = quartersOf(stamp);
  let after = add ? before | wanted : before & ~wanted;
  // A half across the one that is there replaces it.
  if (add && after !== 15 && !CORNERS.some((corner) => QUARTERS[corner] === after)) after = wanted;
  const others = shape.filter((half) => half[0] !== x || half[1] !== y);
  return [...others, ...halvesOf(after).map((corner): Half => [x, y, corner])];
}

/** The shape moved by a field, if all of it stays on a grid of this size. */
export function shifted(shape: Shape, dx: number, dy: number, size: number): Shape | null {
  const inside = (at: number) => at >= 0 && at < size;
  const fits = shape.every(([x, y]) => inside(x + dx) && inside(y + dy));
  return fits ? shape.map(([x, y, corner]) => [x + dx, y + dy, corner]) : null;
}

/** The values of a message about an area: half a field is singular in every language. */
export function areaValues(area: number): { count: number; area: string } {
  return { count: Math.max(area, 1), area: areaText(area) };
}

/** An area in every language: 2½. */
export function areaText(area: number): string {
  const whole = Math.floor(area);
  return area === whole ? `${whole}` : `${whole || ''}½`;
}
