/** The result of a finished game in a few words. */
import type { Player } from '../games/types';
import { list, t } from '../i18n/index.svelte';

export type Result = {
  scores: number[];
  ranks: number[];
};

/** “Ada wins”, “Ada and Grace share the win”, “81 points”. */
export function headline({ scores, ranks }: Result, players: readonly Player[]): string {
  if (players.length === 1) return t('table.solo_end', { points: scores[0] });
  const first = players.filter(({ seat }) => ranks[seat] === 1);
  return t('table.wins', { names: list(first.map(({ name }) => name)), count: first.length });
}
