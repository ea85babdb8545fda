/** Mistakes tried again: the position before each, a decision to make, and whether it is the better one. */
import type { Decision } from '../../games/face';
import { post } from '../../net/api';
import type { Analysis, AnalysedLine, Practised, Previewed } from '../../protocol';
import { complain } from '../../ui/toasts.svelte';

type Game = { game: string; options: Record<string, unknown>; lines: readonly string[] };

export class Retry {
  readonly #game: Game;
  readonly #mistakes: readonly AnalysedLine[];
  at = $state(0);
  before: Practised | null = $state.raw(null);
  failed: unknown = $state.raw(null);
  /** What was tried and came of it; null while one thinks. */
  tried: { action: string; right: boolean; after: Practised } | null = $state.raw(null);
  /** The better move is pointed at. */
  shown = $state(false);
  /** Counts positions: what was asked for before is for nobody. */
  #run = 0;

  constructor(game: Game, analysis: Analysis, lines: readonly number[]) {
    this.#game = game;
    this.#mistakes = lines.map((line) => analysis.lines[line - 1]!);
    void this.go(0);
  }

  get count(): number {
    return this.#mistakes.length;
  }

  get mistake(): AnalysedLine {
    return this.#mistakes[this.at]!;
  }

  async go(at: number): Promise<void> {
    const run = ++this.#run;
    this.at = at;
    this.before = this.tried = this.failed = null;
    this.shown = false;
    try {
      const before = await this.#ask({});
      if (run === this.#run) this.before = before;
    } catch (error) {
      if (run === this.#run) this.failed = error;
    }
  }

  again(): void {
    this.tried = null;
    this.shown = false;
  }

  readonly decision: Decision | null = $derived.by(() => {
    const { before } = this;
    if (!before || this.tried) return null;
    return {
      seat: this.mistake.actor,
      legal: before.legal,
      product: before.product,
      decided: [],
      preview: (action) => this.#preview(action),
      submit: (action) => this.#submit(action),
      retract: async () => {},
    };
  });

  #ask(more: { action?: string; preview?: boolean }): Promise<Practised> {
    const { game, options, lines } = this.#game;
    const { line, actor } = this.mistake;
    const log = lines.slice(0, line - 1);
    return post<Practised>('api/practice', { game, options, seat: actor, log, ...more });
  }

  async #preview(action: string): Promise<Previewed> {
    const { standing, preview } = await this.#ask({ action, preview: true });
    return { type: 'previewed', id: 0, standing, preview: preview! };
  }

  async #submit(action: string): Promise<void> {
    const run = this.#run;
    const best = this.mistake.best!;
    try {
      const after = await this.#ask({ action });
      const right = action === best || (await this.#alike(action, best));
      if (run === this.#run) this.tried = { action, right, after };
    } catch (error) {
      throw complain(error);
    }
  }

  /** Another way to the same board: two cards may mean one site. */
  async #alike(one: string, other: string): Promise<boolean> {
    const [a, b] = await Promise.all([this.#preview(one), this.#preview(other)]);
    return JSON.stringify(a.preview) === JSON.stringify(b.preview);
  }
}
