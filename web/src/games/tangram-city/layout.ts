/** Where the cards and the desk go: wherever they leave the city largest. */
export type Layout = 'beside' | 'broad' | 'narrow';

/* Approximate needs in pixels, to compare layouts; the style sheet measures exactly. */
const COLUMN = 352; // cards and desk in a column
const ROWS = 190; // above and below the city, with the piece beside the buttons
const MORE_ROWS = 270; // with the piece above the buttons
const WATCHED_ROWS = 130; // without piece and buttons
const SCALES = 64;
const BROAD = 600; // from this width piece and buttons fit side by side
const WATCHED_BROAD = 420; // the same of a game that is only watched

function rows(broad: boolean, watched: boolean): number {
  return watched ? WATCHED_ROWS : broad ? ROWS : MORE_ROWS;
}

export function layoutOf(width: number, height: number, watched = false): Layout {
  const broad = width >= (watched ? WATCHED_BROAD : BROAD);
  const beside = Math.min(height, width - COLUMN);
  const below = Math.min(width, height - rows(broad, watched));
  if (beside > below) return 'beside';
  return broad ? 'broad' : 'narrow';
}

const GAPS = 24;
const LEAST_MARGIN = 84; // a small city
const MOST_MARGIN = 208;

/** The width left over beside the city in the broad layout, or 0 where it is too little to use. */
export function marginOf(width: number, height: number, watched = false): number {
  if (layoutOf(width, height, watched) !== 'broad') return 0;
  const left = width - (height - rows(true, watched)) - GAPS;
  return left < LEAST_MARGIN ? 0 : Math.min(left, MOST_MARGIN);
}

/** Whether the height left over below the city has room for the scales of the final bonuses. */
export function spare(width: number, height: number, watched = false): boolean {
  if (layoutOf(width, height, watched) !== 'narrow') return false;
  return height - width - rows(false, watched) > SCALES;
}
