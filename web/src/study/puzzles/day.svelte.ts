/** A game with the cards of a day: the service keeps its moves. */
import type { Decision } from '../../games/types';
import { get, post } from '../../net/api';
import type { BoardLine, DayPlayed, Previewed } from '../../protocol';
import { showError } from '../../ui/toasts.svelte';
import { somebody } from './solving.svelte';

export class DayGame {
  readonly path: string;
  played: DayPlayed | null = $state.raw(null);
  board: readonly BoardLine[] = $state.raw([]);
  failed: unknown = $state.raw(null);
  recent: readonly string[] = $state.raw([]);

  constructor(game: string, day: string) {
    this.path = `api/days/${game}/${day}`;
    void this.load();
  }

  async load(): Promise<void> {
    this.failed = null;
    try {
      await somebody();
      await this.#ask({});
    } catch (error) {
      this.failed = error;
    }
  }

  async #ask(body: { action?: string; after?: number }): Promise<void> {
    this.played = await post<DayPlayed>(this.path, body);
    if (this.played.result) this.board = await get<BoardLine[]>(`${this.path}/board`);
  }

  readonly decision: Decision | null = $derived.by(() => {
    const { played } = this;
    if (!played || played.result) return null;
    const after = played.entry.moves;
    return {
      seat: 0,
      legal: played.legal,
      product: played.product,
      decided: [],
      preview: async (action): Promise<Previewed> => {
        const found = await post<DayPlayed>(this.path, { action, preview: true, after });
        return { type: 'previewed', id: 0, standing: found.standing, preview: found.preview! };
      },
      submit: async (action) => {
        try {
          await this.#ask({ action, after });
          this.recent = [`0 ${action}`];
        } catch (error) {
          throw showError(error);
        }
      },
      retract: async () => {},
    };
  });
}
