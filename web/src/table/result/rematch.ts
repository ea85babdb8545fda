/** Propose or accept a rematch; spectators follow to the new table. */
import { go } from '../../router.svelte';
import { showError } from '../../ui/toasts.svelte';
import type { Screen } from '../screen.svelte';

export async function rematch({ table, info }: Screen): Promise<void> {
  try {
    const played = info.seats.some((seat) => seat.you);
    const next = played ? (await table.do({ do: 'rematch' })).table : info.rematch;
    if (next) go(`table/${next}`);
  } catch (error) {
    showError(error);
  }
}
