/** How towers are painted: with the page's colours, or with fixed ones for pictures that leave it. */
import { LETTERS, pattern, type Colour } from '../../../ui/colours';

export interface Paint {
  /** A colour with its pattern. */
  fill(colour: Colour): string;
  solid(colour: Colour): string;
  /** The text colour on it. */
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
