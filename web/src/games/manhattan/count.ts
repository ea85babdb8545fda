/** The scoring of a round in steps: what the monster did, highest building, districts, urban card. */
import type { DistrictMajority, ManhattanScoring } from './protocol';
import { summarise, type Blocks } from './board/building';

export type Step = {
  /** Points of this step by colour, one number per reason. */
  points: number[][];
  /** The sites to highlight. */
  sites: string[];
} & (
  | { kind: 'monster'; site: string; floors: number }
  | { kind: 'highest'; colour: number | null; height: number }
  | { kind: 'district'; district: string; counts: number[]; colour: number | null }
  | { kind: 'urban'; name: string }
);

export function steps(scored: ManhattanScoring, buildings: Record<string, Blocks>): Step[] {
  const colours = scored.items.length;
  const of = (points: (colour: number) => number[]) =>
    Array.from({ length: colours }, (_, colour) => points(colour).filter(Boolean));
  const majority = worth(scored, 1, (each) => +(each.colour !== null));
  const building = worth(scored, 2, ({ counts }) => counts.reduce((sum, count) => sum + count, 0));
  const { highest, urban } = scored;
  const found: Step[] = [
    {
      kind: 'highest',
      colour: highest.colour,
      height: highest.height,
      sites: highest.sites,
      points: of((colour) => [scored.items[colour]![0]!]),
    },
  ];
  for (const [district, { counts, colour }] of Object.entries(scored.districts)) {
    const sites = Object.keys(buildings).filter(
      (site) => site[0] === district && summarise(buildings[site]!).height > 0,
    );
    if (!sites.length) continue;
    const points = of((each) => [counts[each]! * building, each === colour ? majority : 0]);
    found.push({ kind: 'district', district, counts, colour, sites, points });
  }
  if (urban)
    found.push({
      kind: 'urban',
      name: urban.name,
      sites: urban.sites.flat(),
      points: of((colour) => [urban.points[colour]!]),
    });
  return found;
}

/** What the monster did in the round, from the effects in the log; none without a monster. */
export function monsterSteps(
  effects: readonly string[] = [], // replays kept from older services have none
  monster: string | null,
): Step[] {
  if (!monster) return [];
  const lost = effects
    .flatMap((each) => each.split('; '))
    .map((each) => each.split(' '))
    .filter(([kind, , floors]) => kind === 'monster' && floors);
  const floors = lost.reduce((sum, [, , each]) => sum + Number(each), 0);
  const sites = [...new Set(lost.map(([, site]) => site!))];
  return [{ kind: 'monster', site: monster, floors, sites, points: [] }];
}

/** The points per unit of an item, derived from the service's scoring. */
function worth(
  scored: ManhattanScoring,
  item: number,
  count: (district: DistrictMajority) => number,
): number {
  const all = Object.values(scored.districts).reduce((sum, each) => sum + count(each), 0);
  const points = scored.items.reduce((sum, items) => sum + items[item]!, 0);
  return all ? points / all : 0;
}
