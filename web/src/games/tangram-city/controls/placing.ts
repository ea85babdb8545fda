/**
 * The held piece, independent of drawing: its orientation and place.
 * Legal places are those the service lists; nothing here knows the rules.
 */
import { declined, piecesOf, readPlace, type Place } from '../actions';
import { centre, contains, extent, moved, SIZE, type Point, type Shape } from '../board/shapes';
import { FOUNTAIN, orientations, sidesOf, type Piece, type Side, type Tiles } from '../board/tiles';

/** A legal placement. */
export interface Spot extends Place {
  action: string;
  shape: Shape;
}

/** The piece in hand; `at` is its top left field once it is over the board. */
export interface Hand {
  piece: Piece;
  side: Side;
  turns: number;
  at: Point | null;
}

/** The legal placements by piece and orientation. */
export class Choices {
  /** The pieces to be placed or declined now. */
  readonly pieces: Piece[];
  readonly #spots = new Map<string, Spot[]>();
  readonly #declines = new Map<Piece, string>();

  constructor(
    legal: readonly string[],
    readonly tiles: Tiles,
  ) {
    this.pieces = piecesOf(legal);
    for (const action of legal) {
      const place = readPlace(action);
      const piece = place?.piece ?? declined(action);
      if (piece === null) continue;
      if (!place) {
        this.#declines.set(piece, action);
        continue;
      }
      const shape = orientations(tiles, piece, place.side)[place.turns];
      if (!shape) continue;
      const key = keyOf(place);
      const spots = this.#spots.get(key) ?? [];
      spots.push({ ...place, action, shape: moved(shape, place.x, place.y) });
      this.#spots.set(key, spots);
    }
  }

  spots(way: Pick<Hand, 'piece' | 'side' | 'turns'>): Spot[] {
    return this.#spots.get(keyOf(way)) ?? [];
  }

  /** The action that declines a piece. */
  decline(piece: Piece): string | null {
    return this.#declines.get(piece) ?? null;
  }

  /** Every orientation of a piece with its number of legal places. */
  ways(piece: Piece): { side: Side; turns: number; shape: Shape; count: number }[] {
    return sidesOf(piece).flatMap((side) =>
      orientations(this.tiles, piece, side).map((shape, turns) => ({
        side,
        turns,
        shape,
        count: this.spots({ piece, side, turns }).length,
      })),
    );
  }

  /** Whether the piece has a place at all. */
  fits(piece: Piece): boolean {
    return this.ways(piece).some(({ count }) => count);
  }

  shape(way: Pick<Hand, 'piece' | 'side' | 'turns'>): Shape {
    return orientations(this.tiles, way.piece, way.side)[way.turns] ?? [];
  }

  /** Legal places for the present orientation; fountains rotate by themselves. */
  candidates(hand: Hand): Spot[] {
    if (hand.piece !== FOUNTAIN) return this.spots(hand);
    return [0, 1, 2, 3].flatMap((turns) => this.spots({ ...hand, turns }));
  }
}

function keyOf(way: { piece: Piece; side: Side; turns: number }): string {
  return `${way.piece} ${way.side} ${way.turns}`;
}

/** Take up a piece in the first orientation that has a legal place. */
export function take(choices: Choices, piece: Piece): Hand {
  const way = choices.ways(piece).find(({ count }) => count);
  return { piece, side: way?.side ?? sidesOf(piece)[0]!, turns: way?.turns ?? 0, at: null };
}

/** The legal place under the held piece, if any. */
export function spotOf(choices: Choices, hand: Hand): Spot | null {
  const { at } = hand;
  if (!at) return null;
  return choices.spots(hand).find((spot) => spot.x === at[0] && spot.y === at[1]) ?? null;
}

export function held(hand: Hand, spot: Place): Hand {
  return { ...hand, side: spot.side, turns: spot.turns, at: [spot.x, spot.y] };
}

// --- turning -----------------------------------------------------------------------------

