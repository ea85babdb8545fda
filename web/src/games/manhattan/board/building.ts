/** A building's blocks, [colour, floors] each from the ground up, and what follows from them. */
export type Blocks = readonly (readonly [number, number])[];

export interface Reading {
  height: number;
  /** The colour on top; null on an empty site. */
  owner: number | null;
  /** Floors of each colour in it, the owner first, then the most floors. */
  floors: { colour: number; floors: number }[];
}

export function read(blocks: Blocks): Reading {
  const owner = blocks.at(-1)?.[0] ?? null;
  const counts = new Map<number, number>();
  for (const [colour, floors] of blocks) counts.set(colour, (counts.get(colour) ?? 0) + floors);
  const floors = [...counts].map(([colour, count]) => ({ colour, floors: count }));
  floors.sort((a, b) => +(b.colour === owner) - +(a.colour === owner) || b.floors - a.floors);
  return { height: floors.reduce((sum, each) => sum + each.floors, 0), owner, floors };
}
