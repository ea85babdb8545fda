/** Search in clauses: every word must occur, in any order; accents and case are ignored. */
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

/** The matching clauses below their headings (M2 above M2.1, M2.2 …). */
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

export type Part = { kind: 'text' | 'decision' | 'clause'; text: string };

/** Split a text at decision marks, [D], and at the ids of known clauses, which become links. */
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
