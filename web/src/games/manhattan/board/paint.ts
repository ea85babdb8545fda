/** What towers are drawn with: the page's own colours, or literal ones for a picture that leaves it. */
import { LETTERS, pattern, type Colour } from '../../../ui/colours';

export interface Paint {
  /** A colour with its pattern. */
  fill(colour: Colour): string;
  solid(colour: Colour): string;
  /** What is written on a colour. */
  on(colour: Colour): string;
  ink: string;
  sheet: string;
}

export const LIVE: Paint = {
  fill: pattern,
  solid: (colour) => `var(--${colour})`,
  on: (colour) => `var(--on-${colour})`,
  ink: 'var(--ink)',
  sheet: 'var(--sheet)',
};

export const letter = (colour: Colour) => LETTERS[colour];
