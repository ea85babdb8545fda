/** The lists of tables that the service gives: mine, and those that are open to all. */
import { get } from '../net/api';
import { me } from '../net/me.svelte';
import type { TableSummary } from '../protocol';
import { keep, kept } from '../kept';
import { running } from './lists';

export class Lists {
  mine: TableSummary[] = $state.raw([]);
  listed: TableSummary[] = $state.raw([]);
  loaded = $state(false);
  /** How many of mine went on when this browser last looked: room to keep until they are here. */
  readonly expected = kept<number>('running') ?? 0;

  #asked = 0;

  /** Asks again; what cannot be had now stays as it was. */
  async load(): Promise<void> {
    const known = me();
    const asked = ++this.#asked;
    const [mine, listed] = await Promise.allSettled([
      known ? get<TableSummary[]>('api/me/tables') : Promise.resolve([]),
      get<TableSummary[]>('api/tables'),
    ]);
    if (asked !== this.#asked) return; // asked again since, perhaps by somebody else
    if (mine.status === 'fulfilled') {
      this.mine = mine.value;
      keep('running', running(this.mine).length);
    }
    if (listed.status === 'fulfilled') this.listed = listed.value;
    this.loaded = true;
  }

  /** Keeps them fresh while they are looked at; in an effect. */
  follow(): () => void {
    if (me() === undefined) return () => {}; // who is here is still being asked
    void this.load();
    const again = setInterval(() => {
      if (document.visibilityState === 'visible') void this.load();
    }, 10_000);
    return () => clearInterval(again);
  }
}
