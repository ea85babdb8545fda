/** The steps completed on this machine; kept in the browser, never sent. */
import { store, stored } from '../storage';
import { stepsOf } from './course';
import type { Tutorial } from './tutorials';

/** Ids of steps by game. */
type Done = Record<string, string[]>;

const progress = $state({ done: stored<Done>('learn') ?? {} });

export function isDone(game: string, step: string): boolean {
  return progress.done[game]?.includes(step) ?? false;
}

export function countDone({ game, course }: Tutorial): number {
  return stepsOf(course).filter((step) => isDone(game, step.id)).length;
}

/** The number of the first step to do; 1 if all are done. */
export function nextOf({ game, course }: Tutorial): number {
  return stepsOf(course).findIndex((step) => !isDone(game, step.id)) + 1 || 1;
}

function change(done: Done): void {
  progress.done = done;
  store('learn', done);
}

export function markDone(game: string, step: string): void {
  if (!isDone(game, step))
    change({ ...progress.done, [game]: [...(progress.done[game] ?? []), step] });
}

export function forget(game: string): void {
  change({ ...progress.done, [game]: [] });
}
