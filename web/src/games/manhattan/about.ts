import { tr } from '../../i18n/index.svelte';
import type { GameAbout } from '../types';
import { SIDES } from './board/geometry';
import Drawing from './Drawing.svelte';
import Icon from './Icon.svelte';
import { portraits } from './portraits';

export const about: GameAbout = {
  Drawing,
  Icon,
  portraits,
  players: 4,
  valueWords(option, value) {
    if (option !== 'sides' || !Array.isArray(value)) return undefined;
    return value.map((side) => tr(`manhattan.sides_${SIDES[side]}`, String(side))).join(' · ');
  },
  setup: async () => (await import('./setup')).setup,
  figure: async () => (await import('./guide/Figure.svelte')).default,
  lessons: async () => (await import('./lessons')).lessons,
};
