/** Studies: a first position and a tree of variations, as files, links and in the browser. */
import type { Options } from '../../games/types';
import { store, stored } from '../../storage';
import type { StoredTree } from './tree';

export const FORMAT = 'baumeister-study/1';

/** Where a study begins: at a position text, or at the beginning of a game. */
export type Start = { position: string } | { game: string; options: Options };

export interface Study extends StoredTree {
  format: typeof FORMAT;
  title: string;
  start: Start;
  /** Decides what a view hides. */
  seed: number;
  /** The names of the players, where they are known. */
  players?: string[];
}

export interface Kept {
  id: string;
  changed: number;
  study: Study;
}

export function newStudy(start: Start, more: Partial<Study> = {}): Study {
  return { format: FORMAT, title: '', start, seed: 0, log: [], ...more };
}

const isTexts = (given: unknown): given is string[] =>
  Array.isArray(given) && given.every((each) => typeof each === 'string');

/** The study in a file or link: a study, or the record of a game; null if it is neither. */
export function studyOf(data: unknown): Study | null {
  if (typeof data !== 'object' || data === null) return null;
  const given = data as Record<string, unknown>;
  if (!isTexts(given.log)) return null;
  const tree = {
    log: given.log,
    ...(Array.isArray(given.notes) ? { notes: given.notes } : {}),
    ...(Array.isArray(given.variations) ? { variations: given.variations } : {}),
  } as StoredTree;
  if (given.format === FORMAT) {
    const start = given.start as Record<string, unknown> | null;
    if (typeof start?.position !== 'string' && typeof start?.game !== 'string') return null;
    return newStudy(start as Start, {
      title: String(given.title ?? '').slice(0, 80),
      seed: Number(given.seed) || 0,
      ...(isTexts(given.players) ? { players: given.players } : {}),
      ...tree,
    });
  }
  if (!String(given.format).startsWith('baumeister-record/')) return null;
  const players = (given.players ?? []) as { name?: unknown }[];
  const start = { game: String(given.game), options: (given.options ?? {}) as Options };
  return newStudy(start, { players: players.map((each) => String(each.name)), ...tree });
}

const SHELF = 'studies';
const MOST = 50;

export function keptStudies(): Kept[] {
  return stored<Kept[]>(SHELF) ?? [];
}

/** Keep a study in this browser; the oldest of too many are dropped. */
export function keep(id: string, study: Study): void {
  const others = keptStudies().filter((each) => each.id !== id);
  store(SHELF, [{ id, changed: Date.now(), study }, ...others].slice(0, MOST));
}

export function discard(id: string): void {
  store(
    SHELF,
    keptStudies().filter((each) => each.id !== id),
  );
}
