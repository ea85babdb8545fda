/** The colours of Manhattan's blocks: each has a letter and a pattern, so that none needs to be seen. */
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
