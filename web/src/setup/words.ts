/** The pace of a table and the options of a game, in words. */
import type { Options } from '../games/types';
import { aboutOf } from '../games/ui';
import { capitalised, list, t, tr } from '../i18n/index.svelte';
import { game as gameInfo } from '../net/games.svelte';
import type { ClauseInfo, Pace } from '../protocol';
import { controlOf } from './controls';

/** The defaults of server/tables/pace.py: seconds, seconds and days. */
export const BANK = 900;
export const INCREMENT = 10;
export const DAYS = 3;

export function paceWords(pace: Pace): string {
  switch (pace.kind) {
    case 'live': {
      const minutes = Math.round((pace.bank ?? BANK) / 6) / 10;
      return t('setup.pace_live_is', { minutes, seconds: pace.increment ?? INCREMENT });
    }
    case 'days':
      return t('setup.pace_days_is', { days: pace.days ?? DAYS });
    default:
      return t('setup.pace_untimed');
  }
}

function clauseOf(game: string, option: string): ClauseInfo | undefined {
  const info = gameInfo(game);
  const id = controlOf(info, option)?.schema['x-clause'];
  return info?.clauses.find((each) => each.id === id);
}

/** `printed_field` → “Printed field”. */
function inWords(name: string): string {
  return capitalised(name.replaceAll(/[_-]/g, ' '));
}

/** The label of an option: the game's message, one of all games, the title of its clause, or its name. */
export function optionLabel(game: string, option: string): string {
  const fallback = clauseOf(game, option)?.title || inWords(option);
  return tr(`${game}.option_${option}`, tr(`setup.option_${option}`, fallback));
}

/** A sentence about an option; the text of its clause where the game brings none. */
export function optionAbout(game: string, option: string): string {
  const fallback = clauseOf(game, option)?.text ?? '';
  return tr(`${game}.option_${option}_about`, tr(`setup.option_${option}_about`, fallback));
}

/** An option's value in words. */
export function valueWords(game: string, option: string, value: unknown): string {
  if (value === undefined || value === null) return t('setup.by_chance');
  const own = aboutOf(game).valueWords?.(option, value);
  if (own !== undefined) return own;
  if (typeof value === 'boolean') return t(value ? 'setup.yes' : 'setup.no');
  if (controlOf(gameInfo(game), option)?.kind === 'seat')
    return t('setup.seat_number', { number: Number(value) + 1 });
  if (Array.isArray(value))
    return value.length ? list(value.map((each) => oneValue(game, option, each))) : t('setup.none');
  return oneValue(game, option, value);
}

function oneValue(game: string, option: string, value: unknown): string {
  const name = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return tr(`${game}.value_${option}_${name}`, name);
}

export function valueAbout(game: string, option: string, value: string): string {
  return tr(`${game}.value_${option}_${value}_about`, '');
}

/** “Hand: 5”. */
export function optionWords(game: string, option: string, value: unknown): string {
  return t('common.pair', {
    name: optionLabel(game, option),
    value: valueWords(game, option, value),
  });
}

/** The options that differ from the usual ones, each in words. */
export function unusual(
  game: string,
  options: Readonly<Options>,
  usual: Readonly<Options>,
): string[] {
  return Object.keys(options)
    .filter(
      (name) => name !== 'players' && JSON.stringify(options[name]) !== JSON.stringify(usual[name]),
    )
    .map((name) => optionWords(game, name, options[name]));
}
