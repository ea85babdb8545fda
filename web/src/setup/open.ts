/** Create a table and go there, registering as a guest first if necessary. */
import { seatNames } from '../bots/bots';
import { t } from '../i18n/index.svelte';
import { post } from '../net/api';
import { ensureUser } from '../net/me.svelte';
import type { NewTable, NewTableInfo } from '../protocol';
import { go } from '../router.svelte';
import { myName } from '../start/rename';
import { showError } from '../ui/toasts.svelte';

let opening = false;

export async function openTable(plan: NewTable): Promise<void> {
  if (opening) return; // pressed twice
  opening = true;
  try {
    const person = await ensureUser(myName());
    const names = seatNames(plan.seats ?? []);
    const first = plan.seats?.findIndex((seat) => seat.kind === 'me');
    const seats = (plan.seats ?? []).map((seat, index) => {
      if (seat.kind === 'open') return seat;
      if (seat.kind === 'bot') return { ...seat, name: names[index] };
      const unnamed = index === first ? person.name : t('start.person', { number: index + 1 });
      return { ...seat, name: seat.name || unnamed };
    });
    const made = await post<NewTableInfo>('api/tables', { ...plan, seats });
    go(`table/${made.table}`);
  } catch (error) {
    showError(error);
  } finally {
    opening = false;
  }
}
