/** The tutorials that games bring. */
import type { GameLessons } from '../games/types';
import { aboutOf } from '../games/ui';
import type { GameInfo } from '../protocol';

export interface Tutorial extends GameLessons {
  /** The game's id. */
  game: string;
}

export async function loadTutorials(games: readonly GameInfo[]): Promise<Tutorial[]> {
  const found = await Promise.all(
    games.map(async ({ id }) => {
      const lessons = await aboutOf(id).lessons?.();
      return lessons ? [{ game: id, ...lessons }] : [];
    }),
  );
  return found.flat();
}
