/** Shapes of whole and half fields, as in geometry.py: rotate, mirror, move, outline. */
export const SIZE = 7;

export type Corner = 'nw' | 'ne' | 'se' | 'sw';
/** Of the field x to the right and y down, the half with its right angle in that corner. */
export type Half = readonly [x: number, y: number, corner: Corner];
export type Shape = readonly Half[];
export type Point = readonly [x: number, y: number];

/** Clockwise, as corners follow when a shape is turned. */
export const CORNERS: readonly Corner[] = ['nw', 'ne', 'se', 'sw'];
const POINTS: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];
const MIRROR: Record<Corner, Corner> = { nw: 'ne', ne: 'nw', se: 'sw', sw: 'se' };
/** Quarters of a field as the service counts them: 1 North, 2 East, 4 South, 8 West. */
export const QUARTERS: Record<Corner, number> = { nw: 9, ne: 3, se: 6, sw: 12 };

export function fieldName(x: number, y: number): string {
  return 'abcdefg'[x]! + (y + 1);
}

export function fieldAt(name: string): Point {
  return ['abcdefg'.indexOf(name[0]!), Number(name[1]) - 1];
}

/** The canonical form of a shape: at the top left, sorted, whole fields as nw and se. */
export function normalized(shape: Shape): Shape {
  const left = Math.min(...shape.map(([x]) => x));
  const top = Math.min(...shape.map(([, y]) => y));
  const fields = new Map<string, number>();
  for (const [x, y, corner] of shape) {
    const key = `${x - left} ${y - top}`;
    fields.set(key, (fields.get(key) ?? 0) | QUARTERS[corner]);
  }
  const found = [...fields].flatMap(([key, quarters]) => {
    const [x, y] = key.split(' ').map(Number) as [number, number];
    return halvesOf(quarters).map((corner): Half => [x, y, corner]);
  });
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || (a[2] < b[2] ? -1 : 1));
}

/** The halves that cover these quarters of a field. */
export function halvesOf(quarters: number): Corner[] {
  if (quarters === 15) return ['nw', 'se'];
  return CORNERS.filter((corner) => (quarters & QUARTERS[corner]) === QUARTERS[corner]);
}

/** Clockwise by a quarter. */
export function turned(shape: Shape): Shape {
  return normalized(
    shape.map(([x, y, corner]) => [-y, x, CORNERS[(CORNERS.indexOf(corner) + 1) % 4]!]),
  );
}

/** Left to right. */
export function mirrored(shape: Shape): Shape {
  return normalized(shape.map(([x, y, corner]) => [-x, y, MIRROR[corner]]));
}

export function moved(shape: Shape, dx: number, dy: number): Shape {
  return shape.map(([x, y, corner]) => [x + dx, y + dy, corner]);
}

/** Width and height of a normalized shape. */
export function extent(shape: Shape): Point {
  return [Math.max(...shape.map(([x]) => x)) + 1, Math.max(...shape.map(([, y]) => y)) + 1];
}

export function sameShape(a: Shape, b: Shape): boolean {
  return a.length === b.length && a.every((half, i) => half.join() === b[i]!.join());
}

/** The centre of its area. */
export function centre(shape: Shape): Point {
  const inside = (corner: Corner) => POINTS[CORNERS.indexOf(corner)]!.map((p) => (1 + p) / 3);
  let [sumX, sumY] = [0, 0];
  for (const [x, y, corner] of shape) {
    const [dx, dy] = inside(corner) as [number, number];
    sumX += x + dx;
    sumY += y + dy;
  }
  return [sumX / shape.length, sumY / shape.length];
}

export function contains(shape: Shape, px: number, py: number): boolean {
  const [x, y] = [Math.floor(px), Math.floor(py)];
  const [dx, dy] = [px - x, py - y];
  const inside: Record<Corner, boolean> = {
    nw: dx + dy <= 1,
    se: dx + dy >= 1,
    ne: dx >= dy,
    sw: dx <= dy,
  };
  return shape.some((half) => half[0] === x && half[1] === y && inside[half[2]]);
}

/** The edge around a shape as an SVG path; a field is `unit` wide. */
export function outline(shape: Shape, unit: number): string {
  const edges = new Map<string, [Point, Point]>();
  for (const [x, y, corner] of shape) {
    const opposite = (CORNERS.indexOf(corner) + 2) % 4;
    const points = POINTS.filter((_, i) => i !== opposite).map(([dx, dy]): Point => [
      x + dx,
      y + dy,
    ]);
    points.forEach((from, i) => {
      const to = points[(i + 1) % 3]!;
      if (!edges.delete(`${to} ${from}`)) edges.set(`${from} ${to}`, [from, to]);
    });
  }
  let path = '';
  while (edges.size) {
    const loop = takeLoop(edges);
    const corners = loop.filter((point, i) => {
      const before = loop[(i + loop.length - 1) % loop.length]!;
      const after = loop[(i + 1) % loop.length]!;
      const [ax, ay] = [point[0] - before[0], point[1] - before[1]];
      const [bx, by] = [after[0] - point[0], after[1] - point[1]];
      return ax * by !== ay * bx;
    });
    path += `M${corners.map(([x, y]) => `${x * unit} ${y * unit}`).join('L')}Z`;
  }
  return path;
}

function takeLoop(edges: Map<string, [Point, Point]>): Point[] {
  const [[firstKey, [start, second]]] = edges as unknown as [[string, [Point, Point]]];
  edges.delete(firstKey);
  const loop = [start];
  let at = second;
  while (`${at}` !== `${start}`) {
    loop.push(at);
    const here = `${at} `;
    const [key, edge] = [...edges].find(([each]) => each.startsWith(here))!;
    edges.delete(key);
    at = edge[1];
  }
  return loop;
}
