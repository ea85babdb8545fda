/** A turn in progress: selection, preview, submission. */
import type { ManhattanPreview, ManhattanView } from '../protocol';
import { settings } from '../../../settings.svelte';
import { t } from '../../../i18n/index.svelte';
import { show, showError } from '../../../ui/toasts.svelte';
import type { Decision } from '../../types';
import { markedSites } from '../board/geometry';
import { coloursOf, hasTwoColours, type Options } from '../options';
import {
  attempt,
  choose,
  completed,
  decidedOn,
  moves,
  NOTHING,
  possible,
  type Block,
  type Part,
  type Selection,
} from './turn';
import { previewOf } from '../view';

export interface Foreseen {
  action: string;
  standing: readonly number[];
  after: ManhattanPreview;
}

interface Seen {
  decision: Decision | null;
  view: ManhattanView;
  options: Options;
}

/** Create it while a component initialises; it resets when the decision changes. */
export class Turn {
  chosen: Selection = $state.raw(NOTHING);
  foreseen: Foreseen | null = $state.raw(null);
  sending = $state(false);

  readonly #seen: () => Seen;
  #asked = 0;

  /**
   * The same decision sent again, as with every chat line, changes nothing. The next one may have
   * the same legal actions if opponents have moved quickly.
   */
  readonly #key = $derived.by(() => {
    const { decision, view } = this.#seen();
    return decision ? [decision.seat, view.round, view.turns, ...decision.legal].join('|') : '';
  });
  readonly moves = $derived(moves(this.#key.split('|')));
  readonly possible = $derived.by(() => possible(this.moves, this.chosen));
  /** The selection, completed with what it forces. */
  readonly selection = $derived.by(() => completed(this.moves, this.chosen));
  /** The only action left, if there is just one. */
  readonly action = $derived.by(() => decidedOn(this.moves, this.selection));

  constructor(seen: () => Seen) {
    this.#seen = seen;
    $effect.pre(() => {
      void this.moves;
      this.clear();
    });
  }

  clear(): void {
    this.chosen = NOTHING;
    this.foreseen = null;
    this.#asked += 1;
  }

  /** Select a part; selecting it again clears it. */
  choose<P extends Part>(part: P, value: Selection[P]): void {
    if (this.sending || !this.moves.length) return;
    const again = JSON.stringify(this.chosen[part]) === JSON.stringify(value);
    this.chosen = choose(this.moves, this.chosen, part, again ? null : value);
    void this.#think();
  }

  /** Select all parts of an action, such as a hint. */
  take(text: string): void {
    const [move] = moves([text]);
    if (!move || this.sending) return;
    const { card, floors, colour } = move;
    this.chosen = {
      card,
      block: { floors, colour },
      site: move.kind === 'build' ? move.site : null,
    };
    void this.#think(false);
  }

  /**
   * Handle a tap on a site: select it, submit if the player has selected it already, or say why not.
   * A site that the other parts force is only selected: the first tap on it must not build.
   */
  async pick(site: string): Promise<void> {
    if (this.sending || !this.moves.length) return;
    if (this.action && this.chosen.site === site) return this.confirm();
    if (this.possible.sites.has(site)) {
      this.chosen = choose(this.moves, this.chosen, 'site', site);
      return this.#think();
    }
    const { decision, view, options } = this.#seen();
    const own = options.sides[decision!.seat]!;
    const marks = (card: number) => markedSites(card, own);
    const text = attempt(this.chosen, site, view.hand, this.blocks, marks);
    if (text) await decision!.preview(text).catch(showError);
    else show(t('manhattan.no_card', { site }), 'error', 'M2.3');
  }

  /** The kinds of blocks on the deciding player's tray. */
  get blocks(): Block[] {
    const { decision, view, options } = this.#seen();
    if (!decision) return [];
    return coloursOf(options, decision.seat).flatMap((colour) =>
      [4, 3, 2, 1]
        .filter((floors) => view.trays[colour]?.[floors - 1])
        .map((floors) => ({
          floors,
          colour: hasTwoColours(options) ? options.colours[colour]! : null,
        })),
    );
  }

  async confirm(): Promise<void> {
    const { decision } = this.#seen();
    if (!decision || !this.action || this.sending) return;
    this.sending = true;
    try {
      await decision.submit(this.action);
    } catch {
      // The page has shown why.
    } finally {
      this.sending = false;
    }
  }

  /** Preview a complete selection, or submit it if the player wants no preview. */
  async #think(may = true): Promise<void> {
    const asked = ++this.#asked;
    this.foreseen = null;
    const { decision } = this.#seen();
    const action = this.action;
    if (!decision || !action) return;
    if (may && !settings.confirm) return this.confirm();
    try {
      const found = await decision.preview(action);
      if (asked !== this.#asked) return;
      const after = previewOf(found);
      this.foreseen = { action, standing: found.standing, after };
    } catch (error) {
      if (asked === this.#asked) showError(error);
    }
  }
}
