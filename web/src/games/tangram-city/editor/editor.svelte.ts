/** The state of the tile editor. The service checks every change; the page only draws. */
import { post, Refused } from '../../../net/api';
import { store, stored } from '../../../storage';
import { errorText } from '../../../ui/toasts.svelte';
import { SIZE, type Shape } from '../board/shapes';
import type { Tile } from '../board/tiles';
import type { TileReport, TileSetReport } from '../protocol';
import type { TileSet } from './link';

const DRAFT = 'tiles.draft';
const PAUSE = 150;
const MOST_UNDONE = 200;
/** Drawn larger than most tiles; a tile that needs it gets the whole grid. */
export const USUAL_SIZE = 5;

interface Moment extends TileSet {
  at: number;
}

export class TileEditor {
  name = $state('');
  tiles: readonly Tile[] = $state.raw([]);
  /** The index of the tile being drawn. */
  at = $state(0);
  report: TileSetReport | null = $state.raw(null);
  /** Why the last change could not be checked. */
  problem = $state('');
  /** The saved set that is being edited. */
  saved: string | null = $state(null);
  large = $state(false);
  #past: Moment[] = $state.raw([]);
  #future: Moment[] = $state.raw([]);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: string) {
    const last = stored<TileSet & { saved?: string | null }>(DRAFT);
    this.name = last?.name ?? '';
    this.saved = last?.saved ?? null;
    this.tiles = last?.tiles?.length ? last.tiles : [blank('01')];
    this.at = Math.max(0, this.tiles.length - 1);
    this.check();
  }

  get tile(): Tile {
    return this.tiles[this.at] ?? blank('01');
  }

  get facts(): TileReport | undefined {
    return this.report?.tiles[this.at];
  }

  get size(): number {
    const needed = this.tile.halves.some(([x, y]) => Math.max(x, y) >= USUAL_SIZE);
    return this.large || needed ? SIZE : USUAL_SIZE;
  }

  /** The set as a file holds it: as the service reads it, where it can. */
  get set(): TileSet {
    const read = this.report?.options?.tiles as Tile[] | undefined;
    return { name: this.name, tiles: read ?? this.tiles.filter((tile) => tile.halves.length) };
  }

  get isEmpty(): boolean {
    return this.tiles.every((tile) => !tile.halves.length);
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  // --- changes -----------------------------------------------------------------------

  /** Change the tile being drawn; `same` continues the last change, as one stroke. */
  draw(halves: Shape, same = false): void {
    this.#change(this.tiles.with(this.at, { ...this.tile, halves }), this.at, same);
  }

  describe(change: Partial<Pick<Tile, 'id' | 'name' | 'symbol'>>): void {
    this.#change(this.tiles.with(this.at, { ...this.tile, ...change }), this.at);
  }

  /** The next tile: a new one after the last, or the first again once there are enough. */
  next(): void {
    const { wanted } = this.report ?? {};
    if (this.at + 1 < this.tiles.length) this.choose(this.at + 1);
    else if (this.tiles.length === wanted) this.choose(0);
    else if (this.tile.halves.length) this.add();
  }

  choose(at: number): void {
    if (at >= 0 && at < this.tiles.length) this.at = at;
  }

  add(halves: Shape = []): void {
    const tile = { ...blank(this.#freeId()), halves };
    this.#change([...this.tiles, tile], this.tiles.length);
  }

  duplicate(): void {
    const copy = { ...this.tile, id: this.#freeId(), name: '' };
    this.#change(this.tiles.toSpliced(this.at + 1, 0, copy), this.at + 1);
  }

  remove(): void {
    const left = this.tiles.toSpliced(this.at, 1);
    this.#change(left.length ? left : [blank('01')], Math.max(0, this.at - 1));
  }

  /** Replace everything; one can go back to what was there. */
  open(set: TileSet, saved: string | null = null): void {
    this.saved = saved;
    const tiles = set.tiles.length ? set.tiles : [blank('01')];
    this.#change(tiles, 0, false, set.name);
  }

  rename(name: string): void {
    this.name = name;
    this.#keep();
  }

  undo(): void {
    this.#past = this.#travel(this.#past, (now) => (this.#future = [...this.#future, now]));
  }

  redo(): void {
    this.#future = this.#travel(this.#future, (now) => (this.#past = [...this.#past, now]));
  }

  #travel(from: Moment[], leave: (now: Moment) => void): Moment[] {
    const there = from.at(-1);
    if (!there) return from;
    leave(this.#now());
    this.name = there.name;
    this.tiles = there.tiles;
    this.at = there.at;
    this.#keep();
    this.check();
    return from.slice(0, -1);
  }

  #change(tiles: readonly Tile[], at: number, same = false, name = this.name): void {
    if (!same) this.#past = [...this.#past.slice(-MOST_UNDONE), this.#now()];
    this.#future = [];
    this.name = name;
    this.tiles = tiles;
    this.at = at;
    this.#keep();
    this.check();
  }

  #now(): Moment {
    return { name: this.name, tiles: [...this.tiles], at: this.at };
  }

  #keep(): void {
    store(DRAFT, { name: this.name, tiles: this.tiles, saved: this.saved });
  }

  /** The first number that no tile has. */
  #freeId(): string {
    const used = new Set(this.tiles.map((tile) => tile.id));
    for (let number = 1; number < 99; number++) {
      const id = String(number).padStart(2, '0');
      if (!used.has(id)) return id;
    }
    return '99';
  }

  // --- checks ------------------------------------------------------------------------

  /** Ask the service about the set as it is, a moment after the last change. */
  check(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), PAUSE);
  }

  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const report = await checked(this.game, this.tiles);
      if (asked !== this.#asked) return;
      this.report = report;
      this.problem = '';
    } catch (error) {
      if (asked !== this.#asked) return;
      this.problem = errorText(error);
      // Sent again by itself, once the service can be reached.
      if (error instanceof Refused && ['offline', 'too-often', 'job'].includes(error.problem.code))
        this.#timer = setTimeout(() => void this.#ask(), 20 * PAUSE);
    }
  }
}

export function checked(game: string, design: unknown): Promise<TileSetReport> {
  return post<TileSetReport>('api/designs/check', { game, design });
}

function blank(id: string): Tile {
  return { id, name: '', symbol: false, halves: [] };
}
