/** The player's own best score in games alone. */
import { get } from '../../net/api';
import type { TableInfo, TableSummary } from '../../protocol';

/** The best score of finished games alone with the same game and options. */
export function bestOf(
  tables: readonly TableSummary[],
  { game, options }: TableInfo,
): number | null {
  const scores = tables
    .filter(({ status, summary }) => status === 'over' && summary.game === game)
    .filter(({ summary }) => summary.seats.length === 1 && same(summary.options, options))
    .flatMap(({ summary }) => summary.scores ?? []);
  return scores.length ? Math.max(...scores) : null;
}

/** The best score before this table; null if there is none. */
export async function bestBefore(table: string, info: TableInfo): Promise<number | null> {
  const mine = await get<TableSummary[]>('api/me/tables');
  return bestOf(
    mine.filter(({ id, created }) => id !== table && created <= info.created),
    info,
  );
}

/** Lists leave out bulky options, such as custom tiles: such games are never the same. */
function same(listed: Record<string, unknown>, options: Record<string, unknown>): boolean {
  return Object.entries(options).every(
    ([name, value]) => JSON.stringify(listed[name]) === JSON.stringify(value),
  );
}
