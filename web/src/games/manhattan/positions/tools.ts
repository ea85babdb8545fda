/** What a click on a site does while a position is set up. */
import { LETTERS, type Colour } from '../../../ui/colours';
import type { Blocks } from '../board/building';

export type Tool =
  { kind: 'block'; colour: number; floors: number } | { kind: 'remove' } | { kind: 'monster' };

type Buildings = Readonly<Record<string, Blocks>>;

export function put(
  buildings: Buildings,
  site: string,
  colour: number,
  floors: number,
): Record<string, Blocks> {
  return { ...buildings, [site]: [...(buildings[site] ?? []), [colour, floors]] };
}

/** The buildings without the top block of one site. */
export function takeOff(buildings: Buildings, site: string): Record<string, Blocks> {
  const { [site]: there = [], ...others } = buildings;
  return there.length > 1 ? { ...others, [site]: there.slice(0, -1) } : others;
}

/** The tool that a key chooses: 1 to 4 the floors, the letter of a colour that colour. */
export function keyedTool(key: string, tool: Tool, colours: readonly Colour[]): Tool | null {
  const last = tool.kind === 'block' ? tool : { colour: 0, floors: 2 };
  if (/^[1-4]$/.test(key)) return { kind: 'block', colour: last.colour, floors: Number(key) };
  const colour = colours.findIndex((each) => LETTERS[each] === key.toUpperCase());
  return colour < 0 ? null : { kind: 'block', colour, floors: last.floors };
}

/** The list with one more of this size, or one fewer: counts by size, from 1. */
export function counted(counts: readonly number[], size: number, by: 1 | -1): number[] {
  return counts.map((count, at) => (at === size - 1 ? Math.max(0, count + by) : count));
}
