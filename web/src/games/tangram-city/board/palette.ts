/** How a city is painted: with the page's colours, or with fixed ones for pictures that leave it. */
export interface Palette {
  paper: string;
  grid: string;
  ink: string;
  soft: string;
  building: string;
  buildingLine: string;
  park: string;
  parkLine: string;
  water: string;
  waterLine: string;
  face: string;
}

export const PAGE: Palette = {
  paper: 'var(--sheet)',
  grid: 'var(--line)',
  ink: 'var(--ink)',
  soft: 'var(--ink-soft)',
  building: 'var(--building)',
  buildingLine: 'var(--building-line)',
  park: 'var(--park)',
  parkLine: 'var(--park-line)',
  water: 'var(--water)',
  waterLine: 'var(--water-line)',
  face: 'var(--face)',
};

/** The light theme's colours (style/tokens.css) for pictures that leave the page. */
export const PRINT: Palette = {
  paper: '#fffdf8',
  grid: '#cfc3ac',
  ink: '#1c2430',
  soft: '#4d5666',
  building: '#c9583c',
  buildingLine: '#8d3520',
  park: '#6f9f57',
  parkLine: '#44692f',
  water: '#4c9fc9',
  waterLine: '#1f6a91',
  face: 'Jost, Futura, sans-serif',
};

/** Drawing units a field. */
export const UNIT = 40;
/** Margins: names of columns and rows before the fields, dimensions behind them. */
export const BEFORE = 19;
export const BEHIND = 21;
