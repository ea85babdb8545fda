import type { GameUi, Options } from '../games/types';

/** For players of a game that gives them none. */
const DISTINCT = ['orange', 'blue', 'green', 'purple', 'red'] as const;

/** By seat, all colours of the player; graphs have room for the first. */
export function coloursBySeat(ui: GameUi, options: Options, seats: number): (readonly string[])[] {
  return Array.from({ length: seats }, (_, seat) => {
    return ui.coloursOf?.(options, seat) ?? [DISTINCT[seat]!];
  });
}
