/** Words about a table in a list. */
import { seatNames } from '../bots/bots';
import { list, t } from '../i18n/index.svelte';
import type { TableSummary } from '../protocol';

/** Who has won a finished game. */
export function wonBy({ seats, ranks }: TableSummary['summary']): string {
  const winners = seatNames(seats, true).filter((_, seat) => ranks[seat] === 1);
  return winners.length ? t('start.won', { names: list(winners) }) : t('start.over');
}
