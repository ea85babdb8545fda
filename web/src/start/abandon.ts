/** Leave an unfinished game for good. */
import { post, Refused } from '../net/api';
import type { AnyCommand, CommandDone, TableSummary } from '../protocol';

/** Whether other people sit at the table. */
export function hasOthers({ summary, own = [] }: TableSummary): boolean {
  return summary.seats.some((seat, index) => seat.kind === 'human' && !own.includes(index));
}

/** Cancel the table where that is allowed; else a bot takes over in a game, or the seat becomes free. */
export async function abandon(table: TableSummary): Promise<void> {
  try {
    await send(table, { do: 'close' });
  } catch (error) {
    const { own = [], status } = table;
    if (!(error instanceof Refused) || !own.length) throw error;
    for (const seat of own)
      await send(
        table,
        status === 'playing' ? { do: 'resign', seat, then: 'bot' } : { do: 'stand', seat },
      );
  }
}

async function send(table: TableSummary, command: AnyCommand): Promise<void> {
  await post<CommandDone>(`api/tables/${table.id}/commands`, { command });
}
