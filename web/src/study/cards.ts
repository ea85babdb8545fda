/** The pages of the study, in the order in which they are listed. */
import type { IconName } from '../ui/Icon.svelte';

export interface Card {
  /** The page's route. */
  path: 'puzzles' | 'trainer' | 'analysis' | 'explorer' | 'tiles';
  icon: IconName;
}

export const CARDS: readonly Card[] = [
  { path: 'puzzles', icon: 'hint' },
  { path: 'trainer', icon: 'again' },
  { path: 'analysis', icon: 'points' },
  { path: 'explorer', icon: 'search' },
  { path: 'tiles', icon: 'plan' },
];
