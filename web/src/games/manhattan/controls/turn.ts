/**
 * Selecting card, block and site in any order among the legal actions. A part that is forced by the
 * others needs no tap of its own.
 */
import { parse, written, type Build, type Forfeit } from '../actions';

export interface Block {
  floors: number;
  colour: string | null;
}

export interface Selection {
  card: number | null;
  block: Block | null;
  site: string | null;
}

export type Part = keyof Selection;

export const NOTHING: Selection = { card: null, block: null, site: null };

export type Move = Build | Forfeit;

/** The builds and forfeits among legal texts. */
export function moves(legal: readonly string[]): Move[] {
  return legal
    .map(parse)
    .filter((action): action is Move => action?.kind === 'build' || action?.kind === 'forfeit');
}

export function blockKey(block: Block): string {
  return `${block.floors} ${block.colour ?? ''}`;
}

const siteOf = (move: Move) => (move.kind === 'build' ? move.site : null);

function fits(move: Move, chosen: Selection, but?: Part): boolean {
  return (
    (but === 'card' || chosen.card === null || move.card === chosen.card) &&
    (but === 'block' || chosen.block === null || blockKey(move) === blockKey(chosen.block)) &&
    (but === 'site' || chosen.site === null || siteOf(move) === chosen.site)
  );
}

/** The options for each part, given the other parts. */
export interface Possible {
  cards: Set<number>;
  blocks: Set<string>;
  sites: Set<string>;
}

export function possible(all: readonly Move[], chosen: Selection): Possible {
  const found: Possible = { cards: new Set(), blocks: new Set(), sites: new Set() };
  for (const move of all) {
    if (fits(move, chosen, 'card')) found.cards.add(move.card);
    if (fits(move, chosen, 'block')) found.blocks.add(blockKey(move));
    if (move.kind === 'build' && fits(move, chosen, 'site')) found.sites.add(move.site);
  }
  return found;
}

/** The selection after one more choice; incompatible parts are cleared. */
export function choose<P extends Part>(
  all: readonly Move[],
  chosen: Selection,
  part: P,
  value: Selection[P],
): Selection {
  const next: Selection = { ...chosen, [part]: value };
  if (value === null) return next;
  const others = (['card', 'block', 'site'] as const).filter((each) => each !== part);
  if (all.some((move) => fits(move, next))) return next;
  for (const other of others) {
    const without = { ...next, [other]: null };
    if (all.some((move) => fits(move, without))) return without;
  }
  return { ...NOTHING, [part]: value };
}

/** Complete a selection with forced parts; nothing is forced before the first choice. */
export function completed(all: readonly Move[], chosen: Selection): Selection {
  if (chosen.card === null && chosen.block === null && chosen.site === null) return chosen;
  const left = all.filter((move) => fits(move, chosen));
  const first = left[0];
  if (!first) return chosen;
  const same = (read: (move: Move) => unknown) => left.every((move) => read(move) === read(first));
  return {
    card: same((move) => move.card) ? first.card : chosen.card,
    block: same(blockKey) ? { floors: first.floors, colour: first.colour } : chosen.block,
    site: same(siteOf) ? siteOf(first) : chosen.site,
  };
}

/** The only action left, if there is just one. */
export function decidedOn(all: readonly Move[], chosen: Selection): string | null {
  if (chosen.card === null || chosen.block === null) return null;
  const left = all.filter((move) => fits(move, chosen));
  const texts = new Set(left.map(written));
  return texts.size === 1 ? [...texts][0]! : null;
}

/**
 * The action to try, to learn why a site is illegal: with the selected parts, otherwise with a card
 * that marks it and the largest available block; null if no card marks it.
 */
export function attempt(
  chosen: Selection,
  site: string,
  hand: readonly number[],
  blocks: readonly Block[],
  marks: (card: number) => readonly string[],
): string | null {
  const card = chosen.card ?? hand.find((each) => marks(each).includes(site));
  const largest = [...blocks].sort((a, b) => b.floors - a.floors)[0];
  const block = chosen.block ?? largest;
  if (card === undefined || !block) return null;
  return written({ kind: 'build', card, site, ...block });
}
