/** What all views have in common. */
import type { GameView } from '../protocol';

/** How many rounds have been scored; 0 in a game that is not played in rounds. */
export function scoredRounds(view: GameView | null | undefined): number {
  const rounds = view?.rounds ?? (view?.fields as Record<string, unknown> | undefined)?.rounds;
  return Array.isArray(rounds) ? rounds.length : 0;
}
