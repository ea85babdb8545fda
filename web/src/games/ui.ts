/** Finds what each game brings, by the name of its folder; `plain` serves games that bring nothing. */
import { untrack } from 'svelte';
import { game, loadGame } from '../net/games.svelte';
import type { Part } from '../bots/parts';
import type { GameInfo } from '../protocol';
import type { GameAbout, GameUi } from './types';

const UIS = import.meta.glob<GameUi>('./*/index.ts', { import: 'ui' });
const ABOUTS = import.meta.glob<GameAbout>('./*/about.ts', { import: 'about', eager: true });
const PLAIN = 'plain';

function folderOf(id: string, info: GameInfo | undefined): string {
  const folder = info?.ui === null ? PLAIN : (info?.ui ?? id);
  return `./${folder}/index.ts` in UIS ? folder : PLAIN;
}

/** The user interface of a game; rejects if it cannot be fetched. */
export async function loadUi(id: string): Promise<GameUi> {
  const info = await untrack(() => loadGame(id)); // another language does not load it again
  return UIS[`./${folderOf(id, info)}/index.ts`]!();
}

export function aboutOf(id: string): GameAbout {
  return ABOUTS[`./${folderOf(id, game(id))}/about.ts`] ?? {};
}

/** The drawing of a bot; undefined if its game brings none. */
export function portraitOf(code: string): readonly Part[] | undefined {
  return Object.values(ABOUTS).find((each) => each.portraits?.[code])?.portraits?.[code];
}
