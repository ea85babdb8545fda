/** Names of kinds, themes and people in the reader's language. */
import type { Player } from '../../games/types';
import { list, t, tr } from '../../i18n/index.svelte';
import { settings } from '../../settings.svelte';

/** A kind of puzzle: the game's own message, else its name. */
export const kindTitle = (game: string, kind: string) =>
  tr(`${game}.puzzle_${kind}`, tr(`puzzles.kind_${kind}`, kind));

export const kindGoal = (game: string, kind: string) =>
  tr(`${game}.puzzle_goal_${kind}`, tr(`puzzles.goal_${kind}`, ''));

export const themeTitle = (game: string, theme: string) => tr(`${game}.theme_${theme}`, theme);

export const themesText = (game: string, themes: readonly string[]) =>
  list(themes.map((theme) => themeTitle(game, theme)));

export function puzzlers(count: number, seat: number): Player[] {
  return Array.from({ length: count }, (_, each) => ({
    seat: each,
    name:
      each === seat ? settings.name || t('puzzles.you') : t('puzzles.player', { number: each + 1 }),
    kind: each === seat ? 'human' : 'bot',
    you: each === seat,
  }));
}
