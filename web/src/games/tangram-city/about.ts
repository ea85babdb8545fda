import { t } from '../../i18n/index.svelte';
import type { GameAbout } from '../types';
import Drawing from './Drawing.svelte';
import Icon from './Icon.svelte';
import { portraits } from './portraits';

export const about: GameAbout = {
  Drawing,
  Icon,
  portraits,
  players: 2,
  valueWords(option, value) {
    if (option !== 'tiles' || !Array.isArray(value)) return undefined;
    return t('tangram-city.tiles_read', { count: value.length });
  },
  setup: async () => (await import('./setup')).setup,
  figure: async () => (await import('./guide/Figure.svelte')).default,
  editor: async () => (await import('./editor/Editor.svelte')).default,
  lessons: async () => (await import('./lessons')).lessons,
};
