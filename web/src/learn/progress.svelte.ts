/** Which steps somebody has done on this machine; kept in the browser, sent nowhere. */
import type { GameId } from '../games/names';
import { keep, kept } from '../kept';
import { stepsOf } from './courses';

type Done = Partial<Record<GameId, string[]>>;

const progress = $state({ done: kept<Done>('learn') ?? {} });

export function isDone(game: GameId, step: string): boolean {
  return progress.done[game]?.includes(step) ?? false;
}

export function countDone(game: GameId): number {
  return stepsOf(game).filter((step) => isDone(game, step.id)).length;
}

/** The number of the first step that is not done; of the first if all are. */
export function nextOf(game: GameId): number {
  return stepsOf(game).findIndex((step) => !isDone(game, step.id)) + 1 || 1;
}

function change(done: Done): void {
  progress.done = done;
  keep('learn', done);
}

export function markDone(game: GameId, step: string): void {
  if (!isDone(game, step))
    change({ ...progress.done, [game]: [...(progress.done[game] ?? []), step] });
}

export function forget(game: GameId): void {
  change({ ...progress.done, [game]: [] });
}
