/** Rounds that have been scored: when one ends, its count is shown, if somebody wants that. */
import { scoredRounds } from '../games/view';
import { get } from '../net/api';
import type { RoundScored } from '../protocol';
import { settings } from '../settings.svelte';
import { showError } from '../ui/toasts.svelte';
import type { Screen } from './screen.svelte';
import { play } from './sounds';

export class Rounds {
  /** The count that is shown now. */
  shown: RoundScored | null = $state.raw(null);
  /** One is on its way, or shown: the result of the game waits for it. */
  busy = $state(false);

  #seen: number | null = null;
  #asked = 0;

  constructor(private readonly screen: Screen) {}

  /** How many have been scored. */
  count = $derived.by(() => {
    const { table } = this.screen;
    return scoredRounds(table.seats[0]?.view ?? table.view);
  });

  /** Call when the count may have changed. What was scored before we came is not shown by itself. */
  notice(): void {
    const before = this.#seen;
    this.#seen = this.count;
    if (before === null || this.count <= before) return;
    play('round');
    if (settings.scoring) void this.show(this.count);
  }

  async show(round: number): Promise<void> {
    const { table } = this.screen;
    const asked = ++this.#asked;
    this.busy = true;
    try {
      const path = `api/tables/${table.table}/rounds/${round}`;
      const found = await get<RoundScored>(path, table.invite ?? undefined);
      if (asked === this.#asked) this.shown = found; // else another was asked for meanwhile
    } catch (error) {
      showError(error);
      if (asked === this.#asked) this.busy = false;
    }
  }

  close(): void {
    if (!this.shown) return; // the next one is on its way already
    this.shown = null;
    this.busy = false;
  }
}
