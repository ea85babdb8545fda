/** What the catalogue says about Manhattan in particular. */
import { game } from '../../net/games.svelte';
import type { ManhattanEdition, ManhattanInfo } from './protocol';

const info = () => game('manhattan') as ManhattanInfo | undefined;

export function edition(id: string): ManhattanEdition | undefined {
  return info()?.editions.find((each) => each.id === id);
}

/** The names of all urban cards. */
export const urbanCards = (): string[] => info()?.urban.map(({ name }) => name) ?? [];

/** The clause of an urban card; the section on all of them until the catalogue has arrived. */
export function urbanClause(name: string): string {
  return info()?.urban.find((card) => card.name === name)?.clause ?? 'M4';
}

/** What the rules say about an urban card: its title and its text. */
export function urbanRule(name: string): { title: string; text: string } {
  const clause = urbanClause(name);
  const found = info()?.clauses.find(({ id }) => id === clause);
  return clause !== 'M4' && found ? found : { title: name, text: '' };
}
