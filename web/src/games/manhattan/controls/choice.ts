/**
 * Choosing the blocks of a round, block by block, among the legal choices. The choices of two colours
 * come as two lists; one text of each makes an action.
 */
export interface Part {
  colour: string | null;
  texts: readonly string[];
}

/** How many blocks of 1, 2, 3, 4 floors. */
export type Counts = readonly [number, number, number, number];

export const NONE: Counts = [0, 0, 0, 0];

/** The largest block first, as everywhere on the page. */
export const SIZES = [4, 3, 2, 1] as const;

const last = (text: string) => text.split(' ').at(-1)!;

/**
 * The parts of a choice. One by one a player of two colours has all choices in one list: then each
 * colour is a part, and one of them is enough.
 */
export function partsOf(
  legal: readonly string[],
  product: readonly (readonly string[])[] | null,
): { parts: Part[]; all: boolean } {
  if (product) {
    const parts = product.map((texts) => ({ colour: colourOf(texts[0]!), texts }));
    return { parts, all: true };
  }
  const texts = legal.filter((text) => text.startsWith('choose '));
  const colours = [...new Set(texts.map(colourOf))];
  const parts = colours.map((colour) => ({
    colour,
    texts: texts.filter((text) => colourOf(text) === colour),
  }));
  return { parts, all: colours.length === 1 };
}

function colourOf(text: string): string | null {
  const words = text.split(' ').filter((word) => word !== 'choose');
  return words.length > 1 ? words[0]! : null;
}

export function countsOf(text: string): Counts {
  const digits = last(text);
  return [1, 2, 3, 4].map((floors) => digits.split(String(floors)).length - 1) as never as Counts;
}

export const size = (counts: Counts) => counts.reduce((sum, count) => sum + count, 0);

/** How many blocks a choice of this part has. */
export function wanted(part: Part): number {
  return last(part.texts[0] ?? '').length;
}

/** Whether some legal choice has at least these blocks. */
function within(part: Part, counts: Counts): boolean {
  return part.texts.some((text) => countsOf(text).every((count, at) => count >= counts[at]!));
}

export function changed(counts: Counts, floors: number, by: number): Counts {
  return counts.map((count, at) => (at === floors - 1 ? count + by : count)) as never as Counts;
}

export function canAdd(part: Part, counts: Counts, floors: number): boolean {
  return within(part, changed(counts, floors, 1));
}

/** The only legal choice with these blocks, if there is just one. */
export function forced(part: Part, counts: Counts): Counts {
  const left = part.texts.filter((text) =>
    countsOf(text).every((count, at) => count >= counts[at]!),
  );
  return left.length === 1 ? countsOf(left[0]!) : counts;
}

/** The text of a finished choice; null while something is missing. */
export function chosenText(
  parts: readonly Part[],
  all: boolean,
  counts: readonly Counts[],
): string | null {
  const texts = parts.map((part, at) => {
    const mine = counts[at] ?? NONE;
    if (!size(mine)) return null;
    return part.texts.find((text) => String(countsOf(text)) === String(mine)) ?? null;
  });
  const found = texts.filter((text) => text !== null);
  if (all) return found.length === parts.length ? found.join(' ') : null;
  return found.length === 1 ? found[0]! : null;
}

/** The blocks still to be chosen. */
export function missing(parts: readonly Part[], all: boolean, counts: readonly Counts[]): number {
  if (!all) return counts.some(size) ? 0 : 1;
  return parts.reduce((sum, part, at) => sum + wanted(part) - size(counts[at] ?? NONE), 0);
}
