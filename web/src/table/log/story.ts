/** A table's story as a log: which lines count, and the position each leads to. */
import type { AnyNote } from '../../protocol';

/** A line of the game's log. */
export interface Told {
  kind: 'line';
  key: number;
  text: string;
  /** The number of the position after this line. */
  line: number;
  /** What the line caused, in the game's own words. */
  effect: string | null;
  undone: boolean;
}

export type Entry = Told | { kind: 'note'; key: number; note: AnyNote };

/** The entries of the log; an effect is part of the line that caused it. */
export function entriesOf(story: readonly (string | AnyNote)[]): Entry[] {
  const entries: Entry[] = [];
  const counting: Told[] = [];
  story.forEach((each, key) => {
    if (typeof each === 'string') {
      const entry = {
        kind: 'line' as const,
        key,
        text: each,
        line: counting.length + 1,
        effect: null,
        undone: false,
      };
      counting.push(entry);
      entries.push(entry);
      return;
    }
    if (each.what === 'effect') {
      const cause = counting.at(-1);
      if (cause) cause.effect = each.text;
      return;
    }
    if (each.what === 'undone') for (const gone of counting.splice(each.to)) gone.undone = true;
    entries.push({ kind: 'note', key, note: each });
  });
  return entries;
}

/** The seat that made a line; null for chance. */
export function actorOf(line: string): number | null {
  const seat = Number.parseInt(line, 10);
  return Number.isNaN(seat) ? null : seat;
}

/** The lines since a seat last decided; for spectators the last round of turns. */
export function recentLines(
  lines: readonly string[],
  seat: number | null,
  players: number,
): string[] {
  if (seat === null) return lines.slice(-players);
  const last = lines.findLastIndex((line) => actorOf(line) === seat);
  return lines.slice(last + 1);
}

/** What a bot played for a seat while its player was away; empty once the player has decided again. */
export function playedMeanwhile(story: readonly (string | AnyNote)[], seat: number): string[] {
  const at = (what: string) =>
    story.findLastIndex(
      (each) =>
        typeof each !== 'string' && each.what === what && 'seat' in each && each.seat === seat,
    );
  const [left, returned] = [at('away'), at('returned')];
  const own = (each: string | AnyNote): each is string =>
    typeof each === 'string' && actorOf(each) === seat;
  if (left < 0 || (returned > left && story.slice(returned).some(own))) return [];
  return story.slice(left, returned > left ? returned : undefined).filter(own);
}
