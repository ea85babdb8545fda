/** Pointer input on the city: tap, drag with snapping, two-finger rotation. */
import { settings } from '../../../settings.svelte';
import type { Controller } from './controller.svelte';
import { Twist } from './gesture';
import { BEFORE, BEHIND, UNIT } from '../board/palette';
import { held, onBoard, snap, tap, turn, type Spot } from './placing';
import { contains, extent, moved, SIZE, type Point } from '../board/shapes';

const SLACK = 7; // pixels of tolerance for a tap
const LIFT = 1.4; // fields that a dragged piece is shown above the finger

export class Dragging {
  board: SVGSVGElement | undefined = $state.raw();
  /** Top left of the dragged piece, in fields. */
  at: Point | null = $state.raw(null);
  /** The field coordinates under the mouse, while no piece lies in the city. */
  #mouse: Point | null = $state.raw(null);
  readonly #control: Controller;
  readonly #twist = new Twist();
  readonly #down = new Map<number, PointerEvent>();
  #grip: Point | null = null;
  #moved = false;

  constructor(control: Controller) {
    this.#control = control;
  }

  /** The place it would snap to if released now. */
  readonly target = $derived.by(() => {
    const { hand, choices } = this.#control;
    return this.at && hand ? snap(choices, hand, ...this.at) : null;
  });

  /** The place under the mouse, for the piece as it is turned now. */
  readonly hover: Spot | null = $derived.by(() => {
    const { hand, choices } = this.#control;
    if (!this.#mouse || !hand || hand.at) return null;
    const there = tap(choices, hand, ...this.#mouse);
    const at = (spot: Spot) => spot.x === there.at?.[0] && spot.y === there.at[1];
    return choices.spots(there).find(at) ?? null;
  });

  down = (event: PointerEvent) => {
    const { hand, busy } = this.#control;
    if (!hand || busy || event.button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, event);
    this.#mouse = null;
    if (this.#down.size > 1) return this.#stop();
    this.#moved = false;
    const [x, y] = this.#fields(event);
    const own = hand.at && moved(this.#control.choices.shape(hand), ...hand.at);
    this.#grip = own && contains(own, x, y) ? [x - hand.at![0], y - hand.at![1]] : null;
  };

  move = (event: PointerEvent) => {
    const { hand, choices } = this.#control;
    if (!hand) return;
    const start = this.#down.get(event.pointerId);
    if (!start) return this.#hovered(event);
    if (this.#down.size > 1) {
      this.#down.set(event.pointerId, event);
      const [one, two] = [...this.#down.values()] as [PointerEvent, PointerEvent];
      const quarters = this.#twist.move(one, two);
      this.#moved = true;
      if (quarters) this.#control.change((all, each) => turn(all, each, quarters));
      return;
    }
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (!this.#moved && far < SLACK) return;
    this.#moved = true;
    const [x, y] = this.#fields(event);
    const [width, height] = extent(choices.shape(hand));
    const lift = event.pointerType === 'mouse' ? 0 : LIFT;
    const [gx, gy] = this.#grip ?? [width / 2, height / 2 + lift];
    this.at = [x - gx, y - gy];
  };

  up = (event: PointerEvent) => {
    if (!this.#down.delete(event.pointerId)) return;
    const { at } = this;
    const fingers = this.#down.size;
    this.#stop();
    if (fingers) return;
    if (at) return this.#drop(at);
    if (this.#moved || event.type === 'pointercancel') return;
    if (event.currentTarget === this.board?.parentElement) this.#tapped(event);
  };

  leave = () => (this.#mouse = null);

  /** Whether a pointer is over a field. */
  over(event: MouseEvent): boolean {
    const [x, y] = this.#fields(event);
    return x >= 0 && y >= 0 && x < SIZE && y < SIZE;
  }

  #tapped(event: PointerEvent): void {
    if (!this.over(event)) return;
    const [x, y] = this.#fields(event);
    const { spot } = this.#control;
    if (!settings.confirm && spot && contains(spot.shape, x, y)) void this.#control.confirm();
    else this.#control.change((choices, hand) => tap(choices, hand, x, y));
  }

  #drop([x, y]: Point): void {
    const { hand, choices } = this.#control;
    if (!hand) return;
    const [width, height] = extent(choices.shape(hand));
    const outside = x < -width || y < -height || x > SIZE || y > SIZE;
    const spot = outside ? null : snap(choices, hand, x, y);
    if (spot) this.#control.change((_, each) => held(each, spot));
    else if (outside) this.#control.change((_, each) => ({ ...each, at: null }));
    else void this.#control.ask(...onBoard(choices, hand, x, y));
  }

  #hovered(event: PointerEvent): void {
    this.#mouse = event.pointerType === 'mouse' && this.over(event) ? this.#fields(event) : null;
  }

  #stop(): void {
    this.at = null;
    this.#grip = null;
    this.#twist.end();
  }

  /** A pointer's position in fields of the board. */
  #fields(event: MouseEvent): Point {
    const box = this.board!.getBoundingClientRect();
    const scale = (SIZE * UNIT + BEFORE + BEHIND) / box.width;
    return [
      ((event.clientX - box.left) * scale - BEFORE) / UNIT,
      ((event.clientY - box.top) * scale - BEFORE) / UNIT,
    ];
  }
}
