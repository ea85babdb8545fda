/** Which steps somebody has done on this machine; kept in the browser, sent nowhere. */
import type { GameId } from '../games/face';
import { stepsOf } from './courses';

type Done = Partial<Record<GameId, string[]>>;

const KEPT = 'baumeister.learn';

function read(): Done {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Done;
  } catch {
    return {}; // storage is forbidden, or holds something else
  }
}

const kept = $state({ done: read() });

export function isDone(game: GameId, step: string): boolean {
  return kept.done[game]?.includes(step) ?? false;
}

export function countDone(game: GameId): number {
  return stepsOf(game).filter((step) => isDone(game, step.id)).length;
}

/** The number of the first step that is not done; of the first if all are. */
export function nextOf(game: GameId): number {
  return stepsOf(game).findIndex((step) => !isDone(game, step.id)) + 1 || 1;
}

function keep(done: Done): void {
  kept.done = done;
  try {
    localStorage.setItem(KEPT, JSON.stringify(done));
  } catch {
    // Then it holds until the page is closed.
  }
}

export function markDone(game: GameId, step: string): void {
  if (!isDone(game, step)) keep({ ...kept.done, [game]: [...(kept.done[game] ?? []), step] });
}

export function forget(game: GameId): void {
  keep({ ...kept.done, [game]: [] });
}
