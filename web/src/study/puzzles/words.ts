/** Names of kinds, themes and people in the reader's language. */
import type { Player } from '../../games/types';
import { tr } from '../../i18n/index.svelte';

/** A kind of puzzle: the game's own message, else its name. */
export const kindTitle = (game: string, kind: string) =>
  tr(`${game}.puzzle_${kind}`, tr(`puzzles.kind_${kind}`, kind));

export const kindGoal = (game: string, kind: string) =>
  tr(`${game}.puzzle_goal_${kind}`, tr(`puzzles.goal_${kind}`, ''));

export const themeTitle = (game: string, theme: string) => tr(`${game}.theme_${theme}`, theme);

export const themesText = (game: string, themes: readonly string[]) =>
  themes.map((theme) => themeTitle(game, theme)).join(' · ');

/** The seats of a position that nobody has played, by the names they are given. */
export function puzzlers(names: readonly string[], seat: number): Player[] {
  return names.map((name, each) => ({
    seat: each,
    name,
    kind: each === seat ? 'human' : 'bot',
    you: each === seat,
  }));
}
