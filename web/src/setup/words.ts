/** Paces and options in words, for lists and captions. */
import { SIDES } from '../games/manhattan/board/geometry';
import { list, t, tr } from '../i18n/index.svelte';
import type { Pace } from '../protocol';

export function paceWords(pace: Pace): string {
  switch (pace.kind) {
    case 'live': {
      const minutes = Math.round((pace.bank ?? 900) / 6) / 10;
      return t('setup.pace_live_is', { minutes, seconds: pace.increment ?? 10 });
    }
    case 'days':
      return t('setup.pace_days_is', { days: pace.days ?? 3 });
    default:
      return t('setup.pace_untimed');
  }
}

/** The value of an option, such as `choice` or `sides`, in words. */
export function valueWords(name: string, value: unknown): string {
  if (value === undefined || value === null) return t('setup.by_chance');
  if (typeof value === 'boolean') return t(value ? 'setup.yes' : 'setup.no');
  if (name === 'start') return t('setup.seat_number', { number: Number(value) + 1 });
  if (name === 'sides') {
    const sides = value as number[];
    return sides.map((side) => tr(`setup.side_${SIDES[side]}`, String(side))).join(' · ');
  }
  if (name === 'tiles') return t('setup.tiles_read', { count: (value as unknown[]).length });
  if (Array.isArray(value)) {
    if (!value.length) return t('setup.none');
    return list(value.map((each) => tr(`setup.${name}_${each}`, String(each))));
  }
  return tr(`setup.${name}_${value}`, String(value));
}

/** “Hand: 5”. */
export function optionWords(name: string, value: unknown): string {
  return t('common.pair', {
    name: tr(`setup.option_${name}`, name),
    value: valueWords(name, value),
  });
}

/** The options that are not as they are if nothing is said, each in words. */
export function unusual(
  options: Readonly<Record<string, unknown>>,
  usual: Readonly<Record<string, unknown>>,
): string[] {
  return Object.keys(options)
    .filter(
      (name) => name !== 'players' && JSON.stringify(options[name]) !== JSON.stringify(usual[name]),
    )
    .map((name) => optionWords(name, options[name]));
}
