/** Walking through a record: where to stop, what each stretch gained and took. Knows no rules. */
import type { Position, Replayed } from '../protocol';
import { actorOf } from '../table/story';

/** Who had the seats, as records name them. */
export function seatsOf(record: Record<string, unknown>) {
  return (record.players as { name: string; kind: string }[]).map(({ name, kind }) => ({
    name,
    kind: kind === 'human' ? ('human' as const) : ('bot' as const),
    bot: kind.startsWith('bot:') ? kind.slice(4) : null,
  }));
}

/** The lines after which somebody decides, or nothing is left: where a walk stops. */
export function stops(positions: readonly Position[]): number[] {
  const last = positions.length - 1;
  return positions
    .filter((each) => each.owing.length > 0 || each.line === last)
    .map((each) => each.line);
}

export function nextStop(stops: readonly number[], line: number): number {
  return stops.find((each) => each > line) ?? line;
}

export function previousStop(stops: readonly number[], line: number): number {
  return stops.findLast((each) => each < line) ?? line;
}

/**
 * How everybody stood after each line, from before the first: the points so far and what the board would score.
 * A line that ended a round shows the points it was left with; what the next round begins with comes after it.
 */
export function curve(replayed: Replayed): number[][] {
  const players = replayed.position.standing.length;
  const points = [Array<number>(players).fill(0), ...replayed.standing];
  for (const round of replayed.rounds) points[round.line] = round.points;
  return points;
}

/** By player: how far ahead of the best other they are; alone: the points themselves. */
export function leads(standing: readonly number[]): number[] {
  if (standing.length === 1) return [...standing];
  return standing.map(
    (own, player) => own - Math.max(...standing.filter((_, other) => other !== player)),
  );
}

export interface Move {
  /** The number of the line, from 1: the position after it. */
  line: number;
  text: string;
  /** Who decided; null for chance. */
  actor: number | null;
  /** What the line changed of each player's points “if scored now”. */
  changes: number[];
  round: number;
}

/** Every line with what it gained and took; rounds begin after the line that scored the last. */
export function moves(replayed: Replayed): Move[] {
  const points = curve(replayed);
  return replayed.lines.map((text, index) => {
    const line = index + 1;
    const before = index ? replayed.standing[index - 1]! : points[0]!;
    return {
      line,
      text,
      actor: actorOf(text),
      changes: points[line]!.map((after, player) => after - before[player]!),
      round: replayed.rounds.filter((each) => each.line < line).length + 1,
    };
  });
}

/** The decision that changed most in favour of each player who made it: where the game turned. */
export function greatest(all: readonly Move[], count: number): Move[] {
  const swing = (move: Move) => {
    const own = move.changes[move.actor!]!;
    const others = move.changes.filter((_, player) => player !== move.actor);
    return own - Math.min(0, ...others);
  };
  return all
    .filter((move) => move.actor !== null)
    .sort((a, b) => swing(b) - swing(a))
    .slice(0, count)
    .sort((a, b) => a.line - b.line);
}

/** Names as short as they can be and still tell players apart: “Ada”, “Greedy 2” → A, G2. */
export function initials(names: readonly string[]): string[] {
  const short = names.map((name) =>
    name
      .split(/\s+/)
      .map((word) => (/^\d+$/.test(word) ? word : word.slice(0, 1).toUpperCase()))
      .join(''),
  );
  return short.map((each, seat) =>
    short.indexOf(each) === short.lastIndexOf(each) ? each : `${each}${seat + 1}`,
  );
}
