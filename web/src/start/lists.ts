/** Lists of tables: selection and order. */
import type { TableSummary } from '../protocol';

/** My turn first, then running games, then tables waiting for players. */
function urgency(table: TableSummary): number {
  return table.turn ? 0 : table.status === 'playing' ? 1 : 2;
}

/** Whether I left a game that a bot plays on for me. */
function hasLeft(table: TableSummary): boolean {
  return !table.own?.length && table.summary.seats.some((seat) => seat.gone);
}

/** My unfinished tables, the most urgent first. */
export function running(tables: readonly TableSummary[]): TableSummary[] {
  return tables
    .filter((table) => table.status === 'playing' || table.status === 'gathering')
    .filter((table) => !hasLeft(table))
    .sort((a, b) => urgency(a) - urgency(b) || b.updated - a.updated);
}

export function finished(tables: readonly TableSummary[]): TableSummary[] {
  return tables.filter((table) => table.status === 'over').sort((a, b) => b.updated - a.updated);
}

/** Tables with an open seat, without my own. */
export function toJoin(
  tables: readonly TableSummary[],
  mine: readonly TableSummary[] = [],
): TableSummary[] {
  return others(tables, mine).filter(
    (table) =>
      table.status === 'gathering' && table.summary.seats.some((seat) => seat.kind === 'open'),
  );
}

export function toWatch(
  tables: readonly TableSummary[],
  mine: readonly TableSummary[] = [],
): TableSummary[] {
  return others(tables, mine).filter((table) => table.status === 'playing');
}

function others(tables: readonly TableSummary[], mine: readonly TableSummary[]): TableSummary[] {
  const own = new Set(mine.map((table) => table.id));
  return tables.filter((table) => !own.has(table.id)).sort((a, b) => b.updated - a.updated);
}
