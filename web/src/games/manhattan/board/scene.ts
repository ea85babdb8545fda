/** What to highlight on the board. */
import type { ManhattanPreview, ManhattanView } from '../protocol';
import { parse } from '../actions';
import { summarise } from './building';
import type { Options } from '../options';
import { blockKey, type Move, type Selection } from '../controls/turn';

/** The sites built on in these log lines. */
export function recentSites(lines: readonly string[]): Set<string> {
  const sites = new Set<string>();
  for (const line of lines) {
    const action = parse(line.slice(line.indexOf(' ') + 1));
    if (action?.kind === 'build') sites.add(action.site);
  }
  return sites;
}

/** The sites where a building of another colour would be taken over. */
export function takeoverSites(
  moves: readonly Move[],
  chosen: Selection,
  view: ManhattanView,
  options: Options,
): Set<string> {
  const sites = new Set<string>();
  for (const move of moves) {
    if (move.kind !== 'build') continue;
    if (chosen.card !== null && move.card !== chosen.card) continue;
    if (chosen.block && blockKey(move) !== blockKey(chosen.block)) continue;
    const { owner } = summarise(view.buildings[move.site] ?? []);
    const own = move.colour ? options.colours.indexOf(move.colour as never) : view.turn;
    if (owner !== null && owner !== own) sites.add(move.site);
  }
  return sites;
}

/** The number of blocks on each site that exist only in the preview. */
export function foreseenGhosts(
  view: ManhattanView,
  after: ManhattanPreview | null,
): Record<string, number> {
  const ghosts: Record<string, number> = {};
  for (const [site, blocks] of Object.entries(after?.buildings ?? {})) {
    const more = blocks.length - (view.buildings[site]?.length ?? 0);
    if (more > 0) ghosts[site] = more;
  }
  return ghosts;
}

/** The districts that open after this round, with the round they open in, or 0 for never. */
export function closedDistricts(view: ManhattanView, round: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(view.opens).filter(([, opens]) => opens > round || !opens),
  );
}
