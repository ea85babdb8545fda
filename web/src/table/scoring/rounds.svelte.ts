/** Scored rounds: shows the scoring when a round ends, if the settings say so. */
import { scoredRounds } from '../../games/view';
import { get } from '../../net/api';
import type { RoundScored } from '../../protocol';
import { settings } from '../../settings.svelte';
import { showError } from '../../ui/toasts.svelte';
import type { Screen } from '../screen.svelte';
import { play } from '../turn/sounds';

export class Rounds {
  /** The scoring being shown. */
  shown: RoundScored | null = $state.raw(null);
  /** A scoring is loading or shown: the result dialog waits for it. */
  busy = $state(false);

  #seen: number | null = null;
  #asked = 0;

  constructor(private readonly screen: Screen) {}

  /** The number of scored rounds. */
  count = $derived.by(() => {
    const { table } = this.screen;
    return scoredRounds(table.seats[0]?.view ?? table.view);
  });

  /** Call when the number may have changed. Rounds scored before the page was opened are not shown. */
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
      if (asked === this.#asked) this.shown = found; // else another was requested in the meantime
    } catch (error) {
      showError(error);
      if (asked === this.#asked) this.busy = false;
    }
  }

  close(): void {
    if (!this.shown) return; // the next one is already loading
    this.shown = null;
    this.busy = false;
  }
}