/** Rotate by quarter turns clockwise; a piece on the board moves to the nearest legal place. */
export function turn(choices: Choices, hand: Hand, quarters = 1): Hand {
  const count = orientations(choices.tiles, hand.piece, hand.side).length;
  if (!count) return hand;
  return settle(choices, hand, { ...hand, turns: modulo(hand.turns + quarters, count) });
}

/** Mirror the piece left to right, as seen. */
export function flip(choices: Choices, hand: Hand): Hand {
  if (hand.piece === FOUNTAIN) return hand;
  const side = hand.side === 'b' ? 'g' : 'b';
  const count = orientations(choices.tiles, hand.piece, side).length;
  return settle(choices, hand, { ...hand, side, turns: modulo(-hand.turns, count) });
}

/** Hold the piece in another orientation. */
export function hold(choices: Choices, hand: Hand, side: Side, turns: number): Hand {
  return settle(choices, hand, { ...hand, side, turns });
}

function settle(choices: Choices, before: Hand, after: Hand): Hand {
  if (!before.at) return after;
  const old = extent(choices.shape(before));
  const now = extent(choices.shape(after));
  const x = Math.round(before.at[0] + (old[0] - now[0]) / 2);
  const y = Math.round(before.at[1] + (old[1] - now[1]) / 2);
  const spot = nearest(choices.spots(after), centre(moved(choices.shape(after), x, y)));
  return { ...after, at: spot ? [spot.x, spot.y] : null };
}

// --- moving ------------------------------------------------------------------------------

/** Move by one field, also over covered fields. */
export function step(choices: Choices, hand: Hand, dx: number, dy: number): Hand {
  if (!hand.at) return jump(choices, hand, 1);
  return { ...hand, at: onBoard(choices, hand, hand.at[0] + dx, hand.at[1] + dy) };
}

/** Jump to the next or previous legal place. */
export function jump(choices: Choices, hand: Hand, by: 1 | -1): Hand {
  const spots = choices.candidates(hand);
  if (!spots.length) return hand;
  const now = spotOf(choices, hand);
  if (now) return held(hand, spots[modulo(spots.indexOf(now) + by, spots.length)]!);
  const from = hand.at ? centre(moved(choices.shape(hand), ...hand.at)) : MIDDLE;
  return held(hand, nearest(spots, from)!);
}

/** Handle a tap: the nearest legal place there; tapped again, the next one. */
export function tap(choices: Choices, hand: Hand, px: number, py: number): Hand {
  const spots = choices.candidates(hand);
  const over = spots.filter((spot) => touches(spot.shape, px, py));
  const now = spotOf(choices, hand);
  if (now && over.includes(now)) return held(hand, over[(over.indexOf(now) + 1) % over.length]!);
  const exact = over.filter((spot) => contains(spot.shape, px, py));
  const spot = nearest(exact, [px, py]) ?? nearest(over, [px, py]) ?? nearest(spots, [px, py]);
  return spot ? held(hand, spot) : hand;
}

/** The legal place that a piece dragged to this point snaps to, if one is near. */
export function snap(choices: Choices, hand: Hand, x: number, y: number, reach = 0.9): Spot | null {
  const from = centre(moved(choices.shape(hand), x, y));
  const spot = nearest(choices.candidates(hand), from);
  return spot && distance(centre(spot.shape), from) <= reach ? spot : null;
}

/** The field where a piece dropped here would lie, legal or not. */
export function onBoard(choices: Choices, hand: Hand, x: number, y: number): Point {
  const [width, height] = extent(choices.shape(hand));
  return [within(Math.round(x), SIZE - width), within(Math.round(y), SIZE - height)];
}

const MIDDLE: Point = [SIZE / 2, SIZE / 2];

function nearest(spots: Spot[], to: Point): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const far = distance(centre(spot.shape), to);
    if (far < least - 1e-9) [best, least] = [spot, far];
  }
  return best;
}

function touches(shape: Shape, px: number, py: number): boolean {
  return shape.some(([x, y]) => x === Math.floor(px) && y === Math.floor(py));
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

function within(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
