/** The drawing on the start page: tiles that fill a rectangle of 6 × 5, and loose ones. */
export interface Piece {
  kind: 'building' | 'green';
  /** Corners in fields: x, y, x, y … */
  corners: readonly number[];
}

/** The rectangle's upper left corner is (0, 0); the board has one more row above and one more below. */
export const PLACED: readonly Piece[] = [
  { kind: 'green', corners: [0, 0, 2, 0, 0, 2] },
  { kind: 'building', corners: [2, 0, 3, 0, 1, 2, 0, 2] },
  { kind: 'green', corners: [3, 0, 4, 0, 4, 1, 2, 1] },
  { kind: 'building', corners: [2, 1, 4, 1, 4, 2, 1, 2] },
  { kind: 'building', corners: [4, 0, 6, 0, 6, 2] },
  { kind: 'green', corners: [4, 0, 6, 2, 4, 2] },
  { kind: 'green', corners: [0, 2, 2, 2, 0, 4] },
  { kind: 'building', corners: [2, 2, 3, 2, 0, 5, 0, 4] },
  { kind: 'green', corners: [3, 2, 4, 2, 4, 3, 2, 3] },
  { kind: 'building', corners: [2, 3, 4, 3, 3, 4, 1, 4] },
  { kind: 'green', corners: [1, 4, 3, 4, 2, 5, 0, 5] },
  { kind: 'building', corners: [4, 2, 6, 2, 4, 4] },
  { kind: 'green', corners: [6, 2, 6, 4, 4, 4] },
  { kind: 'building', corners: [4, 3, 4, 5, 2, 5] },
  { kind: 'green', corners: [4, 4, 6, 4, 6, 5, 4, 5] },
  { kind: 'building', corners: [1, -1, 3, -1, 2, 0, 1, 0] },
  { kind: 'green', corners: [6, 3, 7, 4, 7, 5, 6, 5] },
];

/** Loose tiles around the board, with their rotation in degrees. */
export const LOOSE: readonly (Piece & { x: number; y: number; turn: number })[] = [
  { kind: 'building', corners: [0, 0, 2, 0, 1, 1, 0, 1], x: 1, y: 1, turn: -14 },
  { kind: 'green', corners: [0, 0, 2, 0, 0, 2], x: 1.6, y: 4.2, turn: 22 },
  { kind: 'green', corners: [0, 0, 1, 0, 1, 1, 0, 1], x: 3.6, y: 2.6, turn: 9 },
  { kind: 'green', corners: [1, 0, 3, 0, 2, 1, 0, 1], x: 14.6, y: 0.9, turn: 11 },
  { kind: 'building', corners: [0, 0, 1, 0, 2, 1, 2, 2, 1, 2, 0, 1], x: 15.2, y: 2.9, turn: -9 },
  { kind: 'building', corners: [0, 0, 2, 0, 1, 1], x: 14.4, y: 5.8, turn: 16 },
];

/** Twice the area of a piece in fields (the shoelace formula). */
export function doubleArea({ corners }: Piece): number {
  let sum = 0;
  for (let i = 0; i < corners.length; i += 2) {
    const next = (i + 2) % corners.length;
    sum += corners[i]! * corners[next + 1]! - corners[next]! * corners[i + 1]!;
  }
  return Math.abs(sum);
}

/** As the `points` of a polygon, `size` to a field. */
export function points({ corners }: Piece, size: number): string {
  return corners.map((each) => each * size).join(' ');
}
