/** Open the set-up page of a game with options chosen elsewhere; the others stay as they were last time. */
import type { Options } from '../games/types';
import { go } from '../router.svelte';
import { store, stored } from '../storage';

export function setUpWith(game: string, options: Options): void {
  const name = `setup.${game}`;
  const last = stored<{ given?: Options }>(name);
  store(name, { ...last, given: { ...last?.given, ...options } });
  go(`new/${game}`);
}
