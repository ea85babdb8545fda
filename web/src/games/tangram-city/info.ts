/** What the catalogue says of Tangram City beside what it says of every game. */
import { game } from '../../net/games.svelte';
import type { GameInfo } from '../../protocol';

type TangramCityInfo = GameInfo & { tiles?: Record<string, Record<string, unknown>[]> };

/** A tile set by name; undefined until the catalogue is here. */
export function tileSet(name: string): Record<string, unknown>[] | undefined {
  return (game('tangram-city') as TangramCityInfo | undefined)?.tiles?.[name];
}
