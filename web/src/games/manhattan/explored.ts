/** The values that the explorer counts, in words. */
import { t } from '../../i18n/index.svelte';
import { colourName } from './options';
import { chosenWords } from './words';

const ONTO = {
  empty: 'manhattan.explored_onto_empty',
  own: 'manhattan.explored_onto_own',
  other: 'manhattan.explored_onto_other',
} as const;

/** The label of a value that the explorer counts. */
export function explored(feature: string, value: string): string {
  switch (feature) {
    case 'blocks':
      return chosenWords(`choose ${value}`);
    case 'floors':
      return t('manhattan.explored_size', { floors: Number(value) });
    case 'onto':
      return value in ONTO ? t(ONTO[value as keyof typeof ONTO]) : value;
    case 'build':
    case 'opening':
      return built(value);
    default:
      return value;
  }
}

/** `C5 3`, with two colours each `C5 3 orange`, or `forfeit 3`. */
function built(value: string): string {
  const [site, count, colour] = value.split(' ');
  const floors = Number(count);
  if (site === 'forfeit') return t('manhattan.explored_gave_up', { floors });
  return colour
    ? t('manhattan.explored_built_colour', { site, floors, colour: colourName(colour) })
    : t('manhattan.explored_built', { site, floors });
}
