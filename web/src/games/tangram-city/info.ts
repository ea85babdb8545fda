/** The parts of the catalogue that only Tangram City has. */
import { game } from '../../net/games.svelte';
import type { GameInfo } from '../../protocol';

type TangramCityInfo = GameInfo & { tiles?: Record<string, Record<string, unknown>[]> };

/** The tile sets by name; none until the catalogue is loaded. */
export function tileSets(): Record<string, Record<string, unknown>[]> {
  return (game('tangram-city') as TangramCityInfo | undefined)?.tiles ?? {};
}

/** A tile set by name; undefined until the catalogue is loaded. */
export function tileSet(name: string): Record<string, unknown>[] | undefined {
  return tileSets()[name];
}
