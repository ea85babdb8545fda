/** Links between the illustrated rules and the clauses. */
import type { GuidePart, GuideSection } from '../protocol';

/** A part with a title to link to: its own, or that of its section. */
export interface Topic {
  part: string;
  title: string;
}

/** By clause: the part that explains it. */
export function topics(guide: readonly GuideSection[]): Map<string, Topic> {
  const found = new Map<string, Topic>();
  for (const section of guide)
    for (const part of section.parts)
      for (const clause of part.clauses)
        found.set(clause, { part: part.id, title: plain(part.title) || section.title });
  return found;
}

/** A title without the dots that join it to the next one. */
function plain(title: string): string {
  return title.replace(/^…\s*|\s*…$/g, '');
}

/** The sections with the parts that match; all of them without a search. */
export function matching(
  guide: readonly GuideSection[],
  isMatch: (text: string) => boolean,
): GuideSection[] {
  const text = (section: GuideSection, { title, text: own, caption }: GuidePart) =>
    `${section.title} ${title} ${own} ${caption}`;
  return guide
    .map((section) => ({
      ...section,
      parts: section.parts.filter((part) => isMatch(text(section, part))),
    }))
    .filter((section) => section.parts.length);
}
