/** The colours of players: each also has a letter and a pattern, so that colour is never the only sign. */
export const COLOURS = ['orange', 'blue', 'yellow', 'purple', 'black', 'red', 'green'] as const;
export type Colour = (typeof COLOURS)[number];

export const LETTERS: Record<Colour, string> = {
  orange: 'O',
  blue: 'B',
  yellow: 'Y',
  purple: 'P',
  black: 'K',
  red: 'R',
  green: 'G',
};

/** Ids of the patterns in ui/Patterns.svelte, as an SVG fill: `url(#blocks-orange)`. */
export function pattern(colour: string): string {
  return `url(#blocks-${colour})`;
}

/** The pattern of each colour: an SVG path on 8 × 8, stroked in `--on-COLOUR`. */
export const MARKS: Record<Colour, string> = {
  orange: 'M-1 1l2-2M0 8l8-8M7 9l2-2',
  blue: 'M0 2h8M0 6h8',
  yellow: 'M2 2h.01M6 6h.01',
  purple: 'M0 4h8M4 0v8',
  black: '',
  red: 'M2 0v8M6 0v8',
  green: 'M0 5l4-3 4 3M0 9l4-3 4 3M0 1l4-3 4 3',
};

/** The width of a pattern's stroke: yellow's dots need a wider one than lines. */
export const markWidth = (colour: Colour): number => (colour === 'yellow' ? 2.4 : 1.1);
