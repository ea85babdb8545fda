/** An open study: the current position, what may be played there, and what the engine says. */
import { untrack } from 'svelte';
import type { Decision, Player } from '../../games/types';
import { t } from '../../i18n/index.svelte';
import { post } from '../../net/api';
import type { Evaluated, ExploredPosition, Previewed } from '../../protocol';
import { showError } from '../../ui/toasts.svelte';
import { FORMAT, type Start, type Study } from './study';
import {
  decisionOf,
  extend,
  isChance,
  linesTo,
  promote,
  prune,
  readTree,
  ROOT,
  settled,
  storedTree,
  type Tree,
} from './tree';

/** Milliseconds that a position must be shown before the engine is asked. */
const REST = 500;
const MOST_CACHED = 400;

export class AnalysisBoard {
  readonly start: Start;
  seed: number = $state(0);
  title: string = $state('');
  tree: Tree = $state({});
  at: number = $state(ROOT);
  /** Whose cards are shown; null: those of the player who decides. */
  seat: number | null = $state(null);
  explored: ExploredPosition | null = $state.raw(null);
  failed: unknown = $state.raw(null);
  evaluation: Evaluated | null = $state.raw(null);
  thinking = $state(false);
  engine = $state(false);
  open = $state(false);
  /** The action that is pointed at. */
  hint: string | null = $state(null);
  readonly #names: readonly string[];
  readonly #cache = new Map<string, ExploredPosition>();
  readonly #values = new Map<string, Evaluated>();
  #asked = 0;
  #root = '';

  constructor(study: Study) {
    this.start = study.start;
    this.seed = study.seed;
    this.title = study.title;
    this.tree = readTree(study);
    this.#names = study.players ?? [];
  }

  readonly lines: string[] = $derived.by(() => linesTo(this.tree, this.at));
  readonly current = $derived(this.tree[this.at]!);

  readonly players: Player[] = $derived.by(() => {
    const count = this.explored?.position.standing.length ?? 0;
    return Array.from({ length: count }, (_, seat) => ({
      seat,
      name: this.#names[seat] ?? t('analysis.player', { number: seat + 1 }),
      kind: 'human' as const,
      you: false,
    }));
  });

  /** Decisions are made in player order, as records list them. */
  readonly decision: Decision | null = $derived.by(() => {
    const { explored } = this;
    if (!explored || explored.seat === null) return null;
    if (explored.position.owing[0] !== explored.seat) return null;
    return {
      seat: explored.seat,
      legal: explored.legal,
      product: explored.product,
      decided: explored.decided,
      preview: (action) => this.#preview(action),
      submit: (action) => this.play(action),
      retract: async () => {},
    };
  });

  study(): Study {
    const { start, seed, title } = this;
    const players = this.#names.length ? { players: [...this.#names] } : {};
    return { format: FORMAT, title, start, seed, ...players, ...storedTree(this.tree) };
  }

  /** Show a node; `roll` lets chance act if the position waits for it. */
  async go(id: number): Promise<void> {
    this.at = this.tree[id] ? id : ROOT;
    this.hint = null;
    await this.show();
  }

  async show(): Promise<void> {
    const run = ++this.#asked;
    try {
      const found = await this.#ask({ lines: this.lines });
      if (run !== this.#asked) return;
      this.explored = found;
      this.failed = null;
      // Nothing to decide and nothing over: chance acts, once.
      const waits = !found.position.owing.length && !found.result;
      if (waits && !this.current.children.length) await this.#roll(run);
    } catch (error) {
      if (run === this.#asked) this.failed = error;
    }
  }

  async #roll(run: number): Promise<void> {
    const found = await this.#ask({ lines: this.lines, roll: true, seed: dice() });
    if (run !== this.#asked) return;
    this.at = extend(this.tree, ROOT, found.lines);
    this.explored = found;
  }

  /** Play an action of the player who decides, and let chance answer. */
  async play(action: string): Promise<void> {
    const run = ++this.#asked;
    const { seat } = this.explored!;
    const line = `${seat} ${action}`;
    const known = this.current.children.find((child) => this.tree[child]!.line === line);
    if (known !== undefined) return this.go(settled(this.tree, known));
    try {
      const found = await this.#ask({
        lines: this.lines,
        action,
        by: seat,
        roll: true,
        seed: dice(),
      });
      if (run !== this.#asked) return;
      this.at = extend(this.tree, ROOT, found.lines);
      this.hint = null;
      // Its answer is from the side of the player who acted.
      await this.show();
    } catch (error) {
      throw showError(error);
    }
  }

  /** Replace the last outcome of chance by another, as a variation. */
  async outcome(action: string): Promise<void> {
    const { parent, line } = this.current;
    if (parent === null || !isChance(line)) return;
    await this.go(extend(this.tree, parent, [`* ${action}`]));
  }

  /** Deal the hidden cards of a view again. */
  async dealAgain(): Promise<void> {
    this.seed = dice();
    this.#cache.clear();
    await this.go(this.at);
  }

  async remove(): Promise<void> {
    await this.go(prune(this.tree, decisionOf(this.tree, this.at)));
  }

  promote(): void {
    promote(this.tree, this.at);
  }

  /** Ask the engine once the position has been shown for a moment; returns how to cancel. */
  think(): () => void {
    const { explored, engine, open, seat } = this;
    const lines = this.lines;
    untrack(() => (this.evaluation = null));
    if (!engine || !explored || explored.lines.length !== lines.length) return () => {};
    const key = JSON.stringify([lines, this.seed, open, seat]);
    const known = this.#values.get(key);
    if (known) {
      untrack(() => (this.evaluation = known));
      return () => {};
    }
    let wanted = true;
    const timer = setTimeout(async () => {
      this.thinking = true;
      try {
        const body = { position: explored.root, lines, seed: this.seed, open_cards: open };
        const found = await post<Evaluated>('api/evaluation', body);
        this.#values.set(key, found);
        if (wanted) this.evaluation = found;
      } catch (error) {
        if (wanted) showError(error);
      }
      if (wanted) this.thinking = false;
    }, REST);
    return () => {
      wanted = false;
      clearTimeout(timer);
      this.thinking = false;
    };
  }

  async #preview(action: string): Promise<Previewed> {
    try {
      const { seat } = this.explored!;
      const found = await this.#ask({ lines: this.lines, action, by: seat, preview: true });
      return { type: 'previewed', id: 0, standing: found.standing, preview: found.preview! };
    } catch (error) {
      throw showError(error);
    }
  }

  async #ask(asked: {
    lines: string[];
    action?: string;
    by?: number | null;
    preview?: boolean;
    roll?: boolean;
    seed?: number;
  }): Promise<ExploredPosition> {
    const { lines, action, by, preview, roll, seed } = asked;
    const seat = by ?? this.seat;
    const plain = action === undefined && !roll;
    const key = JSON.stringify([lines, seat]);
    const known = plain ? this.#cache.get(key) : undefined;
    if (known) return known;
    const found = await post<ExploredPosition>('api/position', {
      ...(this.#root ? { position: this.#root } : this.start),
      lines,
      seat,
      // What a view hides must stay the same, whatever chance does.
      seed: this.explored?.is_view ? this.seed : (seed ?? this.seed),
      ...(action === undefined ? {} : { action, preview: preview ?? false }),
      ...(roll ? { roll } : {}),
    });
    this.#root = found.root;
    if (plain) this.#cache.set(key, found);
    if (this.#cache.size > MOST_CACHED) this.#cache.clear();
    return found;
  }
}

function dice(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]!;
}
