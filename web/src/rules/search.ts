/** Full-text search of the clauses: every word must occur, in any order; accents and case are ignored. */
import type { ClauseInfo } from '../protocol';

function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

export function matches(clause: ClauseInfo, search: string): boolean {
  const text = normalized(`${clause.id} ${clause.title} ${clause.text}`);
  return normalized(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => text.includes(word));
}

export interface Section {
  heading: ClauseInfo;
  clauses: ClauseInfo[];
}

/** The matching clauses, grouped by heading (M2 for M2.1, M2.2 …). */
export function sections(clauses: readonly ClauseInfo[], search: string): Section[] {
  const found: Section[] = [];
  for (const clause of clauses) {
    if (!clause.id.includes('.')) found.push({ heading: clause, clauses: [] });
    else if (matches(clause, search)) found.at(-1)?.clauses.push(clause);
  }
  const hasMatch = (section: Section) =>
    section.clauses.length > 0 || (search.trim() !== '' && matches(section.heading, search));
  return found.filter((section) => hasMatch(section) || (!search.trim() && section.heading.text));
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
