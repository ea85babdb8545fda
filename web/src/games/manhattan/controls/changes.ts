/** What an action would change, read from the scorings before and after it. */
import type { ManhattanPreview, ManhattanScoring } from '../protocol';
import { summarise, type Blocks } from '../board/building';

type Buildings = Record<string, Blocks>;

export type Change =
  | { kind: 'owner'; site: string; from: number; to: number | null }
  | { kind: 'highest'; from: number | null; to: number | null }
  | { kind: 'majority'; district: string; from: number | null; to: number | null }
  | { kind: 'urban'; colour: number; by: number };

export function changes(
  before: { buildings: Buildings; now: ManhattanScoring },
  after: Pick<ManhattanPreview, 'buildings' | 'now'>,
): Change[] {
  const found: Change[] = [];
  for (const [site, blocks] of Object.entries(before.buildings)) {
    const from = summarise(blocks).owner;
    const to = summarise((after.buildings as Buildings)[site] ?? []).owner;
    if (from !== null && from !== to) found.push({ kind: 'owner', site, from, to });
  }
  const [was, is] = [before.now.highest.colour, after.now.highest.colour];
  if (was !== is) found.push({ kind: 'highest', from: was, to: is });
  for (const [district, now] of Object.entries(after.now.districts)) {
    const from = before.now.districts[district]?.colour ?? null;
    if (from !== now.colour) found.push({ kind: 'majority', district, from, to: now.colour });
  }
  after.now.urban?.points.forEach((points, colour) => {
    const by = points - (before.now.urban?.points[colour] ?? 0);
    if (by) found.push({ kind: 'urban', colour, by });
  });
  return found;
}
