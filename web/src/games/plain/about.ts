import type { GameAbout } from '../types';

/** Drawing and icon need the game's title: start/Drawing.svelte and start/TableRow.svelte choose ours. */
export const about: GameAbout = {
  figure: async () => (await import('./Figure.svelte')).default,
};
