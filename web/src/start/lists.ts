/** Lists of tables: which go together, and in what order. */
import type { TableSummary } from '../protocol';

/** What waits for me first; then games under way; then tables that gather. */
function urgency(table: TableSummary): number {
  return table.turn ? 0 : table.status === 'playing' ? 1 : 2;
}

/** Mine that go on, the most urgent first. */
export function running(tables: readonly TableSummary[]): TableSummary[] {
  return tables
    .filter((table) => table.status === 'playing' || table.status === 'gathering')
    .sort((a, b) => urgency(a) - urgency(b) || b.updated - a.updated);
}

export function finished(tables: readonly TableSummary[]): TableSummary[] {
  return tables.filter((table) => table.status === 'over').sort((a, b) => b.updated - a.updated);
}

/** Where somebody may still sit down; without those that I have a part in. */
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
