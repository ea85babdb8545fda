/** Full-text search of the clauses: every word must occur, in any order; accents and case are ignored. */
import type { ClauseInfo } from '../protocol';

function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** How well a word matches: as a whole word 3, as the beginning of one 2, inside one 1, not at all 0. */
function fit(text: string, word: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < 3; at = text.indexOf(word, at + 1)) {
    const begins = !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
    const ends = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? '');
    best = Math.max(best, begins ? (ends ? 3 : 2) : 1);
  }
  return best;
}

/** The rank of a match by its fit. */
const TITLE = [0, 2, 5, 6];
const TEXT = [0, 1, 3, 4];
/** Ranks from here on match whole words or their beginnings. */
const WORDS = 3;

/** How well a clause matches all words, a match in its id or title counting more; 0: not at all. */
export function rank(clause: ClauseInfo, search: string): number {
  const title = normalized(`${clause.id} ${clause.title}`);
  const text = normalized(clause.text);
  const words = normalized(search).split(/\s+/).filter(Boolean);
  const fits = words.map((word) => Math.max(TITLE[fit(title, word)]!, TEXT[fit(text, word)]!));
  return fits.length ? Math.min(...fits) : 0;
}

/** Whether a text has all words, or words that begin with them. */
export function mentions(text: string, search: string): boolean {
  return rank({ id: '', title: '', text }, search) >= WORDS;
}

export interface Section {
  heading: ClauseInfo;
  clauses: ClauseInfo[];
}

/**
 * The clauses grouped by heading (M2 for M2.1, M2.2 …): without a search in their order, else those that
 * match, the best first. Parts of words count only where nothing else is found.
 */
export function sections(clauses: readonly ClauseInfo[], search: string): Section[] {
  const groups: Section[] = [];
  for (const clause of clauses) {
    if (!clause.id.includes('.')) groups.push({ heading: clause, clauses: [] });
    else groups.at(-1)?.clauses.push(clause);
  }
  if (!search.trim()) return groups.filter((each) => each.clauses.length || each.heading.text);
  const ranks = new Map(clauses.map((each) => [each.id, rank(each, search)]));
  const rankOf = (clause: ClauseInfo) => ranks.get(clause.id)!;
  const least = Math.max(...ranks.values()) >= WORDS ? WORDS : 1;
  const best = (each: Section) => Math.max(...[each.heading, ...each.clauses].map(rankOf));
  return groups
    .map(({ heading, clauses }) => ({
      heading,
      clauses: clauses
        .filter((each) => rankOf(each) >= least)
        .sort((a, b) => rankOf(b) - rankOf(a)),
    }))
    .filter((each) => best(each) >= least)
    .sort((a, b) => best(b) - best(a));
}

export type Part = { kind: 'text' | 'decision' | 'clause'; text: string };

/** Split a text at `[D]`, which marks our rulings, and at clause ids, which become links. */
export function parts(text: string, isClause: (id: string) => boolean): Part[] {
  const found: Part[] = [];
  for (const piece of text.split(/(\[D\]|\b[A-Z]+\d+(?:\.\d+)*\b)/).filter(Boolean)) {
    const kind = piece === '[D]' ? 'decision' : isClause(piece) ? 'clause' : 'text';
    const last = found.at(-1);
    if (kind === 'text' && last?.kind === 'text') last.text += piece;
    else found.push({ kind, text: piece });
  }
  return found;
}
