/** Differences of the buildings between two views: blocks removed and added. */
import type { Block, Buildings } from './layout';

export interface Change {
  site: string;
  /** Blocks that stay, from the ground. */
  kept: number;
  /** Blocks above them that go. */
  gone: number;
  /** Blocks above them that come, the lowest first. */
  come: readonly Block[];
}

export function changes(before: Buildings, after: Buildings): Change[] {
  const sites = new Set([...Object.keys(before), ...Object.keys(after)]);
  const found: Change[] = [];
  for (const site of [...sites].sort()) {
    const old = before[site] ?? [];
    const now = after[site] ?? [];
    let kept = 0;
    while (kept < old.length && kept < now.length && same(old[kept]!, now[kept]!)) kept++;
    if (kept < old.length || kept < now.length)
      found.push({ site, kept, gone: old.length - kept, come: now.slice(kept) });
  }
  return found;
}

/** A move or two can be animated; a jump to another position is not. */
export function worthShowing(found: readonly Change[]): boolean {
  return found.length <= 6;
}

function same(one: Block, other: Block): boolean {
  return one[0] === other[0] && one[1] === other[1];
}
