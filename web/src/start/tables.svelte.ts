/** The service's lists of tables: mine and the public ones. */
import { get } from '../net/api';
import { me } from '../net/me.svelte';
import type { TableSummary } from '../protocol';
import { store, stored } from '../storage';
import { running } from './lists';

export class Lists {
  mine: TableSummary[] = $state.raw([]);
  listed: TableSummary[] = $state.raw([]);
  loaded = $state(false);
  /** How many unfinished tables there were last time: space to reserve while loading. */
  readonly expected = stored<number>('running') ?? 0;

  #asked = 0;

  /** Reload both lists; one that fails to load stays as it was. */
  async load(): Promise<void> {
    const known = me();
    const asked = ++this.#asked;
    const [mine, listed] = await Promise.allSettled([
      known ? get<TableSummary[]>('api/me/tables') : Promise.resolve([]),
      get<TableSummary[]>('api/tables'),
    ]);
    if (asked !== this.#asked) return; // a newer request is under way, perhaps as another user
    if (mine.status === 'fulfilled') {
      this.mine = mine.value;
      store('running', running(this.mine).length);
    }
    if (listed.status === 'fulfilled') this.listed = listed.value;
    this.loaded = true;
  }

  /** Keep the lists up to date while they are visible; call in an effect. */
  follow(): () => void {
    if (me() === undefined) return () => {}; // the user is still being loaded
    void this.load();
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') void this.load();
    }, 10_000);
    return () => clearInterval(again);
  }
}
