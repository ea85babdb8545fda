/** A position that is being set up by hand: the service completes and checks it after every change. */
import type { Draft, Options } from '../../games/types';
import { post, Refused } from '../../net/api';
import type { DraftBody, DraftedPosition, Problem } from '../../protocol';
import { showError } from '../../ui/toasts.svelte';
import type { Start } from '../analysis/study';

/** Milliseconds after the last change before the service is asked. */
const REST = 120;
const MOST_STEPS = 200;

export class Drafting {
  game: string = $state('');
  options: Options = $state.raw({});
  /** What the reader has set. */
  #own: Draft = $state.raw({});
  #worked: Draft = $state.raw({});
  answer: DraftedPosition | null = $state.raw(null);
  problem: Problem | null = $state.raw(null);
  /** Whether the answer is that of the present draft. */
  settled = $state(false);
  #past: Draft[] = $state.raw([]);
  #future: Draft[] = $state.raw([]);
  #seed = 0;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly draft: Draft = $derived({ ...this.#worked, ...this.#own });
  readonly chosen: ReadonlySet<string> = $derived(new Set(Object.keys(this.#own)));
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  /** Begin with the blank board of a game, or with a position. */
  async begin(start: Start): Promise<void> {
    if ('game' in start) {
      this.game = start.game;
      this.options = start.options;
      return this.#ask();
    }
    const found = await post<DraftedPosition>('api/position/draft', { position: start.position });
    this.game = found.game;
    this.options = found.options;
    this.#own = found.draft;
    this.#take(found);
  }

  change(change: Draft): void {
    this.#past = [...this.#past, this.#own].slice(-MOST_STEPS);
    this.#future = [];
    this.#set({ ...this.#own, ...change });
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.#own];
    this.#set(before);
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.#own];
    this.#set(after);
  }

  /** Clear the board, and everything that was set with it. */
  clear(): void {
    this.change(Object.fromEntries(Object.keys(this.#own).map((name) => [name, null])));
  }

  #set(own: Draft): void {
    this.#own = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
    this.settled = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), REST);
  }

  async #ask(): Promise<void> {
    const run = ++this.#asked;
    const body: DraftBody = {
      game: this.game,
      options: this.options,
      draft: this.#own,
      seed: this.#seed,
    };
    try {
      const found = await post<DraftedPosition>('api/position/draft', body);
      if (run === this.#asked) this.#take(found);
    } catch (error) {
      if (run !== this.#asked) return;
      if (error instanceof Refused) this.problem = error.problem;
      else showError(error);
    }
  }

  #take(found: DraftedPosition): void {
    this.answer = found;
    this.options = found.options;
    this.#worked = found.draft;
    this.problem = found.problem;
    this.settled = true;
  }
}
