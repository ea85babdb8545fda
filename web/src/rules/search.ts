/** Finding clauses: every word must occur, in any order; accents and case do not matter. */
import type { ClauseInfo } from '../protocol';

export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

export function matches(clause: ClauseInfo, search: string): boolean {
  const text = plain(`${clause.id} ${clause.title} ${clause.text}`);
  return plain(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(word));
}

export interface Section {
  heading: ClauseInfo;
  clauses: ClauseInfo[];
}

/** Clauses below their headings (M2 over M2.1, M2.2 …), without those that do not match. */
export function sections(clauses: readonly ClauseInfo[], search: string): Section[] {
  const found: Section[] = [];
  for (const clause of clauses) {
    if (!clause.id.includes('.')) found.push({ heading: clause, clauses: [] });
    else if (matches(clause, search)) found.at(-1)?.clauses.push(clause);
  }
  const wanted = (section: Section) =>
    section.clauses.length > 0 || (search.trim() !== '' && matches(section.heading, search));
  return found.filter((section) => wanted(section) || (!search.trim() && section.heading.text));
}

/** A text cut at the marks of decisions, [D], and at ids of other clauses, to be shown as links. */
export type Part = { kind: 'text' | 'decision' | 'clause'; text: string };

export function parts(text: string): Part[] {
  return text
    .split(/(\[D\]|\b[MT]\d+(?:\.\d+)?\b)/)
    .filter(Boolean)
    .map((piece) => ({
      kind: piece === '[D]' ? 'decision' : /^[MT]\d+(\.\d+)?$/.test(piece) ? 'clause' : 'text',
      text: piece,
    }));
}
