/** A building's blocks from the ground up, each as [colour, floors]. */
export type Blocks = readonly (readonly [number, number])[];

/** What the blocks of a building amount to. */
export interface Summary {
  height: number;
  /** The colour on top; null on an empty site. */
  owner: number | null;
  /** Floors of each colour in it: the owner's first, then by number, largest first. */
  floors: { colour: number; floors: number }[];
}

export function summarise(blocks: Blocks): Summary {
  const owner = blocks.at(-1)?.[0] ?? null;
  const counts = new Map<number, number>();
  for (const [colour, floors] of blocks) counts.set(colour, (counts.get(colour) ?? 0) + floors);
  const floors = [...counts].map(([colour, count]) => ({ colour, floors: count }));
  floors.sort((a, b) => +(b.colour === owner) - +(a.colour === owner) || b.floors - a.floors);
  return { height: floors.reduce((sum, each) => sum + each.floors, 0), owner, floors };
}
