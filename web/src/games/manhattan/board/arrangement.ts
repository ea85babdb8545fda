/**
 * How board and controls share the screen: whichever way makes the sites largest. Estimates are enough
 * to choose; the style sheets compute the exact size of a site from the space that is left.
 */
export interface Arrangement {
  /** The number of districts side by side. */
  across: 2 | 3;
  /** Controls beside the board instead of below it. */
  beside: boolean;
  /** The captions of districts beside their sites instead of above them. */
  aside: boolean;
}

export interface Space {
  /** Of the board with its controls, in pixels. */
  width: number;
  height: number;
  /** The side of the table at the lower edge. */
  side: number;
  /** Each player has two colours. */
  two: boolean;
  /** The districts must lie as on the table, because something walks from one to the next. */
  whole: boolean;
}

/** Narrower than this, the controls are those of a phone. */
export const NARROW = 560;

const COLUMN = 300;
/** The width of a caption beside its sites, as in Plan.svelte. */
const ASIDE = 44;
/** The least gain for which districts leave their places, or the controls theirs. */
const WORTH = 1.15;

/** The size of a site where a board of `across` districts fills this space. */
function site(width: number, height: number, across: number, narrow: boolean, aside = false) {
  const [frame, caption, gap] = narrow ? [12, 22, 4] : [18, 28, 8];
  const [left, above] = aside ? [ASIDE, 0] : [0, caption];
  const down = 6 / across;
  const wide = (width - across * (frame + left) - (across - 1) * gap) / across;
  const high = (height - down * (frame + above) - (down - 1) * gap) / down;
  return Math.min(wide, high) / 3;
}

export function arrange({ width, height, side, two, whole }: Space): Arrangement {
  const narrow = width < NARROW;
  const upright = side % 2 ? 2 : 3;
  const below = (across: number, aside = false) =>
    narrow
      ? site(width - 8, height - (two ? 250 : 184), across, narrow, aside)
      : site(width - 16, height - 235, across, narrow, aside);
  const beside = site(width - COLUMN, height - 16, upright, narrow);
  if (beside > WORTH * below(upright)) return { across: upright, beside: true, aside: false };
  // A board that was turned by hand keeps its districts in place; captions make room for its height.
  if (upright === 2)
    return { across: 2, beside: false, aside: narrow && below(2, true) > below(2) };
  const folded = !whole && below(2) > WORTH * below(3);
  return { across: folded ? 2 : 3, beside: false, aside: false };
}
