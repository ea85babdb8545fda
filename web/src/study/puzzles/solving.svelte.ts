/** A puzzle being solved: attempts go to the service, which alone knows the solution. */
import type { Decision } from '../../games/types';
import { language } from '../../i18n/index.svelte';
import { get, post } from '../../net/api';
import { ensureUser } from '../../net/me.svelte';
import type { Previewed, PuzzleShown, PuzzleSolution, PuzzleTried } from '../../protocol';
import { settings } from '../../settings.svelte';
import { friendlyName } from '../../start/names';
import { showError } from '../../ui/toasts.svelte';

/** Somebody whose results are kept. */
export const somebody = () => ensureUser(settings.name || friendlyName());

export class Solving {
  readonly id: string;
  shown: PuzzleShown | null = $state.raw(null);
  /** The last attempt and its answer. */
  last: { action: string; answer: PuzzleTried } | null = $state.raw(null);
  solution: PuzzleSolution | null = $state.raw(null);
  failed: unknown = $state.raw(null);

  constructor(id: string) {
    this.id = id;
    void this.load();
  }

  async load(): Promise<void> {
    this.failed = null;
    try {
      this.shown = await get<PuzzleShown>(`api/puzzles/${this.id}`);
      this.solution = this.shown.solution ?? null;
    } catch (error) {
      this.failed = error;
    }
  }

  /** What was done with the puzzle so far. */
  get you() {
    return this.last?.answer.you ?? this.shown?.entry.you;
  }

  readonly decision: Decision | null = $derived.by(() => {
    const { shown } = this;
    if (!shown || this.solution) return null;
    return {
      seat: shown.seat,
      legal: shown.legal,
      product: shown.product,
      decided: [],
      preview: (action) => this.#preview(action),
      submit: (action) => this.#submit(action),
      retract: async () => {},
    };
  });

  async #preview(action: string): Promise<Previewed> {
    const path = `api/puzzles/${this.id}/try`;
    const found = await post<PuzzleTried>(path, { action, preview: true });
    return { type: 'previewed', id: 0, standing: found.standing, preview: found.preview! };
  }

  async #submit(action: string): Promise<void> {
    try {
      await somebody();
      const answer = await post<PuzzleTried>(`api/puzzles/${this.id}/try`, { action });
      this.last = { action, answer };
      if (answer.solution) this.solution = answer.solution;
    } catch (error) {
      throw showError(error);
    }
  }

  /** Show the solution: the puzzle then counts as not solved. */
  async giveUp(): Promise<void> {
    try {
      await somebody();
      this.solution = await post<PuzzleSolution>(`api/puzzles/${this.id}/solution`);
      this.last = null;
    } catch (error) {
      showError(error);
    }
  }

  /** Reload the words after the language has changed. */
  readonly language = $derived(language());
}
