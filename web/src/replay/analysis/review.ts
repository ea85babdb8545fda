/** Prepares an analysis for display, independently of the game. */
import type { Analysis, AnalysedLine } from '../../protocol';

export type Verdict = NonNullable<AnalysedLine['verdict']>;

/** Chess annotation symbols; always shown with a word for screen readers. */
export const SIGNS: Record<Verdict, string> = {
  best: '✓',
  good: '·',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};
const GRAVE: readonly (Verdict | null | undefined)[] = ['mistake', 'blunder'];

/** Everybody's winning chances before the first line and after each line; expected points in a solo game. */
export function courseOf(analysis: Analysis): number[][] {
  return analysis.measure === 'win'
    ? [analysis.start, ...analysis.lines.map((line) => line.chances)]
    : [analysis.start_points, ...analysis.lines.map((line) => line.points)];
}

/** The lines with a mistake or blunder, by one player or (null) by anyone. */
export function mistakes(analysis: Analysis, seat: number | null): number[] {
  return analysis.lines
    .filter((line) => GRAVE.includes(line.verdict) && (seat === null || line.actor === seat))
    .map((line) => line.line);
}

export const next = (lines: readonly number[], line: number) => lines.find((each) => each > line);
export const previous = (lines: readonly number[], line: number) =>
  lines.findLast((each) => each < line);

/** The reasons for a move in words, without a first reason that only restates the move. */
export function why(
  reasons: readonly Record<string, unknown>[] = [],
  words: readonly string[] = [],
  restated: readonly string[] = [],
): readonly string[] {
  return restated.includes(reasons[0]?.code as string) ? words.slice(1) : words;
}

/** The lower and upper edge of each player's band in a stacked chart, from 0 to 1. */
export function bands(shares: readonly number[]): [low: number, high: number][] {
  const total = shares.reduce((sum, share) => sum + share, 0) || 1;
  let low = 0;
  return shares.map((share) => {
    const band: [number, number] = [low, low + share / total];
    low = band[1];
    return band;
  });
}

/** The change that a line made for each player, in chances or points. */
export function changes(course: readonly (readonly number[])[], line: number): number[] {
  const before = course[line - 1];
  return (course[line] ?? []).map((after, seat) => after - (before?.[seat] ?? after));
}

export interface Balance {
  seat: number;
  accuracy: number;
  /** Luck, and value lost by the player's own decisions, in chances or points. */
  luck: number;
  lost: number;
  /** Their standard errors. */
  luckError: number;
  lostError: number;
  verdicts: [Verdict, number][];
}

/** Luck and lost value of each player, and the largest absolute value, for scaling. */
export function balances(analysis: Analysis): { players: Balance[]; most: number } {
  const win = analysis.measure === 'win';
  const players = analysis.players.map((each) => ({
    seat: each.seat,
    accuracy: each.accuracy,
    luck: win ? each.luck : each.luck_points,
    lost: win ? each.lost : each.lost_points,
    luckError: each.luck_error,
    lostError: each.lost_error,
    verdicts: (Object.keys(SIGNS) as Verdict[]).map((verdict): [Verdict, number] => [
      verdict,
      each.verdicts[verdict] ?? 0,
    ]),
  }));
  const most = Math.max(...players.flatMap(({ luck, lost }) => [Math.abs(luck), lost]), 1e-9);
  return { players, most };
}
