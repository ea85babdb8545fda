/** Stepping through a record: where to stop, and what each line changed. Knows no rules. */
import { seatNames } from '../bots/bots';
import type { Player } from '../games/types';
import type { Position, Replayed } from '../protocol';
import { actorOf } from '../table/log/story';

/** The seats of a record. */
function seatsOf(record: Record<string, unknown>) {
  return (record.players as { name: string; kind: string }[]).map(({ name, kind }) => ({
    name,
    kind: kind === 'human' ? ('human' as const) : ('bot' as const),
    bot: kind.startsWith('bot:') ? kind.slice(4) : null,
  }));
}

export function playersOf(record: Record<string, unknown>): Player[] {
  const seats = seatsOf(record);
  const names = seatNames(seats);
  const short = seatNames(seats, true);
  return seats.map(({ kind }, seat) => ({
    seat,
    name: names[seat]!,
    short: short[seat]!,
    kind,
    you: false,
  }));
}

/** Where stepping stops: positions with a decision to make, and the last. */
export function stops(positions: readonly Position[]): number[] {
  const last = positions.length - 1;
  return positions
    .filter((each) => each.owing.length > 0 || each.line === last)
    .map((each) => each.line);
}

/** The decision that led to a position: draws after it are not what happened. */
export function causeOf(lines: readonly string[], stops: readonly number[], at: number): number {
  let from = at;
  while (from > 1 && actorOf(lines[from - 1]!) === null && !stops.includes(from - 1)) from -= 1;
  return actorOf(lines[from - 1]!) === null ? at : from;
}

export function nextStop(stops: readonly number[], line: number): number {
  return stops.find((each) => each > line) ?? line;
}

export function previousStop(stops: readonly number[], line: number): number {
  return stops.findLast((each) => each < line) ?? line;
}

/**
 * The standing after each line, from before the first.
 * A line that ended a round has the points scored by then; what the next round starts with comes after it.
 */
export function curve(replayed: Replayed): number[][] {
  const players = replayed.position.standing.length;
  const points = [Array<number>(players).fill(0), ...replayed.standing];
  for (const round of replayed.rounds) points[round.line] = round.points;
  return points;
}

/** Each player's lead over the best opponent; for a single player the points. */
export function leads(standing: readonly number[]): number[] {
  if (standing.length === 1) return [...standing];
  return standing.map(
    (own, player) => own - Math.max(...standing.filter((_, other) => other !== player)),
  );
}

export interface Move {
  /** The number of the line, from 1, and of the position after it. */
  line: number;
  text: string;
  /** The seat that decided; null for chance. */
  actor: number | null;
  /** The change of each player's points if scored now. */
  changes: number[];
  round: number;
}

/** Every line with the changes it made; a round begins after the line that scored the last. */
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

/** The decisions with the largest swings in favour of the player who made them. */
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
