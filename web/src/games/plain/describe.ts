/** Log lines in words, as far as that is possible without knowing the game. */
import { t } from '../../i18n/index.svelte';
import type { Options, Player } from '../types';

export function describe(line: string, _options: Options, players: readonly Player[]): string {
  const space = line.indexOf(' ');
  const actor = line.slice(0, space);
  const action = line.slice(space + 1);
  if (actor === '*') return t('plain.line_chance', { action });
  return t('plain.line', { name: players[Number(actor)]?.name ?? actor, action });
}

/** The service's words for a hint already name the whole action. */
export function detail(): string {
  return '';
}
