/** The story of a table as a log: which lines count, and which position each leads to. */
import type { AnyNote } from '../protocol';

export type Entry =
  | {
      kind: 'line';
      key: number;
      text: string;
      /** How many lines count after this one: the position to look at. */
      line: number;
      undone: boolean;
    }
  | { kind: 'note'; key: number; note: AnyNote };

export function entriesOf(story: readonly (string | AnyNote)[]): Entry[] {
  const entries: Entry[] = [];
  const counting: Extract<Entry, { kind: 'line' }>[] = [];
  story.forEach((each, key) => {
    if (typeof each === 'string') {
      const entry = {
        kind: 'line' as const,
        key,
        text: each,
        line: counting.length + 1,
        undone: false,
      };
      counting.push(entry);
      entries.push(entry);
      return;
    }
    if (each.what === 'undone') for (const gone of counting.splice(each.to)) gone.undone = true;
    entries.push({ kind: 'note', key, note: each });
  });
  return entries;
}

/** Who decided a line: a seat, or null for chance. */
export function actorOf(line: string): number | null {
  const seat = Number.parseInt(line, 10);
  return Number.isNaN(seat) ? null : seat;
}

/** The lines since a seat last decided; for who only watches, those since the last turn but one. */
export function recentLines(
  lines: readonly string[],
  seat: number | null,
  players: number,
): string[] {
  if (seat === null) return lines.slice(-players);
  const last = lines.findLastIndex((line) => actorOf(line) === seat);
  return lines.slice(last + 1);
}
