/** The layout of districts and sites as seen from each side of the table. */
export const DISTRICTS = ['A', 'B', 'C', 'D', 'E', 'F'] as const;
export const SIDES = ['south', 'west', 'north', 'east'] as const;

export interface Place {
  row: number;
  column: number;
}

/** Rotate a place on a board of this size, seen from the South, to another side. */
function turned(place: Place, rows: number, columns: number, side: number): Place {
  const { row, column } = place;
  switch (side) {
    case 1:
      return { row: columns - 1 - column, column: row };
    case 2:
      return { row: rows - 1 - row, column: columns - 1 - column };
    case 3:
      return { row: column, column: rows - 1 - row };
    default:
      return place;
  }
}

const inThree = (index: number): Place => ({ row: Math.floor(index / 3), column: index % 3 });

/** The place of a district among the six. */
export function districtPlace(letter: string, side: number): Place {
  return turned(inThree('ABCDEF'.indexOf(letter)), 2, 3, side);
}

/** The place of a site in its district. */
export function sitePlace(site: string, side: number): Place {
  return turned(inThree(Number(site[1]) - 1), 3, 3, side);
}

/** The districts in reading order from a side. */
export function districtsFrom(side: number): string[] {
  return [...DISTRICTS].sort((a, b) => order(districtPlace(a, side), districtPlace(b, side)));
}

/** The sites of a district in reading order from a side. */
export function sitesFrom(letter: string, side: number): string[] {
  const sites = Array.from({ length: 9 }, (_, index) => `${letter}${index + 1}`);
  return sites.sort((a, b) => order(sitePlace(a, side), sitePlace(b, side)));
}

function order(a: Place, b: Place): number {
  return a.row - b.row || a.column - b.column;
}

/** The cell 0–8 that a card of the player on side `own` marks, on a table turned to `side`. */
export function cardCell(card: number, own: number, side: number): number {
  const upright = turned(inThree(card - 1), 3, 3, (4 - own) % 4);
  const { row, column } = turned(upright, 3, 3, side);
  return row * 3 + column;
}

/** The sites that a card of the player on side `own` marks. */
export function markedSites(card: number, own: number): string[] {
  const cell = cardCell(card, own, 0);
  return DISTRICTS.map((letter) => `${letter}${cell + 1}`);
}

export type Direction = 'up' | 'down' | 'left' | 'right';

/**
 * The next site in a direction, across districts laid out in `across` columns;
 * null at the edge.
 */
export function neighbour(
  site: string,
  direction: Direction,
  side: number,
  across: number,
): string | null {
  const districts = districtsFrom(side);
  const at = districts.indexOf(site[0]!);
  const inside = sitePlace(site, side);
  const row = Math.floor(at / across) * 3 + inside.row + step(direction, 'up', 'down');
  const column = (at % across) * 3 + inside.column + step(direction, 'left', 'right');
  if (row < 0 || column < 0 || column >= across * 3 || row >= 18 / across) return null;
  const letter = districts[Math.floor(row / 3) * across + Math.floor(column / 3)]!;
  return sitesFrom(letter, side)[(row % 3) * 3 + (column % 3)]!;
}

function step(direction: Direction, back: Direction, on: Direction): number {
  return direction === back ? -1 : direction === on ? 1 : 0;
}
