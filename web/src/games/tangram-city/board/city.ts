/** The contents of a city, piece by piece as far as the log tells. */
import type { City } from '../protocol';
import { readLine, readPlace } from '../actions';
import { halvesOf, moved, QUARTERS, SIZE, type Half, type Shape } from './shapes';
import { orientations, type Piece, type Side, type Tiles } from './tiles';

export interface Laid {
  piece: Piece;
  side: Side;
  shape: Shape;
  /** Decided, but not visible to the others yet. */
  waits: boolean;
}

export interface Contents {
  pieces: Laid[];
  /** Covered by no known piece: the printed field, or everything where there is no log. */
  rest: { side: Side; shape: Shape }[];
}

const LAYERS = [
  ['b', 'building'],
  ['g', 'green'],
  ['f', 'fountains'],
] as const;

/** Quarters covered, by field. */
function quarters(text: string): number[] {
  return [...text].map((digit) => parseInt(digit, 16));
}

export function contents(
  city: City,
  lines: readonly string[],
  player: number,
  decided: readonly string[],
  tiles: Tiles,
): Contents {
  const left = Object.fromEntries(
    LAYERS.map(([side, layer]) => [side, quarters(city[layer])]),
  ) as Record<Side, number[]>;
  const pieces: Laid[] = [];
  const lay = (action: string, waits: boolean) => {
    const place = readPlace(action);
    if (!place) return;
    const found = orientations(tiles, place.piece, place.side)[place.turns];
    if (!found) return;
    const shape = moved(found, place.x, place.y);
    const under = left[place.side];
    const there = ([x, y, corner]: Half) =>
      ((under[y * SIZE + x] ?? 0) & QUARTERS[corner]) === QUARTERS[corner];
    if (!shape.every(there)) return; // not in this city
    for (const [x, y, corner] of shape) under[y * SIZE + x]! &= ~QUARTERS[corner];
    pieces.push({ piece: place.piece, side: place.side, shape, waits });
  };
  for (const line of lines) {
    const { actor, action } = readLine(line);
    if (actor === player) lay(action, false);
  }
  for (const action of decided) lay(action, true);
  const rest = LAYERS.map(([side]) => ({ side, shape: shapeOf(left[side]) }));
  return { pieces, rest: rest.filter(({ shape }) => shape.length) };
}

function shapeOf(covered: number[]): Shape {
  return covered.flatMap((each, field) =>
    halvesOf(each).map((corner): Half => [field % SIZE, Math.floor(field / SIZE), corner]),
  );
}

/** What covers each field: quarters of buildings, green and fountains, row by row. */
export function fields(city: City): Record<Side, number>[] {
  const [b, g, f] = LAYERS.map(([, layer]) => quarters(city[layer])) as [
    number[],
    number[],
    number[],
  ];
  return b.map((each, i) => ({ b: each, g: g[i]!, f: f[i]! }));
}

/** The numbers of the fields that are completely covered. */
export function fullFields(city: City): number[] {
  return fields(city).flatMap(({ b, g, f }, field) => ((b | g | f) === 15 ? [field] : []));
}

export function covered(city: City): number {
  return fullFields(city).length;
}

/** The names of the fields a shape touches, and whether wholly. */
export function touched(shape: Shape): { x: number; y: number; quarters: number }[] {
  const found = new Map<number, number>();
  for (const [x, y, corner] of shape)
    found.set(y * SIZE + x, (found.get(y * SIZE + x) ?? 0) | QUARTERS[corner]);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([field, each]) => ({ x: field % SIZE, y: Math.floor(field / SIZE), quarters: each }));
}

/** Whether no two of the shapes overlap. */
export function apart(shapes: readonly Shape[]): boolean {
  const taken = new Map<number, number>();
  return shapes.flatMap(touched).every(({ x, y, quarters }) => {
    const before = taken.get(y * SIZE + x) ?? 0;
    taken.set(y * SIZE + x, before | quarters);
    return !(before & quarters);
  });
}

/** The numbers of the fields marked in a text of 49 times 0 or 1. */
export function marked(text: string): number[] {
  return [...text].flatMap((each, field) => (each === '1' ? [field] : []));
}
