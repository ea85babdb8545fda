/** Mistakes to be retried: the position before each, a decision, and its verdict. */
import type { Decision } from '../../games/types';
import { post } from '../../net/api';
import type {
  Analysis,
  AnalysedLine,
  Judged,
  JudgementBody,
  Practised,
  Previewed,
} from '../../protocol';
import { showError } from '../../ui/toasts.svelte';

type Game = {
  record: Record<string, unknown>;
  options: Record<string, unknown>;
  lines: readonly string[];
};

/** An attempt and its outcome. */
export interface Tried {
  action: string;
  after: Practised;
  /** Its verdict; null while it is compared with the best. */
  judged:
    | (Pick<Judged, 'verdict' | 'words'> & Pick<Partial<Judged>, 'reasons' | 'contrast_words'>)
    | null;
}

/** Whether an attempt is the best move, or indistinguishable from it. */
export const right = (tried: Tried | null): boolean =>
  tried?.judged?.verdict === 'best' || tried?.judged?.verdict === 'good';

export class Retry {
  readonly #game: Game;
  readonly #openCards: boolean;
  readonly #mistakes: readonly AnalysedLine[];
  at = $state(0);
  before: Practised | null = $state.raw(null);
  failed: unknown = $state.raw(null);
  /** Null until there is an attempt. */
  tried: Tried | null = $state.raw(null);
  /** The better move is shown. */
  shown = $state(false);
  /** Counts positions: answers for earlier ones are dropped. */
  #run = 0;

  constructor(game: Game, analysis: Analysis, lines: readonly number[]) {
    this.#game = game;
    this.#openCards = analysis.open_cards;
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
    const { record, options, lines } = this.#game;
    const { line, actor } = this.mistake;
    const log = lines.slice(0, line - 1);
    return post<Practised>('api/practice', {
      game: record.game,
      options,
      seat: actor,
      log,
      ...more,
    });
  }

  async #preview(action: string): Promise<Previewed> {
    const { standing, preview } = await this.#ask({ action, preview: true });
    return { type: 'previewed', id: 0, standing, preview: preview! };
  }

  async #submit(action: string): Promise<void> {
    const run = this.#run;
    try {
      const after = await this.#ask({ action });
      if (run === this.#run) this.tried = { action, after, judged: null };
      const judged = await this.#judged(action);
      if (run === this.#run) this.tried = { action, after, judged };
    } catch (error) {
      if (run === this.#run) this.tried = null;
      throw showError(error);
    }
  }

  /** The service compares the action with the best one: the browser knows no rules. */
  async #judged(action: string): Promise<NonNullable<Tried['judged']>> {
    const { line, best, verdict, reasons, words, done, done_words } = this.mistake;
    if (action === best) return { verdict: 'best', reasons, words };
    if (action === this.mistake.action)
      return { verdict: verdict!, reasons: done, words: done_words };
    const { record } = this.#game;
    const body: JudgementBody = { record, line, action, best: best! };
    return post<Judged>('api/judgement', { ...body, open_cards: this.#openCards });
  }
}
