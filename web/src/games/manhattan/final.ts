/** The points of a finished game, summed up for one player. */
export const ITEMS = ['highest', 'majorities', 'buildings', 'urban'] as const;
export type Item = (typeof ITEMS)[number];

/** One round by colour. */
export type RoundItems = (Record<Item, number> & { colour: string })[];

export function totals(rounds: readonly RoundItems[], colours: readonly number[]) {
  const items: Record<Item, number> = { highest: 0, majorities: 0, buildings: 0, urban: 0 };
  const perRound = rounds.map((round) => {
    let points = 0;
    for (const colour of colours)
      for (const item of ITEMS) {
        const scored = round[colour]?.[item] ?? 0;
        items[item] += scored;
        points += scored;
      }
    return points;
  });
  return { rounds: perRound, items, total: perRound.reduce((sum, points) => sum + points, 0) };
}
