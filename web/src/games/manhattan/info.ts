/** The parts of the catalogue that only Manhattan has. */
import { game } from '../../net/games.svelte';
import type { EditionInfo, GameInfo } from '../../protocol';

type ManhattanInfo = GameInfo & { urban?: { name: string; clause: string }[] };

const info = () => game('manhattan') as ManhattanInfo | undefined;

export function edition(id: string): EditionInfo | undefined {
  return info()?.editions.find((each) => each.id === id);
}

/** The clause of an urban card; that of all cards until the catalogue is loaded. */
export function urbanClause(name: string): string {
  return info()?.urban?.find((card) => card.name === name)?.clause ?? 'M4';
}
