/** A choice of blocks in progress: what is chosen of each colour, and its submission. */
import { untrack } from 'svelte';
import { unfocused } from '../../../router.svelte';
import type { Decision } from '../../types';
import { parse } from '../actions';
import { blockOf } from '../keys';
import { coloursOf, type Options } from '../options';
import type { ManhattanView } from '../protocol';
import {
  canAdd,
  changed,
  chosenText,
  countsOf,
  forced,
  missing,
  NONE,
  partsOf,
  wanted,
  type Counts,
  type Part,
} from './choice';

interface Given {
  decision: Decision;
  view: ManhattanView;
  options: Options;
}

export class Choosing {
  readonly #given: () => Given;
  #counts: Counts[] = $state.raw([]);
  sending = $state(false);

  constructor(given: () => Given) {
    this.#given = given;
    // A new decision starts with the forced blocks.
    const key = $derived.by(() => {
      const { decision, view } = given();
      return `${decision.seat} ${view.round} ${String(view.trays)}`;
    });
    $effect.pre(() => {
      void key;
      untrack(() => {
        this.#counts = this.parts.map((part) => (this.#all ? forced(part, NONE) : NONE));
      });
    });
  }

  readonly #found = $derived.by(() => {
    const { legal, product } = this.#given().decision;
    return partsOf(legal, product);
  });

  get parts(): readonly Part[] {
    return this.#found.parts;
  }

  /** Whether blocks of all colours are chosen at once. */
  get #all(): boolean {
    return this.#found.all;
  }

  readonly text = $derived.by(() => chosenText(this.#found.parts, this.#all, this.#counts));
  /** The number of blocks still to choose. */
  readonly more = $derived.by(() => missing(this.#found.parts, this.#all, this.#counts));

  countsOf(at: number): Counts {
    return this.#counts[at] ?? NONE;
  }

  /** The number of a part's colour. */
  colourOf(part: Part): number {
    const { decision, options } = this.#given();
    if (part.colour === null) return coloursOf(options, decision.seat)[0]!;
    return options.colours.indexOf(part.colour as never);
  }

  change(at: number, floors: number, by: number): void {
    // One by one, a single block is chosen at a time: the last tap counts.
    const single = wanted(this.parts[at]!) === 1;
    this.#counts = this.parts.map((part, each) => {
      if (each !== at) return this.#all ? this.countsOf(each) : NONE;
      const next = changed(single && by > 0 ? NONE : this.countsOf(each), floors, by);
      return by > 0 ? forced(part, next) : next;
    });
  }

  /** Choose what an action says, such as a hint. */
  take(text: string): void {
    const action = parse(text);
    if (action?.kind !== 'choose') return;
    this.#counts = this.parts.map((part) => {
      const found = action.blocks.find((each) => each.colour === part.colour);
      return found ? countsOf(found.floors) : NONE;
    });
  }

  async confirm(): Promise<void> {
    if (!this.text || this.sending) return;
    this.sending = true;
    await this.#given()
      .decision.submit(this.text)
      .catch(() => {});
    this.sending = false;
  }

  /** Handle a key: blocks by number, or by letter as on a turn; Enter takes them. */
  keyed(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key === 'Escape') return this.take('choose ');
    if (
      event.key === 'Enter' &&
      (unfocused() || (event.target as Element).closest('[data-site], [aria-disabled="true"]'))
    ) {
      event.preventDefault(); // neither sites nor further blocks can be chosen
      return void this.confirm();
    }
    const letter = blockOf(event.key);
    const floors = letter?.floors ?? Number(event.key);
    if (!(floors >= 1 && floors <= 4)) return;
    const at = this.parts.findIndex(
      (part, each) =>
        (letter === null || letter.colour === each) &&
        (wanted(part) === 1 || canAdd(part, this.countsOf(each), floors)),
    );
    if (at < 0) return;
    event.preventDefault();
    this.change(at, floors, 1);
  }
}
