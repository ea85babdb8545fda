/** Where districts, sites, players and steps are in a drawing of the plan. */
import type { PlanData, Seat } from './data';

const CELL = 104;
const HEAD = 48;
const INSET = 10;
const GAP = 16;
const WIDE = 3 * CELL + 2 * INSET - 4;
const HIGH = 3 * CELL + HEAD + 4;
/** Room for the players around the board. */
const SEAT = 64;
/** Room for a step that leaves the board. */
const MARGIN = 70;
const UNITS_PER_PIXEL = 1.75;

export interface Layout {
  box: string;
  /** The natural width in pixels. */
  width: number;
  cell: number;
  head: number;
  inset: number;
  wide: number;
  high: number;
  right: number;
  bottom: number;
  district(letter: string): { x: number; y: number };
  /** The top left corner of a site. */
  site(name: string): { x: number; y: number };
}

export function layout(plan: PlanData): Layout {
  const all = 'ABCDEF';
  const whole = plan.districts.length === all.length;
  const columns = whole ? 3 : plan.districts.length;
  const rows = whole ? 2 : 1;
  const right = columns * (WIDE + GAP) - GAP;
  const bottom = rows * (HIGH + GAP) - GAP;
  const margin = plan.seats ? SEAT : plan.wraps ? MARGIN : 2;
  const district = (letter: string) => {
    const at = plan.districts.indexOf(letter);
    return { x: (at % columns) * (WIDE + GAP), y: Math.floor(at / columns) * (HIGH + GAP) };
  };
  return {
    box: `${-margin} ${-margin} ${right + 2 * margin} ${bottom + 2 * margin}`,
    width: Math.round((right + 2 * margin) / UNITS_PER_PIXEL),
    cell: CELL,
    head: HEAD,
    inset: INSET,
    wide: WIDE,
    high: HIGH,
    right,
    bottom,
    district,
    site: (name) => {
      const { x, y } = district(name[0]!);
      const cell = Number(name[1]) - 1;
      return { x: x + INSET + (cell % 3) * CELL, y: y + HEAD + Math.floor(cell / 3) * CELL };
    },
  };
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The place of a player at the edge of the board; players on the same side share it. */
export function seatBox(place: Layout, seats: readonly Seat[], at: number): Box {
  const { side } = seats[at]!;
  const same = seats.filter((each) => each.side === side);
  const long = 150;
  const offset = (same.indexOf(seats[at]!) - (same.length - 1) / 2) * (long + GAP);
  const across = side % 2 === 0;
  const middle = (across ? place.right : place.bottom) / 2 + offset - long / 2;
  const near = -SEAT + 8;
  const far = (across ? place.bottom : place.right) + 8;
  const depth = side === 0 || side === 3 ? far : near;
  const [width, height] = across ? [long, SEAT - 16] : [SEAT - 16, long];
  return across ? { x: middle, y: depth, width, height } : { x: depth, y: middle, width, height };
}

const HALF = 50;
/** The head of an arrow that ends here, coming from an angle. */
function head(x: number, y: number, angle: number): string {
  const wing = (turn: number) =>
    `${x - 26 * Math.cos(angle + turn)} ${y - 26 * Math.sin(angle + turn)}`;
  return `M${wing(0.6)}L${x} ${y}L${wing(-0.6)}`;
}

/** Arrows for a step; one that leaves the board is drawn as an exit and an entrance. */
export function stepPaths(
  place: Layout,
  step: readonly [string, string],
  wraps: boolean,
): string[] {
  const [a, b] = step.map((name) => {
    const { x, y } = place.site(name);
    return { x: x + HALF, y: y + HALF };
  }) as [{ x: number; y: number }, { x: number; y: number }];
  if (wraps) {
    const out = place.right + MARGIN - 12;
    const end = b.x - 6;
    return [
      `M${a.x + 44} ${a.y}H${out}${head(out, a.y, 0)}`,
      `M${-MARGIN + 12} ${b.y}H${end}${head(end, b.y, 0)}`,
    ];
  }
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const from = { x: a.x + 40 * Math.cos(angle), y: a.y + 40 * Math.sin(angle) };
  const to = { x: b.x - 44 * Math.cos(angle), y: b.y - 44 * Math.sin(angle) };
  return [`M${from.x} ${from.y}L${to.x} ${to.y}${head(to.x, to.y, angle)}`];
}
