/** Fixed colours for pictures that leave the page; those of the page are in tokens.css. */
import type { Colour } from '../../../ui/colours';
import type { Paint } from './paint';

export const INKS: Record<Colour, { fill: string; on: string }> = {
  orange: { fill: '#ea8a1f', on: '#201300' },
  blue: { fill: '#2b77ba', on: '#ffffff' },
  yellow: { fill: '#f0cd3a', on: '#221c00' },
  purple: { fill: '#8f5bb5', on: '#ffffff' },
  black: { fill: '#3a3f49', on: '#ffffff' },
  red: { fill: '#c93a35', on: '#ffffff' },
  green: { fill: '#3c9560', on: '#00150a' },
};

/** A paint with the patterns of one drawing, whose ids share a prefix. */
export function drawnPaint(id: string): Paint {
  return {
    fill: (colour) => `url(#${id}-${colour})`,
    solid: (colour) => INKS[colour].fill,
    on: (colour) => INKS[colour].on,
    ink: '#1c2430',
    sheet: '#fffdf8',
  };
}

/** The surfaces, lines and letters of a drawn board. */
export const DRAWN = {
  ground: '#e9e1d1',
  district: '#f7f2e8',
  site: '#fffdf8',
  line: '#8b7f69',
  soft: '#cfc3ac',
  face: 'Jost, Futura, sans-serif',
};

/** The same in the colours of the page. */
export const ON_PAGE: typeof DRAWN = {
  ground: 'var(--desk)',
  district: 'var(--paper)',
  site: 'var(--sheet)',
  line: 'var(--line-strong)',
  soft: 'var(--line)',
  face: 'var(--face)',
};
