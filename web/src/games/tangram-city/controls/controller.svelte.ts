/** A decision in progress: held piece, preview, submission. Used by the drawn and the text board. */
import { t } from '../../../i18n/index.svelte';
import type { City, TangramCityView } from '../protocol';
import { announce } from '../../../ui/announce.svelte';
import { showError } from '../../../ui/toasts.svelte';
import type { PlayProps } from '../../types';
import { writePlace } from '../actions';
import { Choices, spotOf, take, type Hand } from './placing';
import { tilesOf } from '../options';
import type { Piece } from '../board/tiles';
import { gainWords, pieceName, placeWords } from '../words';
import { isLast, previewOf, viewOf } from '../view';

interface Outcome {
  action: string;
  city: City;
  points: number;
}

/** Debounced while dragging. */
const PAUSE = 50;

export class Controller {
  readonly #props: () => PlayProps;
  hand: Hand | null = $state.raw(null);
  busy = $state(false);
  /** Whether to decline the held piece is being asked. */
  asking = $state(false);
  #seen: Outcome | null = $state.raw(null);

  constructor(props: () => PlayProps) {
    this.#props = props;
    $effect(() => this.#follow());
    $effect(() => this.#lookAhead());
  }

  get decision() {
    return this.#props().decision;
  }

  get view(): TangramCityView {
    return viewOf(this.#props().view);
  }

  /** The seat whose city is in the middle: the player's own, or the first for spectators. */
  get player(): number {
    return this.decision?.seat ?? this.#props().seat ?? 0;
  }

  get city(): City {
    return this.view.boards[this.player]!;
  }

  get last(): boolean {
    return isLast(this.view);
  }

  /** The player's points if the city were scored now. */
  get points(): number {
    return this.#props().standing[this.player] ?? 0;
  }

  readonly tiles = $derived.by(() => tilesOf(this.#props().options));
  readonly choices = $derived.by(() => new Choices(this.decision?.legal ?? [], this.tiles));
  readonly spot = $derived.by(() => (this.hand ? spotOf(this.choices, this.hand) : null));
  /** The preview of the place under the held piece. */
  readonly after = $derived.by(() => {
    const { spot } = this;
    return spot && this.#seen?.action === spot.action ? this.#seen : null;
  });

  /** Moved by the user: announce it if it does not fit. */
  change(how: (choices: Choices, hand: Hand) => Hand): void {
    if (!this.hand || this.busy) return;
    this.hand = how(this.choices, this.hand);
    const { hand } = this;
    if (hand.at && !this.spot)
      announce(t('tangram-city.not_here', { place: placeWords(placeOf(hand)) }));
    else if (!this.choices.fits(hand.piece))
      announce(t('tangram-city.nowhere', { piece: pieceName(hand.piece) }));
    else if (!this.choices.spots(hand).length) announce(t('tangram-city.nowhere_so'));
  }

  pick(piece: Piece): void {
    if (piece !== this.hand?.piece) this.hand = take(this.choices, piece);
  }

  putBack(): void {
    if (this.hand?.at) this.hand = { ...this.hand, at: null };
    else if (this.decision?.decided.length) void this.retract();
  }

  /** Submit it; if it is illegal, the service names the clause. */
  async confirm(): Promise<void> {
    const { hand, spot } = this;
    if (spot) await this.send(spot.action);
    else if (hand?.at) await this.#refused(writePlace(placeOf(hand)));
  }

  /** Dropped where it does not fit. */
  async ask(x: number, y: number): Promise<void> {
    if (this.hand) await this.#refused(writePlace(placeOf({ ...this.hand, at: [x, y] })));
  }

  readonly stuck = $derived.by(() => !!this.hand && !this.choices.fits(this.hand.piece));

  /** Decline the held piece; asks first unless it fits nowhere. */
  wantDecline(): void {
    if (!this.hand || this.busy) return;
    if (this.stuck) void this.decline();
    else this.asking = true;
  }

  async decline(): Promise<void> {
    this.asking = false;
    const action = this.hand && this.choices.decline(this.hand.piece);
    if (action) await this.send(action);
  }

  async send(action: string): Promise<void> {
    await this.#do(() => this.decision?.submit(action));
  }

  async retract(): Promise<void> {
    await this.#do(() => this.decision?.retract());
  }

  async #do(what: () => Promise<void> | undefined): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await what();
    } catch {
      // The page has shown the error.
    } finally {
      this.busy = false;
    }
  }

  async #refused(action: string): Promise<void> {
    try {
      await this.decision?.preview(action);
    } catch (error) {
      showError(error);
    }
  }

  /** Take up the next piece to place, unless one is held. */
  #follow(): void {
    const { choices } = this;
    if (!this.tiles.size) return; // their shapes are not loaded yet
    const first = choices.pieces.find((piece) => choices.fits(piece)) ?? choices.pieces[0];
    const kept = this.hand && choices.pieces.includes(this.hand.piece);
    if (kept || (!first && !this.hand)) return;
    this.hand = first ? take(choices, first) : null;
    if (first && !choices.fits(first))
      announce(t('tangram-city.nowhere', { piece: pieceName(first) }));
  }

  #lookAhead(): (() => void) | undefined {
    const { spot, decision } = this;
    if (!spot || !decision) return undefined;
    let wanted = true;
    const timer = setTimeout(async () => {
      const found = await decision.preview(spot.action).catch(() => null);
      if (!found || !wanted) return;
      const { board } = previewOf(found);
      const told = this.#seen?.action === spot.action;
      const points = found.standing[this.player] ?? 0;
      this.#seen = { action: spot.action, city: board, points };
      if (told) return;
      const gain = gainWords(this.city, board, points);
      announce(t('tangram-city.would', { place: placeWords(spot), gain }));
    }, PAUSE);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }
}

function placeOf({ piece, side, turns, at }: Hand) {
  return { piece, side, turns, x: at![0], y: at![1] };
}
